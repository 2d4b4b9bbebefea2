from validation.examples import chunk, dumps, header, jsonl, stream, tools
from validation.facts.carriage import LINE_INVALID, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, Texts, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")
_FIX = "Write every record with a JSON encoder, on one line. print() of a Python object is not JSON."


@rule(
    "INP012",
    judges=Body,
    letters={"": row("error", permissive="warning"), "lost": row("error", permissive="warning")},
    params={"line": PLACE, "detail": TEXT},
    says="Line {line} is not JSON: {detail}",
    expected="one JSON value on every line",
    actual="{detail}",
    why="Readers of JSON lines stop here or skip the line. Where the line was skipped here too, what it says is not part of the report.",
    fix=_FIX,
    variants={
        "lost": Texts(
            says="Line {line} is no whole JSON value, and what it held is lost: {detail}",
            expected="one JSON value on every line",
            actual="{detail}",
            why="A piece of the answer is gone with the line. What its end, its calls or their arguments lack can follow from that alone.",
            fix=_FIX,
        ),
    },
    breaks=["Every reader of JSON lines: jq stops, others skip the line."],
    bad=[
        jsonl(_ROLE, "this line was written by a logger", _CALL, _END),
        jsonl(_ROLE, _CALL, dumps(_END) + ","),
        jsonl(_ROLE, _CALL, str({**_END, "note": None}), note="a Python object, printed"),
        jsonl(*(repr(f"data: {dumps(wire)}".encode()) for wire in (_ROLE, _CALL, _END)), note="lines of bytes as Python prints them"),
        jsonl(_ROLE, dumps(_CALL) + dumps(_END), note="two values on one line"),
        jsonl(_ROLE, dumps(_CALL)[:90], _END, note="the beginning of a record (variant: lost)"),
    ],
    good=[stream('{"city":"Oslo"}'), jsonl(_ROLE, "", _CALL, _END, note="a blank line")],
    see=["RFC 8259 section 2", "jsonlines.org"],
)
def json_invalid_line(body: Body) -> Findings:
    """A line of a JSONL file is not JSON.

    Common are a comma after the value, the print of a Python object (single quotes, None, a `b` before the quote), two values on one line,
    and one value spread over many lines. Where one of these is recognised the line is read all the same, and the finding names what was
    done.
    """
    invalid = body.oddities.get(LINE_INVALID)
    if invalid is not None:
        at, text = invalid.lost or invalid.samples[0]
        yield found(body, at, variant="lost" if invalid.lost else "", count=invalid.count, line=at[1], detail=text[:120])
