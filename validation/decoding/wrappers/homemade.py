"""Logs that somebody wrote for themselves: whatever stands around what can be checked, it is found by looking for that.

`{"ts": ..., "chunk": {...}}`, `{"event": ..., "data": "..."}`, `{"request": {...}, "response": ...}`, `{"kwargs": {"messages": [...]}}`,
lists of such, an array of arrays of chunks. What is read here goes on by its ids like any other chunk of the file.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from validation.decoding.wrappers.conversions.conversation import joined
from validation.decoding.wrappers.conversions.messages import add_message, is_in_a_dialect
from validation.decoding.wrappers.payloads import Payload, is_chunk, is_error, is_message, is_telling, payloads_of_text, pointer_of
from validation.decoding.wrappers.request_ids import first_of, request_of
from validation.decoding.wrappers.searching import ANSWER_KEYS, Scope, Search, error_text
from validation.facts.carriage import Envelope, Join, Wrapped
from validation.facts.places import Source, Sources
from validation.facts.requests import Request
from validation.shapes import Shape, foreign_name, shape_of

TIME_KEYS: Final = frozenset({"at", "date", "datetime", "elapsed", "elapsed_ms", "t", "time", "timestamp", "timestamp_ms", "ts"})
SESSION_KEYS: Final = (
    "conversation_id", "conversationId", "session_id", "sessionId", "thread_id", "threadId", "chat_id", "chatId", "run_id", "custom_id",
)  # fmt: skip
OF_REQUESTS: Final = frozenset({"messages", "tools", "functions", "model", "metadata", "response_format"})
PATHS_SHOWN: Final = 3
STEP_SHOWN: Final = 32
COMPARED: Final = 16
SCALARS: Final = frozenset({int, float, bool, type(None)})
NESTED_AT_MOST: Final = 4


class Found(NamedTuple):
    """A home-made wrapper: its name, the way to what can be checked, and that. `key`: of the member that is all it holds."""

    name: str
    path: str
    parts: list[Wrapped]
    key: str = ""


def look_into(value: dict[str, Any] | list[Any], has_reader: Callable[[object], bool], nested: int = 0) -> Found | None:
    """What `value` holds that can be checked, if it is not itself that: None for everything that is. Never raises.

    `has_reader`: whether a wrapper is known by name.
    """
    scope = _looked_into(value, has_reader, nested)
    if scope is None:
        return None
    session = session_of(value)
    paths = list(dict.fromkeys(_paths(scope)))
    parts = list(_parts(scope, None, session, request_of(value)))
    key = paths[0][0] if len(parts) == 1 and parts[0].kind == Wrapped.CHUNK and len(paths) == len(paths[0]) == 1 else ""
    return Found(_name(value, paths), ", ".join(map(_shown, paths[:PATHS_SHOWN])), parts, key)


def session_of(value: object) -> str:
    """The conversation to which a record says it belongs; "" where it says nothing."""
    return next((str(value[key])[:80] for key in SESSION_KEYS if value.get(key)), "") if isinstance(value, dict) else ""


def look_into_text(text: str, has_reader: Callable[[object], bool]) -> Found | None:
    """What a record that is a JSON string holds, if that can be checked: a log that turned each event to JSON twice. Never raises."""
    found = payloads_of_text(text, (), whole=False)
    if len(found) == 1 and found[0].kind == Wrapped.RECORD and isinstance(found[0].value, dict | list):
        value = found[0].value
        if not (is_error(value) or is_message(value) or has_reader(value) or look_into(value, has_reader) is not None):
            return None
    parts = [Wrapped(payload.kind, payload.value, payload.pointer, via=payload.via, inner=payload.inner) for payload in found]
    return Found("JSON strings", "$ (JSON inside a string)", parts) if parts else None


def chunk_in(value: dict[str, Any], habit: Envelope) -> Wrapped | None:
    """The chunk in `value`, if that is like the record of `habit`, which held nothing else, as most of a log are."""
    if tuple(value) != habit.keys:
        return None
    key = habit.key
    for name, beside in value.items():
        kind = type(beside)
        if name != key and kind not in SCALARS and (kind is not str or is_telling(name, beside)):
            return None
    held = value[key]
    group = first_of(value, habit.request_keys) if habit.request_keys else ""
    if isinstance(held, str):
        found = payloads_of_text(held, (key,), whole=False)
        if len(found) == 1 and _in_place_of_chunk(found[0].value):
            return Wrapped(Wrapped.CHUNK, found[0].value, found[0].pointer, via=found[0].via, inner=found[0].inner, group=group)
        return None
    return Wrapped(Wrapped.CHUNK, held, pointer_of((key,)), group=group) if _in_place_of_chunk(held) else None


def _in_place_of_chunk(value: object) -> bool:
    """True for what is a chunk where one is expected, though it may lack much, or an error in its place."""
    return is_chunk(value) or shape_of(value) in (Shape.CHUNK, Shape.ERROR)


def response_in(value: dict[str, Any], habit: Envelope, parts: list[Wrapped]) -> Wrapped | None:
    """The whole response in `value`, if that is like the record of `habit` and holds it in the place of a chunk: a frame of that stream."""
    alone = parts[0] if tuple(value) == habit.keys and len(parts) == 1 else None
    if alone is None or alone.kind != Wrapped.RESPONSE or alone.pointer != pointer_of((habit.key,)):
        return None
    group = first_of(value, habit.request_keys)
    return Wrapped(Wrapped.RECORD, alone.value, alone.pointer, via=alone.via, inner=alone.inner, group=group)


def _looked_into(value: dict[str, Any] | list[Any], has_reader: Callable[[object], bool], nested: int) -> Scope | None:
    def holds(inner: dict[str, Any] | list[Any]) -> bool:
        return nested < NESTED_AT_MOST and look_into(inner, has_reader, nested + 1) is not None

    search = Search(has_reader, holds)
    if isinstance(value, list):
        scope = search.scope(value)
        return scope if scope.holds and not any(found.steps == () for found in scope.asked) else None
    shape = shape_of(value)
    if shape in (Shape.RESPONSE, Shape.MESSAGE) or "choices" in value or foreign_name(value):
        return None
    if shape in (Shape.REQUEST, Shape.HISTORY):
        scope = search.scope(value, but=OF_REQUESTS)
        scope.asked.insert(0, Payload(Wrapped.HISTORY, value, ()))
        return scope if scope.answered or scope.messages or scope.failure else None
    scope = search.scope(value)
    return scope if scope.holds and not is_chunk(value) else None


# From what was found to parts


def _parts(scope: Scope, around: Request | None, session: str, id: str) -> Iterator[Wrapped]:
    """The parts of a scope. `around`: the request of the scope around it, `id`: that request's id."""
    id = scope.request_id or id
    yield from scope.headers
    asked = _distinct(scope.asked)
    refusals = [answer for answer in scope.answers if asked and is_error(answer[0].value)]
    answers = _once([answer for answer in scope.answers if answer not in refusals])
    told = [message for message in scope.messages if message.steps[-1] in ANSWER_KEYS]
    answered = bool(answers) or any(below.answered for below in scope.below)
    failure = scope.failure or next(((answer[0].pointer, error_text(answer[0].value)) for answer in refusals), None)
    failed = bool(asked or scope.refused) and not answered and not told and failure is not None
    whole = bool(asked) and isinstance(_body(asked[0]).get("messages"), list)
    if whole and told and not answers:
        yield _answered(asked.pop(0), told[:1])
    elif whole and len(asked) == 2 and not answers and (gave := _messages_told(asked[1])):
        yield _answered(asked[0], gave)
        asked = []
    for history in asked:
        purpose = "send" if answered or failed else ""
        yield Wrapped(Wrapped.HISTORY, history.value, history.pointer, via=history.via, purpose=purpose)
    request = Request(_body(asked[0])) if asked else around
    for payload in (payload for answer in answers for payload in answer):
        yield Wrapped(payload.kind, payload.value, payload.pointer, via=payload.via, inner=payload.inner, request=request, group=id)
    if failed and failure is not None:
        yield Wrapped(Wrapped.FAILED, None, failure[0], detail=failure[1])
    if not (scope.asked or answers):
        for message in scope.messages:
            if message.via:
                yield Wrapped(Wrapped.RECORD, message.value, message.pointer, via=message.via, inner=message.inner)
            else:
                yield Wrapped(Wrapped.MESSAGE, message.value, message.pointer, group=session, join=_join_of(message.value))
    for below in scope.below:
        yield from _parts(below, request, session, id)


