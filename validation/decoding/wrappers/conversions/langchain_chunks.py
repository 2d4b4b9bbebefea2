"""Pieces of a message of LangChain (`AIMessageChunk`), as its streams give them: those with one id are one message."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.langchain_messages import body_of
from validation.decoding.wrappers.conversions.parts import content_of

CLASS = "AIMessageChunk"


def is_langchain_chunk(value: object) -> bool:
    """True for such a piece. A message that was put together from all of its pieces looks the same."""
    if not isinstance(value, Mapping):
        return False
    path = value.get("id") if value.get("lc") is not None else None
    return CLASS in (value.get("type"), path[-1] if isinstance(path, list) and path else None)


def in_pieces(helds: Iterable[Held]) -> Iterator[list[Held]]:
    """Every message, a piece together with those of its id; without an id a piece goes on with the one before it.

    Where there are pieces, an update of the state repeats what was streamed: a message is not told twice.
    """
    found: list[list[Held]] = []
    begun: dict[str, list[Held]] = {}
    told: set[str] = set()
    for held in helds:
        id = body_of(held).word("id")
        if not is_langchain_chunk(held.value):
            begun.pop("", None)
            if not (begun and id and id in told):
                found.append([held])
        elif id in begun:
            begun[id].append(held)
        else:
            begun[id] = [held]
            found.append(begun[id])
        told.add(id)
    yield from found


def add_langchain_pieces(conversation: Conversation, pieces: list[Held]) -> None:
    """Append the message that the pieces make: its text, its calls by their index, what ended it."""
    bodies = [body_of(piece) for piece in pieces]
    place = conversation.add({"role": "assistant", "content": _content(bodies)}, pieces[0])
    for fragments in _calls(bodies):
        values = [_fragment(fragment) for fragment in fragments]
        id, name = (next((value[key] for value in values if value.get(key)), None) for key in ("id", "name"))
        texts = [value["args"] for value in values if isinstance(value.get("args"), str)]
        conversation.call(place, fragments[0], id, name, fragments[0]._replace(value="".join(texts)))
    metadata = [body.get("response_metadata").keys for body in bodies]
    ends = [data.get("finish_reason") or data.get("stop_reason") for data in metadata]
    conversation.finish(place, next(filter(None, ends), None), foreign=True)
    conversation.lost |= {"empty-text"}
    conversation.number += 1


def _content(bodies: list[Held]) -> Any:
    parts: list[Any] = []
    for body in bodies:
        content = body.keys.get("content")
        parts += content if isinstance(content, list) else [content]
    return content_of(parts, "assistant")


def _calls(bodies: list[Held]) -> list[list[Held]]:
    """The fragments of every call: LangChain's own, else those of the endpoint. One without an index goes on with the last call."""
    found: dict[object, list[Held]] = {}
    for ways in (("tool_call_chunks",), ("additional_kwargs", "tool_calls")):
        for body in bodies:
            for fragment in body.get(*ways).elements():
                value = _fragment(fragment)
                key = value.get("index")
                if key is None:
                    key = value.get("id") or next(reversed(found), None)
                found.setdefault(key if isinstance(key, int | str) else None, []).append(fragment)
        if found:
            break
    return list(found.values())


def _fragment(fragment: Held) -> dict[str, Any]:
    """A fragment in LangChain's words."""
    function = fragment.get("function").keys
    return {**fragment.keys, "name": function.get("name"), "args": function.get("arguments")} if function else dict(fragment.keys)
