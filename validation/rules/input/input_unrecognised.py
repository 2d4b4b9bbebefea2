from validation.examples import document, jsonl, raw, stream, user
from validation.facts.carriage import CUT_AT_END, DATA_NOT_JSON, FIELD_MISSING, LINE_INVALID, NOT_UTF8, Input, Oddity
from validation.facts.places import NOWHERE
from validation.facts.unread_formats import format_of_text
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, WORD, Texts, rule

_FIX = "Send the body of a streamed response, a list of messages or a request. For a log of your own, send the part that holds them."
_NO_EVIDENCE = {"http-head", "log-prefix", "code-fence", "file-banners", "gzip", "shell-command"}
"""Wrappers that may stand around anything."""
_OURS = ("chat.completion", '"choices"', '"error"')
"""Words of a chunk or an error that only lacks its field name: another rule tells that, and the file is known by it."""
_TEXT = (LINE_INVALID, FIELD_MISSING, DATA_NOT_JSON, CUT_AT_END)


@rule(
    "INP003",
    judges=Input,
    letters={"": row("error"), "named": row("error"), "text": row("error"), "binary": row("error")},
    params={"line": PLACE, "detail": TEXT, "what": WORD},
    says="The file is JSON, but nothing in it has choices, messages, a role or an error.",
    expected="a chat.completion.chunk stream, a list of messages, or a request with messages",
    actual="JSON of another shape",
    why="None of the rules apply, so nothing can be said about it, good or bad.",
    fix=_FIX,
    variants={
        "named": Texts(
            says="The file looks like {what}. Callcheck reads streamed responses, lists of messages and requests, as JSON or events.",
            actual="{what}",
        ),
        "text": Texts(
            says="No line of the file is an event or JSON. Line {line}: {detail}",
            actual="text",
            why="It may be a log or a message. There is nothing that can be judged.",
        ),
        "binary": Texts(
            says="The file is binary ({what}), not text.",
            actual="binary data ({what})",
            why="It may be an archive or an image, or compressed twice. There is nothing that can be judged.",
            fix="Unpack it and send the text. " + _FIX,
        ),
    },
    bad=[
        document({"name": "demo", "version": "1.0.0"}),
        jsonl({"level": "info", "text": "ready"}, {"level": "info", "text": "bye"}),
        document({"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}, note="variant: named"),
        raw(b"<html>\n<body>502 Bad Gateway</body>\n</html>\n", "example.txt", note="a page of HTML (variant: named)"),
        raw(b"interactions:\n- response:\n    headers:\n{}\n", "example.txt", note="a line that happens to be JSON (variant: named)"),
        raw(b"502 Bad Gateway\n", "example.txt", note="variant: text"),
        raw(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)), "example.png", note="variant: binary"),
    ],
    good=[stream('{"city":"Oslo"}'), document({"messages": [user()]})],
    see=["RFC 8259 section 2", "openai/openai-openapi CreateChatCompletionStreamResponse"],
    breaks=["whoever counts on the check: nothing was judged, and no fault found says nothing"],
)
def input_unrecognised(file: Input) -> Findings:
    """Nothing in the file can be judged.

    It is no JSON and no event stream, or it is JSON in which no object is a chunk, a response, a message, a request, an error or a known
    wrapper of these. A format that is known by name but has no rules is `format-not-checked`, a file with nothing in it `input-empty`, one
    whose only value is cut `json-truncated-at-end`.
    """
    judged = file.streams or file.responses or file.histories
    if judged or file.foreign or set(file.wrappers) - _NO_EVIDENCE or file.shapes.keys() - {"unknown"}:
        return
    if file.encoding == "binary":
        named = file.body.oddities.get(NOT_UTF8)
        kind = named.samples[0][1] if named else "binary"
        yield found(file, NOWHERE, variant="binary", what="of no known kind" if kind == "binary" else kind)
    elif file.shapes and (what := file.resembles or _format_of_most(file)):
        yield found(file, NOWHERE, variant="named", what=what)
    elif file.shapes:
        yield found(file, NOWHERE)
    else:
        yield from _text(file)


def _format_of_most(file: Input) -> str:
    """What a file is of which a few lines happen to be JSON, and most are not; "" where it is none of those known."""
    refused = file.body.oddities.get(LINE_INVALID)
    if refused is None or refused.count <= sum(file.shapes.values()):
        return ""
    return format_of_text(_begun(refused))


def _begun(refused: Oddity) -> list[str]:
    """How the first two lines begin."""
    return [line.partition(" (char ")[0] for _, line in refused.samples[:2]]


def _text(file: Input) -> Findings:
    for kind in _TEXT:
        if (oddity := file.body.oddities.get(kind)) is not None:
            at, text = oddity.samples[0]
            if kind == FIELD_MISSING and text.lstrip().startswith("{") and any(word in text for word in _OURS):
                return
            if what := format_of_text(_begun(oddity)):
                yield found(file, at, variant="named", what=what)
            elif kind != CUT_AT_END or not text.startswith(("{", "[")):
                yield found(file, at, variant="text", line=at[1], detail=text[:120])
            return