def _join_of(message: object) -> Join | None:
    """How messages are joined of which this is one: None where they can stay as they are."""
    return (lambda pieces: iter((joined(pieces, add_message),))) if is_in_a_dialect(message) else None


def _body(history: Payload) -> dict[str, Any]:
    """A history as the body of a request."""
    return history.value if isinstance(history.value, dict) else {"messages": history.value}


def _distinct(asked: list[Payload]) -> list[Payload]:
    """Histories without those that only repeat another one; of these the one with the most beside its messages is kept."""
    kept: list[Payload] = []
    for history in sorted(asked[:COMPARED], key=lambda history: -len(_body(history))):
        if all(_body(history)["messages"] != _body(other)["messages"] for other in kept):
            kept.append(history)
    return sorted(kept, key=asked.index)


def _once(answers: list[list[Payload]]) -> list[list[Payload]]:
    """Answers without a second view of the same: a message joined from chunks, chunks parsed from the text beside them."""
    raw_first = sorted(answers[:COMPARED], key=lambda answer: (answer[0].kind == Wrapped.RESPONSE, not answer[0].via))
    streamed = any(answer[0].kind == Wrapped.EVENTS for answer in answers)
    seen: set[str] = set()
    kept = []
    for answer in raw_first:
        ids = {str(payload.value.get("id")) for payload in answer if isinstance(payload.value, dict)}
        if not ids & seen and not (streamed and answer[0].kind != Wrapped.EVENTS):
            kept.append(answer)
        seen |= ids
    return sorted(kept, key=answers.index)


