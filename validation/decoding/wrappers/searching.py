"""Looks through a log record of no known kind for what can be checked, level by level, within bounds.

A *scope* is one object with everything beneath it, but for the elements of lists: each of these is a scope of its own, since a list holds
several of something. What stands in one scope belongs together: a request and its answer.
"""

from collections.abc import Callable
from typing import Any, Final

from validation.decoding.wrappers.conversions.langchain_messages import is_langchain_opening
from validation.decoding.wrappers.credentials import header_of, headers_beside
from validation.decoding.wrappers.payloads import (
    Payload,
    Step,
    is_error,
    is_message,
    payloads_in,
    payloads_of_text,
    pointer_of,
)
from validation.decoding.wrappers.request_ids import request_of
from validation.facts.carriage import DONE, Wrapped

MAX_DEPTH: Final = 4
"""So many names may lead to what is held; a number is only counted in a list that stands in a list."""
MAX_NODES: Final = 20_000
ASKED_ABOUT: Final = 16
"""So many objects of a list are asked whether a wrapper is known by name; the others only if one of these is."""

EVENT_KEYS: Final = frozenset({"chunk", "data", "event", "payload"})
"""Names under which a stream's error stands for itself."""
MESSAGE_KEYS: Final = EVENT_KEYS | {"message", "msg", "item", "turn", "entry", "body"}
ANSWER_KEYS: Final = frozenset({"answer", "assistant", "completion", "generation", "output", "outputs", "reply", "response", "result"})
BODY_KEYS: Final = EVENT_KEYS | {
    "body", "chat", "checkpoint", "conversation", "export", "har", "input", "item", "kwargs", "log", "observation", "output", "params",
    "record", "request", "response", "result", "row", "session", "snapshot", "span", "state", "thread", "trace",
}  # fmt: skip
"""Names under which a log of another kind is looked for."""
STATUS_KEYS: Final = frozenset({"code", "http_status", "httpStatus", "response_status", "status", "status_code", "statusCode"})
FAILURES: Final = ("error", "failed", "failure")
ERROR_KEYS: Final = frozenset({"error", "error_message", "errorMessage", "error_str", "exception", "failure"})


class Scope:
    """What one scope holds. `asked`: histories; `answers`: each the payloads of one answer; `messages`: single ones; `failure`: where and
    why it failed; `refused`: the way to an endpoint's error in the place of its response; `headers`: credentials; `request_id`: the id of
    the request, for a list element; `below`: the scopes of list elements."""

    __slots__ = ("answers", "asked", "below", "failure", "headers", "messages", "refused", "request_id")

    def __init__(self) -> None:
        self.asked: list[Payload] = []
        self.answers: list[list[Payload]] = []
        self.messages: list[Payload] = []
        self.failure: tuple[str, str] | None = None
        self.refused: tuple[Step, ...] = ()
        self.headers: list[Wrapped] = []
        self.request_id = ""
        self.below: list[Scope] = []

    @property
    def holds(self) -> bool:
        """True when there is something to check."""
        return bool(self.asked or self.answers or self.messages or self.refused) or any(scope.holds for scope in self.below)

    @property
    def answered(self) -> bool:
        """True when an answer of any kind stands here or below."""
        return bool(self.answers) or any(scope.answered for scope in self.below)


