from validation.examples import document, sse, stream
from validation.facts.carriage import Input
from validation.facts.places import NOWHERE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule


@rule(
    "INP016",
    judges=Input,
    letters={"": row("info"), "in-part": row("info")},
    params={"format": WORD},
    says="The file is in the format {format}, for which there are no rules yet. It was not checked.",
    expected="Chat Completions chunks, a list of messages, or a request with messages",
    actual="{format}",
    why="The format is known by name, so it is not called broken. Nothing is said about what it holds.",
    unless="you have the same exchange as Chat Completions: send that.",
    fix="Record what the endpoint sent, before a framework turned it into its own format.",
    variants={
        "in-part": Texts(
            says="The file is in the format {format}. Its calls were read; there are no rules yet for the rest of it.",
            expected="Chat Completions chunks, a list of messages, or a request with messages",
            actual="{format}",
            why="The arguments of the calls are judged like any others. Whether the format itself is kept is not.",
            fix="Record what the endpoint sent, before a framework turned it into its own format.",
        )
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
    ],
    good=[stream('{"city":"Oslo"}')],
    see=["ai-sdk.dev/docs/ai-sdk-ui/stream-protocol"],
)
def format_not_checked(file: Input) -> Findings:
    """The file is in a format that is recognised but not checked.

    It is refused by name, so that nobody takes silence for a pass: the verdict is "could not be fully checked". A file in no known format
    is `input-unrecognised`. Of a format that has a reader but no rules, what is like Chat Completions is judged.
    """
    if file.foreign:
        yield found(file, NOWHERE, variant="in-part" if file.foreign in file.wrappers else "", format=file.foreign[:60])