def _messages_told(history: Payload) -> list[Payload]:
    """The messages of what came back, as payloads of their own, if that is a list that begins with the assistant; else none."""
    messages = _body(history)["messages"]
    first = messages[0]
    if history.via or ANSWER_KEYS.isdisjoint(history.steps) or not isinstance(first, dict) or first.get("role") != "assistant":
        return []
    inside = ("messages",) if isinstance(history.value, dict) else ()
    return [history._replace(value=message, steps=(*history.steps, *inside, number)) for number, message in enumerate(messages)]


def _answered(asked: Payload, answers: list[Payload]) -> Wrapped:
    """A history and the messages that came back, as one history."""
    body = _body(asked)
    sources = Sources()
    place = "" if isinstance(asked.value, dict) else "/messages"
    sources.places[place] = Source(asked.pointer, text=len(asked.pointer) if asked.via else 0)
    for number, answer in enumerate(answers, len(body["messages"])):
        sources.places[f"/messages/{number}"] = Source(answer.pointer, text=len(answer.pointer) if answer.via else 0)
    whole = {**body, "messages": [*body["messages"], *(answer.value for answer in answers)]}
    return Wrapped(Wrapped.HISTORY, whole, "", exchange="answered", purpose="archive", sources=sources)


# What it is called

Path = tuple[str, ...]


def _paths(scope: Scope) -> Iterator[Path]:
    """Where what can be checked stands: the names on the way, "*" for any place in a list."""
    held = [payload.steps for payload in [*scope.asked, *(answer[0] for answer in scope.answers), *scope.messages]]
    for way in held or ([scope.refused] if scope.refused else []):
        steps = way or ("messages",)
        listed = (*steps[:-1], 0) if isinstance(steps[-1], int) else steps
        yield tuple("*" if isinstance(step, int) else step[:STEP_SHOWN] for step in listed)
    for below in scope.below:
        yield from _paths(below)


def _shown(path: Path) -> str:
    """A path as people write it: `$.runs[*].chunk`."""
    return "$" + "".join("[*]" if step == "*" else f".{step}" if step.isidentifier() else f'["{step}"]' for step in path)


def _name(value: dict[str, Any] | list[Any], paths: list[Path]) -> str:
    """The name by which people know such a log, else where what it holds stands."""
    heads = {path[0] for path in paths}
    if {"request", "response"} <= heads:
        return "request-response"
    if paths == [("chunk",)] and TIME_KEYS & set(value):
        return "ts-chunk"
    if paths == [("data",)] and "event" in value:
        return "event-data"
    if set(paths) == {("*",)}:
        return "array of chunks"
    return f"wrapper at {_shown(paths[0])}"
