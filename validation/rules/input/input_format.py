from validation.examples import document, history, sse, stream, user
from validation.facts.carriage import Input
from validation.facts.places import NOWHERE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

_CONTAINERS = {"sse": "an event stream", "jsonl": "JSON lines", "json": "one JSON document"}
_SHAPES = {
    "chunks": "streams of chunks",
    "chat.completion": "whole responses",
    "message": "single messages",
    "messages": "lists of messages",
    "request": "request bodies",
    "training-line": "training examples",
    "error-body": "error bodies",
    "failed": "requests that failed",
    "unknown": "JSON of another shape",
}


@rule(
    "INP002",
    judges=Input,
    letters=row("info"),
    params={"container": WORD, "shapes": WORD},
    says="Read as {container}, with: {shapes}.",
    why="It decides which rules apply. It is said every time, so that a wrong guess does not stay hidden.",
    unless="this is what you sent.",
    fix="If it is wrong: send the trace alone, without a wrapper, or name the file .sse, .jsonl or .json.",
    bad=[stream('{"city":"Oslo"}'), history(user(), {"role": "assistant", "content": "4 degrees"}), document({"messages": [user()]})],
    good=[sse({"type": "start-step"}, {"type": "finish-step"}, note="a format without rules is named by format-not-checked")],
    see=["WHATWG event-stream", "RFC 8259 section 2", "jsonlines.org"],
    breaks=["nobody: it is said so that a wrong guess is seen"],
)
def input_format(file: Input) -> Findings:
    """What the file was taken for.

    No fault: one note a file that says how it was read, as an event stream, lines of JSON or one document, and what was recognised in it. A
    file in which nothing was recognised has another finding that says so.
    """
    if file.streams or file.responses or file.histories:
        shapes = (f"{_SHAPES.get(shape, shape)} ({count})" for shape, count in file.shapes.items())
        yield found(file, NOWHERE, container=_CONTAINERS.get(file.container, file.container), shapes=", ".join(shapes)[:120])
