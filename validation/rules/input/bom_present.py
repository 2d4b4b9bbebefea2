from validation.examples import chunk, header, jsonl, raw, sse, stream, tools
from validation.facts.carriage import BOM_BETWEEN, BOM_INSIDE, Body, Input
from validation.facts.places import At
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, Texts, rule

_BOM = b"\xef\xbb\xbf"
_START: At = (0, 1, 0, 3)
_CHUNKS = (chunk({"role": "assistant", "content": None}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))
_SECOND = [{**wire, "id": "chatcmpl-2"} for wire in _CHUNKS]
_FIX = "Write UTF-8 without a byte order mark. Strip one from the start of a file before parsing, and from each when joining files."


@rule(
    "INP004",
    judges=(Input, Body),
    letters={
        "": row("warning", permissive="info"),
        "document": row("info"),
        "inside": row("warning", permissive="info"),
        "between": row("warning", permissive="info"),
    },
    params={"line": PLACE},
    says="A byte order mark stands before the first line of the event stream.",
    expected="data: as the first bytes",
    actual="EF BB BF, then data:",
    why="The format strips one mark, but not every client does. One that does not loses the first event, which holds the role.",
    fix=_FIX,
    variants={
        "document": Texts(
            says="The file starts with a byte order mark.",
            expected="JSON as the first bytes",
            actual="EF BB BF, then JSON",
            why="Editors add it. JSON parsers may ignore it, and some refuse the file instead.",
            unless="your tools skip it: it was skipped here.",
            fix=_FIX,
        ),
        "inside": Texts(
            says="A byte order mark stands inside the file, before line {line}.",
            expected="a mark at the very start, or none",
            actual="EF BB BF between lines",
            why="Only a mark at the start is a mark. Here it is part of the line, which then begins with no known field and is lost.",
            unless="files were joined that had a mark each: the fault is then in the joining.",
            fix=_FIX,
        ),
        "between": Texts(
            says="A byte order mark stands before a stream inside the file, before line {line}.",
            expected="a mark at the very start, or none",
            actual="EF BB BF between streams",
            why="Only a mark at the start is a mark. Here it is part of the line that opens the stream, which is lost, often with a role.",
            unless="files were joined that had a mark each: the fault is then in the joining.",
            fix=_FIX,
        ),
    },
    breaks=["openai-python, and LangChain on top of it: the first event is lost. openai-node and the AI SDK receive all."],
    bad=[
        raw(_BOM + sse(*_CHUNKS).data, "example.sse"),
        raw(_BOM + jsonl(*_CHUNKS).data, note="variant: document"),
        raw(jsonl(*_CHUNKS[:1]).data + _BOM + jsonl(chunk({"content": ""}), *_CHUNKS[1:]).data, note="variant: inside"),
        raw(jsonl(*_CHUNKS).data + _BOM + jsonl(*_SECOND).data, note="variant: between"),
    ],
    good=[sse(*_CHUNKS), stream("{}")],
    see=["WHATWG event-stream", "RFC 8259 section 8.1"],
)
def bom_present(judged: Input | Body) -> Findings:
    """The file has a byte order mark.

    Three bytes that some editors and shells put before UTF-8 text. Before an event stream they cost some clients the first event; before a
    JSON document they are a note. In the middle of a file they come from joining files, and belong to the line they stand in.
    """
    if isinstance(judged, Input):
        if judged.bom:
            yield found(judged, _START, variant="" if judged.container == "sse" else "document")
        return
    inside, between = judged.oddities.get(BOM_INSIDE), judged.oddities.get(BOM_BETWEEN)
    if (mark := inside or between) is not None:
        yield found(judged, mark.first, variant="inside" if inside else "between", count=mark.count, line=mark.first[1])
