from validation.examples import chunk, entry, header, jsonl, stream, tools
from validation.facts.carriage import LINE_TOO_LONG, NEVER_ENDED, TOO_DEEP, Body
from validation.facts.histories import History, HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call, Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

_LIMITS = {
    LINE_TOO_LONG: "a line of more than 16 MiB",
    TOO_DEEP: "JSON nested more than 512 levels",
    NEVER_ENDED: "a stream that did not end while others went on",
}
_DEEP = "[" * 600 + "]" * 600
_ENDS = (chunk({"role": "assistant", "content": None}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))


@rule(
    "INP014",
    judges=(Body, Stream, Call, History, HistoryCall),
    unusual=True,
    letters={"": row("error"), "index": row("error")},
    params={"line": PLACE, "limit": WORD},
    says="At line {line} the trace goes beyond what is read here: {limit}. The rest of it is not judged.",
    expected="sizes that a client could take",
    actual="{limit}",
    why="Clients have limits of this kind too, mostly lower ones. What lies beyond it is missing from this report.",
    unless="the file is right as it is: then the limit is this checker's and not the endpoint's.",
    fix="Split the file. If the endpoint really sent it, look for an index that counts something else or a text that repeats.",
    variants={
        "index": Texts(
            says="Line {line} has an index beyond what is read here: {limit}. The call is judged; its index counts as none.",
            expected="an index that counts the calls, from 0",
            actual="{limit}",
            why="Clients keep a list as long as the highest index, and have limits of this kind too, mostly lower ones.",
            fix="Server: count the calls of an answer from 0. If the number means something else, send it under another key.",
        )
    },
    breaks=["openai-node: 128 choices, 128 calls a choice, JSON 128 levels deep, 16 MiB, 65,536 fragments."],
    bad=[
        jsonl(_ENDS[0], _DEEP, *_ENDS[1:], note="a line of 600 nested arrays"),
        stream('{"a":' + _DEEP + "}", note="arguments of 600 nested arrays"),
        jsonl(_ENDS[0], chunk(tools(entry('{"city":"Oslo"}', index=2_000_000, id="call_a", name="get_weather"))), _ENDS[2],
              note="a tool index of two millions (variant: index)"),
    ],
    good=[stream('{"a":' + "[" * 100 + "]" * 100 + "}", note="deep, and within reach"), stream('{"city":"Oslo"}')],
    see=["openai/openai-node src/lib/ChatCompletionStream.ts"],
)  # fmt: skip
def limit_exceeded(judged: Body | Stream | Call | History | HistoryCall) -> Findings:
    """Something is too large, too deep or too much to be read.

    These are limits of this checker, well above what clients take. Nothing is cut without saying so: the finding names the limit, and the
    verdict says that not everything was read. What a target allows is another question (`too-many-calls`).
    """
    if isinstance(judged, Body):
        for kind, limit in _LIMITS.items():
            if (oddity := judged.oddities.get(kind)) is not None:
                yield found(judged, oddity.first, count=oddity.count, line=oddity.first[1], limit=limit)
                return
    elif isinstance(judged, Call | HistoryCall):
        if judged.json.state is Json.TOO_DEEP:
            spot = judged.last if isinstance(judged, Call) else judged.spot
            yield found(judged, spot, line=spot.at[1], limit="arguments nested more than 512 levels")
    elif judged.limits:
        beyond, seen = next(iter(judged.limits.items()))
        variant = "index" if str(beyond).startswith("tool index") else ""
        yield found(judged, seen.first, variant=variant, count=judged.limits.total, line=seen.first.at[1], limit=str(beyond)[:120])
