from validation.examples import assistant, document, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, Texts, rule

_CHOICE = {"index": 0, "message": assistant("call_a"), "finish_reason": "tool_calls"}
_RESPONSE = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [_CHOICE]}


@rule(
    "INP010",
    judges=Stream,
    unusual=True,
    letters={"": row("info"), "no-choice": row("error", permissive="warning")},
    params={"line": PLACE},
    says="Line {line} holds a whole response, not a stream. Its calls and finish reasons are judged; there are no chunks to judge.",
    why="A response that was merged before it was logged hides every fault of the stream it may have come from.",
    unless="the request did not ask for a stream.",
    fix="To judge the stream, record the body of the response as it arrives.",
    variants={
        "no-choice": Texts(
            says="Line {line} holds a whole response without an answer: `choices` is no array, or nothing in it has a message.",
            expected="`choices`: an array with an object that has a message and a finish_reason",
            actual="no choice with a message",
            why="Clients read the message of the first choice. That raises, or they show nothing; there is no answer that could be judged.",
            fix="Server: put the choice, with its message, into an array. Client: look whether there is one before reading it.",
        )
    },
    bad=[
        document(_RESPONSE),
        document({**_RESPONSE, "choices": _CHOICE}, note="an object for the array (variant: no-choice)"),
        document({**_RESPONSE, "choices": []}, note="variant: no-choice"),
        document({**_RESPONSE, "choices": [{**_CHOICE, "message": None}]}, note="null for the message (variant: no-choice)"),
    ],
    good=[stream('{"city":"Oslo"}')],
    see=["OpenAI API reference, chat.completion"],
    breaks=["whoever wants a stream judged: a whole response shows none of its faults"],
)
def non_stream_response(stream: Stream) -> Findings:
    """A whole response stands in place of a stream.

    An object of the type `chat.completion` holds a `message` and no deltas. Rules on chunks and on how a stream is framed do not apply to
    it; where it holds no message and no error, there is nothing to judge at all. As the last record of a stream with the same id it is
    `message-frame-in-stream` instead. Quiet for an answer that was put together here, from a stream of another kind.
    """
    if stream.kind == "response" and stream.sources is None:
        answered = stream.errors or not all(choice.delta_missing for choice in stream.choices)
        variant = "" if answered else "no-choice"
        yield found(stream, stream.first, variant=variant, line=stream.first[1])