class Search:
    """One search. `has_reader(value)`: whether a wrapper is known by name, `holds(value)`: whether a text's value is home-made too."""

    def __init__(self, has_reader: Callable[[object], bool], holds: Callable[[dict[str, Any] | list[Any]], bool]) -> None:
        self.nodes = MAX_NODES
        self.has_reader = has_reader
        self.holds = holds

    def scope(self, value: object, steps: tuple[Step, ...] = (), depth: int = 0, *, but: frozenset[str] = frozenset()) -> Scope:
        """What `value` holds. `but`: keys of `value` that are not looked at."""
        scope = Scope()
        if isinstance(value, dict):
            self._object({key: child for key, child in value.items() if key not in but} if but else value, steps, depth, scope)
        elif isinstance(value, list):
            self._list(value, steps, depth, scope)
        return scope

    def _object(self, value: dict[str, Any], steps: tuple[Step, ...], depth: int, scope: Scope) -> None:
        """`depth`: how many names led here."""
        for key, child in value.items():
            self.nodes -= 1
            if self.nodes < 0 or depth >= MAX_DEPTH:
                return
            at = (*steps, key)
            if isinstance(child, str):
                self._text(child, key, value, at, scope)
            elif isinstance(child, dict | list):
                self._node(child, key, at, depth + 1, scope)
            if scope.failure is None:
                scope.failure = _failure(key, child, at)

    def _node(self, child: dict[str, Any] | list[Any], key: str, at: tuple[Step, ...], depth: int, scope: Scope) -> None:
        found = self._named(payloads_in(child, at))
        if found:
            _add(scope, found)
            if found[0].kind == Wrapped.HISTORY and isinstance(child, dict):
                scope.headers += headers_beside(child, pointer_of(at))
        elif is_message(child):
            if key in MESSAGE_KEYS or key in ANSWER_KEYS:
                scope.messages.append(Payload(Wrapped.MESSAGE, child, at))
        elif key in EVENT_KEYS and is_error(child):
            _add(scope, [Payload(Wrapped.CHUNK, child, at)])
        elif (key in BODY_KEYS and self._is_known(child)) or self._is_known_list(child):
            _add(scope, [Payload(Wrapped.RECORD, child, at)])
        elif isinstance(child, list):
            self._list(child, at, depth, scope)
        else:
            if key == "response" and is_error(child) and ("type" in child["error"] or "code" in child["error"]):
                scope.refused = at
            self._object(child, at, depth, scope)

    def _list(self, value: list[Any], steps: tuple[Step, ...], depth: int, scope: Scope) -> None:
        if depth > MAX_DEPTH:
            return
        found = payloads_in(value, steps) or self._texts(value, steps, scope)
        if found:
            _add(scope, found)
            return
        objects, known = 0, False
        for number, item in enumerate(value):
            self.nodes -= 1
            if self.nodes < 0:
                return
            if not isinstance(item, dict | list):
                continue
            at = (*steps, number)
            objects += isinstance(item, dict)
            inside = Scope()
            found = self._named(payloads_in(item, at))
            if found:
                _add(inside, found)
            elif isinstance(item, dict) and (known or objects <= ASKED_ABOUT) and self._is_known(item):
                known = True
                _add(inside, [Payload(Wrapped.RECORD, item, at)])
            elif isinstance(item, list) and self._is_known_list(item):
                _add(inside, [Payload(Wrapped.RECORD, item, at)])
            elif isinstance(item, list):
                self._list(item, at, depth + 1, inside)
            else:
                self._object(item, at, depth, inside)
            if inside.holds or inside.headers:
                inside.request_id = request_of(item)
                scope.below.append(inside)

    def _named(self, found: list[Payload]) -> list[Payload]:
        """What was found; a history that is one of a wrapper that is known, or in its words, is for that one to read."""
        if found and found[0].kind == Wrapped.HISTORY and self._is_known(found[0].value):
            return [found[0]._replace(kind=Wrapped.RECORD)]
        return found

    def _is_known(self, value: object) -> bool:
        """Whether a wrapper is known by name. Every one of them is asked, so this counts."""
        self.nodes -= 1
        return self.has_reader(value)

    def _is_known_list(self, value: object) -> bool:
        """Whether a list, whatever its name, is a conversation in parts or messages of a wrapper that is known, from its beginning."""
        first = value[0] if isinstance(value, list) and value else None
        if not isinstance(first, dict) or not (("role" in first and "parts" in first) or is_langchain_opening(first)):
            return False
        return self._is_known(value)

    def _texts(self, value: list[Any], steps: tuple[Step, ...], scope: Scope) -> list[Payload]:
        """The events of a list of texts; credentials in texts that are none."""
        found: list[Payload] = []
        for number, item in enumerate(value):
            if isinstance(item, str):
                self.nodes -= 1
                held = [] if self.nodes < 0 else payloads_of_text(item, (*steps, number), whole=False)
                found += [one for one in held if one.kind != Wrapped.RECORD or one.value is DONE or is_error(one.value)]
                header = header_of(str(steps[-1]), item, pointer_of((*steps, number))) if steps and not held else None
                if header is not None:
                    scope.headers.append(header)
        return found

    def _text(self, text: str, key: str, beside: dict[str, Any], at: tuple[Step, ...], scope: Scope) -> None:
        found = self._named(payloads_of_text(text, at, whole=bool(scope.asked)))
        if len(found) == 1 and found[0].kind == Wrapped.RECORD and isinstance(found[0].value, dict | list):
            value = found[0].value
            if key in ANSWER_KEYS and is_message(value) and text.lstrip().startswith("{"):
                scope.messages.append(found[0]._replace(kind=Wrapped.MESSAGE))
                return
            alone = (key in EVENT_KEYS and is_error(value)) or (key in MESSAGE_KEYS and is_message(value))
            if not (alone or self._is_known(value) or self.holds(value)):
                found = []
        if found:
            _add(scope, found)
        elif (header := header_of(str(beside.get("name", key)) if key == "value" else key, text, pointer_of(at))) is not None:
            scope.headers.append(header)


def _add(scope: Scope, found: list[Payload]) -> None:
    if found[0].kind == Wrapped.HISTORY:
        scope.asked.append(found[0])
    else:
        scope.answers.append(found)


def _failure(key: str, value: object, at: tuple[Step, ...]) -> tuple[str, str] | None:
    """Where and why a request failed, if this member says so."""
    if key in STATUS_KEYS and ((type(value) is int and 400 <= value < 600) or value in FAILURES):
        return pointer_of(at), f"status {value}"
    if key in ERROR_KEYS and value:
        return pointer_of(at), error_text(value)
    return None


def error_text(error: object) -> str:
    """An error in one line: its code or type and its message, as far as they are there."""
    if isinstance(error, dict):
        inside = error.get("error")
        if isinstance(inside, str):
            return inside[:400]
        known = inside if isinstance(inside, dict) else error
        words = [known.get("code") or known.get("type"), known.get("message") or known.get("detail")]
        text = ": ".join(str(word)[:400] for word in words if isinstance(word, str | int) and not isinstance(word, bool))
        return text or "an error"
    return str(error)[:400] if isinstance(error, str | int) and not isinstance(error, bool) else "an error"
