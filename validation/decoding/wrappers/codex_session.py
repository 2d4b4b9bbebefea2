"""Codex sessions ("rollouts"): one line an event. Lines of the type `response_item` hold the conversation as items of the Responses API.

Other lines repeat texts for the screen, count tokens or tell of the settings, and are no messages.
Source: kvsankar/agent-history docs/codex-format.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held, dumps
from validation.facts.carriage import Piece, Wrapped
from validation.facts.unread_dialects import is_log

NAME = "codex-rollout"
PATH = "$.payload"

ITEM = "response_item"
META = "session_meta"
LINES = frozenset({ITEM, META, "turn_context", "event_msg", "compacted"})
NO_ITEMS = frozenset({"ghost_snapshot", "compaction", "compaction_summary", "other"})


def sniff(value: Any) -> bool:
    """True for any line of a session."""
    if not isinstance(value, Mapping):
        return False
    kind, payload = value.get("type"), value.get("payload")
    if not (isinstance(kind, str) and kind in LINES and isinstance(payload, Mapping)):
        return False
    return not (is_log(value) and (kind != ITEM or "choices" in payload))


def parts(value: Any) -> Iterator[Wrapped]:
    """The item of the line, if it has one. The head of a session says where another one begins."""
    payload = value["payload"]
    if value["type"] == META or (value["type"] == ITEM and str(payload.get("type")) not in NO_ITEMS):
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """One history a session. A session that goes on from another one repeats the head of that one first."""
    conversation = Conversation()
    session: object = None
    for value, at, _ in pieces:
        payload = Held(value, at=at).get("payload")
        if value["type"] == META:
            if session not in (None, payload.keys.get("id")) and conversation.messages:
                yield conversation.wrapped()
                conversation = Conversation()
            session = payload.keys.get("id")
        else:
            _add(conversation, payload)
    if conversation.messages:
        yield conversation.wrapped()


def _add(conversation: Conversation, item: Held) -> None:
    """One item. Calls of the shell that is built in have words of their own, but are answered like those of functions."""
    if item.keys.get("type") != "local_shell_call":
        conversation.as_it_is(item)
        return
    call = {
        "type": "function_call",
        "call_id": item.keys.get("call_id"),
        "name": "local_shell",
        "arguments": dumps(item.keys.get("action")),
    }
    place = conversation.add(call, item)
    conversation.point(place, "/arguments", item.get("action"))
    conversation.number += 1
