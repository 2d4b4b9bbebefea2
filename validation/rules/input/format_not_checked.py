from validation.examples import document, jsonl, raw, sse, stream, user
from validation.facts.carriage import Input
from validation.facts.places import NOWHERE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule


@rule(
    "INP016",
    judges=Input,
    letters={"": row("info"), "in-part": row("info"), "beside": row("info")},
    params={"format": WORD},
    says="The file is in another format: {format}. There are no rules for it yet, so it was not checked.",
    expected="Chat Completions chunks, a list of messages, or a request with messages",
    actual="{format}",
    why="The format is known by name, so it is not called broken. Nothing is said about what it holds.",
    unless="you have the same exchange as Chat Completions: send that.",
    fix="Record what the endpoint sent, before a framework turned it into its own format.",
    variants={
        "in-part": Texts(
            says="The file is in another format: {format}. Its calls were read; there are no rules yet for the rest of it.",
            why="The arguments of the calls are judged like any others. Whether the format itself is kept is not.",
        ),
        "beside": Texts(
            says="Some of the file is in another format: {format}. There are no rules for it yet; the rest was checked.",
            why="The format is known by name, so it is not called broken. Nothing is said about what is written in it.",
            fix="Send the records of each format as a file of their own.",
        ),
    },
    bad=[
        document([{"role": "model", "parts": [{"text": "4 degrees."}]}], note="contents of Gemini"),
        sse(
            {"type": "start", "messageId": "m1"},
            {"type": "tool-input-start", "toolCallId": "call_a", "toolName": "get_weather"},
            {"type": "tool-input-available", "toolCallId": "call_a", "toolName": "get_weather", "input": {"city": "Oslo"}},
            {"type": "finish"},
            note="AI SDK UI message stream (variant: in-part)",
        ),
        jsonl({"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}, note="an event of Cohere"),
        jsonl({"messages": [user()]}, {"contents": [{"parts": [{"text": "Hi"}]}]}, note="variant: beside"),
        raw(b'prompt: |\n  Continue:\n  ```json\n  {"role":"user","content":"Hi"}\n  ```\n', "example.yaml", note="variant: beside"),
    ],
    good=[stream('{"city":"Oslo"}')],
    see=["ai-sdk.dev/docs/ai-sdk-ui/stream-protocol", "docs.cohere.com/v2/docs/streaming"],
    breaks=["nobody: it is another interface, with clients of its own"],
)
def format_not_checked(file: Input) -> Findings:
    """The file is in a format that is recognised but not checked.

    It is refused by name, so that nobody takes silence for a pass: the verdict is "could not be fully checked". A file in no known format
    is `input-unrecognised`. Of a format that has a reader but no rules, what is like Chat Completions is judged; of a table, a page or a
    program that quotes a block of JSON, that block.
    """
    if file.foreign:
        judged = file.streams or file.responses or file.histories
        variant = "in-part" if file.foreign in file.wrappers else "beside" if judged else ""
        yield found(file, NOWHERE, variant=variant, format=file.foreign[:60])
