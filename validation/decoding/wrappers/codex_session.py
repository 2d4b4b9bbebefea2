"""Codex sessions ("rollouts"): one line an event. Lines of the type `response_item` hold the conversation as items of the Responses API.

Other lines repeat texts for the screen, count tokens or tell of the settings, and are no messages.
Sources: kvsankar/agent-history docs/codex-format.md, LocalShellToolCallOutput of the OpenAPI document.
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
SHELL_CALL = "local_shell_call"
SHELL_OUTPUT = "local_shell_call_output"
"""Linked by `call_id`; the output may name it `id`, as the API's own schema does, and then some write the id of the item there."""
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
    shells: dict[object, object] = {}
    session: object = None
    for value, at, _ in pieces:
        payload = Held(value, at=at).get("payload")
        if value["type"] == META:
            if session not in (None, payload.keys.get("id")) and conversation.messages:
                yield conversation.wrapped()
                conversation = Conversation()
            session = payload.keys.get("id")
        else:
            _add(conversation, payload, shells)
    if conversation.messages:
        yield conversation.wrapped()


def _add(conversation: Conversation, item: Held, shells: dict[object, object]) -> None:
    """One item. Calls of the shell that is built in have words of their own, but are answered like those of functions.

    `shells`: the ids of the items of such calls, and what links them.
    """
    kind = item.keys.get("type")
    link = "call_id" if item.keys.get("call_id") else "id"
    if kind == SHELL_CALL:
        call = {"type": "function_call", "call_id": item.keys.get(link), "name": "local_shell", "arguments": dumps(item.keys.get("action"))}
        if isinstance(item.keys.get("id"), str):
            shells[item.keys["id"]] = call["call_id"]
        _put(conversation, call, item, {"call_id": link, "arguments": "action"})
    elif kind == SHELL_OUTPUT:
        id = item.keys.get(link)
        output = {
            "type": "function_call_output",
            "call_id": shells.get(id, id) if isinstance(id, str) else id,
            "output": item.keys.get("output"),
        }
        _put(conversation, output, item, {"call_id": link, "output": "output"})
    else:
        conversation.as_it_is(item)


def _put(conversation: Conversation, message: dict[str, object], item: Held, sources: dict[str, str]) -> None:
    """Append what an item means in the words of functions. `sources`: under which key of the item each word stands."""
    place = conversation.add(message, item)
    for word, key in sources.items():
        if key in item.keys:
            conversation.point(place, f"/{word}", item.get(key))
    conversation.number += 1
