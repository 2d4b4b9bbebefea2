from validation.examples import call_events, named, response_events
from validation.facts.foreign import ResponsesStream
from validation.facts.places import Spot
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, rule

_EVENTS = call_events('{"city":', '"Oslo"}')


@rule(
    "RSP904",
    judges=ResponsesStream,
    letters=row("error"),
    params={"events": NUMBER},
    says="The stream ends without a terminal event. Events in all: {events}.",
    expected="response.completed, response.incomplete, response.failed or error as the last event",
    actual="the end of the recording",
    why="Nothing says whether the response is whole. Its calls may be cut, and its usage is unknown.",
    unless="the recording was stopped before the response was over.",
    fix="Server: end every response with one of these events, also when the model behind it fails. Client: treat such an end as a failure.",
    bad=[
        named(*response_events(*_EVENTS, end=""), note="it ends behind the call"),
        named(*response_events(*_EVENTS[:2], end=""), note="it ends inside the arguments"),
    ],
    good=[
        named(*response_events(*_EVENTS)),
        named(*response_events(*_EVENTS, end="incomplete"), note="incomplete is an end"),
    ],
    see=["BerriAI/litellm#40243", "OpenAI API reference, Responses streaming events"],
    breaks=["Codex and the OpenAI SDKs wait for response.completed: they fail, or ask again"],
)
def responses_terminal_missing(stream: ResponsesStream) -> Findings:
    """A Responses stream has no terminal event.

    The last event says how the response ended and holds all of it. These streams have no `[DONE]`, so it is the only sign of a whole
    response. Arguments that are cut follow from its absence.
    """
    if not stream.terminal:
        yield found(stream, Spot(max(stream.chunks - 1, 0), stream.tail), events=stream.chunks)
