"""Every text of a stream or a history that somebody wrote, joined, with its place and with a name for it; and the names of functions."""

from collections.abc import Iterator

from validation.facts.histories import History, HistoryCall
from validation.facts.places import At, MessageSpot, Spot
from validation.facts.streams import Call, Stream

NamedText = tuple[Spot | MessageSpot, str, str]
"""Where it stands, what it is called, and the text."""


def texts_of_stream(stream: Stream) -> Iterator[NamedText]:
    """Content and reasoning of every choice, and the arguments of its calls."""
    for choice in stream.choices:
        yield choice.first, f"the content of choice {choice.text[:40]}", "".join(choice.content)
        yield choice.first, f"the reasoning of choice {choice.text[:40]}", "".join(choice.reasoning)
        for call in choice.calls:
            yield call.first, f"the arguments of call {call.slot[:40]}", call.arguments


def texts_of_history(history: History) -> Iterator[NamedText]:
    """The text of every message, then the arguments of every call."""
    for message in history.messages:
        yield message.spot, f"message {message.index}", message.text
    for call in history.calls:
        yield call.spot, f"the arguments of call {call.number} of message {call.turn.message.index}", call.arguments


def function_names(judged: Call | HistoryCall | History) -> Iterator[tuple[str, Spot | MessageSpot | At, str]]:
    """The name of a call, or those of the tools that a history declares, each with its place and the rest of its pointer."""
    if isinstance(judged, History):
        tools = judged.tool_list
        yield from ((tool.name, judged.at, tools.pointer_to(tool, tool.name_pointer)) for tool in tools.entries)
    elif isinstance(judged, HistoryCall):
        yield judged.name, judged.spot, f"/{judged.body}/name"
    else:
        yield judged.name or "", judged.name_spot or judged.first, judged.name_pointer
