"""Trajectories of SWE-agent and mini-swe-agent: the messages of a run beside what was made of it.

A result of SWE-agent names the calls that it answers in a list; its client sends the first. A last message of the role `exit` is the word
of mini-swe-agent itself, and never sent.
Sources: swe-agent.com/latest/usage/trajectories; mini-swe-agent.com/latest/usage/output_files.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped

NAME = "swe-agent-trajectory"
PATH = "$.history, or $.messages"

EXIT = "exit"
IDS = "tool_call_ids"


def sniff(value: Any) -> bool:
    """True for the trajectory of one run."""
    return _messages(value) is not None


def _messages(value: Any) -> Held | None:
    if not isinstance(value, Mapping):
        return None
    kind = value.get("trajectory_format")
    if isinstance(kind, str) and kind.startswith("mini-swe-agent"):
        return Held(value).get("messages")
    return Held(value).get("history") if isinstance(value.get("trajectory"), list) and isinstance(value.get("history"), list) else None


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of the run."""
    held = _messages(value)
    conversation = Conversation()
    for message in held.elements() if held is not None else ():
        ids = message.keys.get(IDS)
        if message.word("role") == EXIT:
            conversation.number += 1
        elif message.word("role") == "tool" and isinstance(ids, list) and ids and "tool_call_id" not in message.keys:
            place = conversation.add({**{key: message.keys[key] for key in message.keys if key != IDS}, "tool_call_id": ids[0]}, message)
            conversation.point(place, "/tool_call_id", next(message.get(IDS).elements()), alike=True)
            conversation.number += 1
        else:
            conversation.as_it_is(message)
    if conversation.messages:
        yield conversation.wrapped()
