from validation.examples import chunk, jsonl, raw, stream
from validation.facts.carriage import NOT_UTF8, Body, Input
from validation.facts.places import At
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

_START: At = (0, 1, 0, 2)
_TEXT = jsonl(chunk({"role": "assistant", "content": "深圳"}), chunk({}, finish="stop")).data


@rule(
    "INP005",
    judges=(Input, Body),
    letters={"": row("error", permissive="warning"), "encoding": row("error", permissive="warning")},
    params={"line": PLACE, "where": WORD, "encoding": WORD},
    says="Line {line} is not UTF-8, at {where} of the line.",
    expected="UTF-8",
    actual="other bytes",
    why="Some clients decode every line strictly and raise. Others show a replacement mark where text was.",
    unless="the recorder cut the bytes: then the fault is in the recording.",
    fix="Server and proxies: cut between characters, not between bytes. Recorder: store bytes as they come, decode whole lines.",
    variants={
        "encoding": Texts(
            says="The whole file is {encoding}, not UTF-8.",
            expected="UTF-8",
            actual="{encoding}",
            why="JSON and event streams are UTF-8. A client that reads these bytes finds no line and no JSON.",
            unless="a shell or an editor saved the recording so: PowerShell's > does.",
            fix="Save the file as UTF-8.",
        )
    },
    breaks=["openai-python raises at that line.", "A browser shows U+FFFD in place of the character."],
    bad=[
        raw(_TEXT.replace("圳".encode(), b"\xe5\x9c"), note="a character that was cut"),
        raw(b"\xff\xfe" + _TEXT.decode().encode("utf-16-le"), note="variant: encoding"),
    ],
    good=[raw(_TEXT, note="the same with all its bytes"), stream("{}")],
    see=["openai/openai-python src/openai/_streaming.py", "RFC 8259 section 8.1"],
)
def invalid_utf8(judged: Input | Body) -> Findings:
    """The file has bytes that are not UTF-8.

    Typical is a character of several bytes whose end is missing, because something between the model and the file worked on bytes and not
    on text. Or the whole file was saved in another encoding, which makes everything else in it unreadable.
    """
    if isinstance(judged, Input):
        if judged.encoding not in ("utf-8", "binary"):
            yield found(judged, _START, variant="encoding", encoding=judged.encoding.upper())
        return
    bytes_ = judged.oddities.get(NOT_UTF8)
    # Of a whole file in another encoding, or a binary one, the sample names what it is and not a place.
    if bytes_ is not None and bytes_.samples[0][1].startswith("byte "):
        (at, where), *others = bytes_.samples
        related = tuple(at for at, _ in others)
        yield found(judged, at, related=related, count=bytes_.count, line=at[1], where=where[:40])
