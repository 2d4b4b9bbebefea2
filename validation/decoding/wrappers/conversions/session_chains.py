"""Lines of a Claude Code session into the chains that they are, and each chain into the messages that it stands for."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.message_keys import LINKS, ROLES_OF_CHAT
from validation.facts.places import At

BOUNDARY: Final = "compact_boundary"
SYNTHETIC: Final = "<synthetic>"
OF_CALL: Final = "parent_tool_use_id"
"""In a line that was printed: the call that started the side chain, null in the main one."""
ROLES: Final = frozenset({"user", "assistant"})


class Chains:
    """The chains of a file: the main one of a session, and one for each side chain. A line joins the chain of its parent."""

    def __init__(self) -> None:
        self.chains: list[_Chain] = []
        self.of_line: dict[str, _Chain] = {}
        self.of_session: dict[tuple[str, str], _Chain] = {}

    def take(self, line: Mapping[str, Any], at: At) -> None:
        """Give the next line of the file to its chain."""
        chain = self._chain(line)
        chain.take(line, at)
        if isinstance(line.get("uuid"), str):
            self.of_line[line["uuid"]] = chain

    def _chain(self, line: Mapping[str, Any]) -> "_Chain":
        parent = line.get("parentUuid")
        of_call = line.get(OF_CALL)
        side = bool(line.get("isSidechain") or of_call)
        known = self.of_line.get(parent) if isinstance(parent, str) else None
        if known is None or known.side != side:
            key = (str(line.get("sessionId", line.get("session_id"))), str(of_call or side))
            known = None if side and parent is None and not of_call else self.of_session.get(key)
            if known is None:
                known = self.of_session[key] = _Chain(side)
                self.chains.append(known)
        if line.get("subtype") == BOUNDARY:
            known.cut()
        return known

    def histories(self) -> Iterator[Wrapped]:
        """Every chain as a history; what lies before a compaction is one of its own, since nothing behind it answers to it."""
        for chain in self.chains:
            yield from chain.histories()


class _Chain:
    """The lines of one chain as runs of one role each."""

    def __init__(self, side: bool) -> None:
        self.side = side
        self.before: list[list[_Run]] = []
        self.runs: list[_Run] = []
        self.run_of: dict[str, int] = {}

    def cut(self) -> None:
        """What follows is the history after a compaction."""
        if self.runs:
            self.before.append(self.runs)
        self.runs, self.run_of = [], {}

    def take(self, line: Mapping[str, Any], at: At) -> None:
        """Add a line: to the run it belongs to, or as a new one; lines that are no messages only hand on their place in the chain."""
        message = message_of(line)
        if message is not None and not _is_made_up(line, message):
            held = Held(line, at=at).get("message")
            self._branch(line, held)
            self._add(held)
        if isinstance(line.get("uuid"), str):
            self.run_of[line["uuid"]] = len(self.runs)

    def _branch(self, line: Mapping[str, Any], message: Held) -> None:
        """What the user says behind an older line takes the place of all that came after it."""
        parent = line.get("parentUuid")
        if line.get("type") != "user" or _is_linked(message) or _results(message) or line.get("isMeta") or not isinstance(parent, str):
            return
        keep = self.run_of.get(parent, len(self.runs))
        if keep < len(self.runs) and any(run.role == "user" and run.texts for run in self.runs[keep:]):
            del self.runs[keep:]

    def _add(self, message: Held) -> None:
        role = message.word("role")
        last = self.runs[-1] if self.runs else None
        if _is_linked(message) or (last is not None and _is_linked(last.lines[0])):
            self.runs.append(_Run(role, message.keys.get("id"), message))
        elif role == "assistant":
            id = message.keys.get("id")
            before = self.runs[-2] if len(self.runs) > 1 else None
            if last is not None and last.role == role and (last.id == id or id is None):
                last.add(message)
            elif last is not None and not last.texts and before is not None and before.role == role and id is not None and before.id == id:
                before.add(message)
            else:
                self.runs.append(_Run(role, id, message))
        elif last is not None and last.role == role == "user":
            last.add(message)
        else:
            self.runs.append(_Run(role, None, message))

    def histories(self) -> Iterator[Wrapped]:
        for runs in (*self.before, self.runs):
            conversation = Conversation()
            for run in runs:
                run.put(conversation)
            if conversation.messages:
                yield conversation.wrapped()


class _Run:
    """The lines of one message. `texts`: one of them says something, so it is more than results."""

    def __init__(self, role: str, id: object, first: Held) -> None:
        self.role = role
        self.id = id
        self.lines = [first]
        self.texts = not _results(first)

    def add(self, line: Held) -> None:
        self.lines.append(line)
        self.texts = self.texts or not _results(line)

    def put(self, conversation: Conversation) -> None:
        """Append the message: results first, as the client sends them, whenever the user spoke."""
        first = self.lines[0]
        if _is_linked(first):
            conversation.as_it_is(first)
            return
        if len(self.lines) == 1:
            place = conversation.add({"role": first.keys.get("role"), "content": first.keys.get("content")}, first, alike=True)
        else:
            parts = sorted((part for line in self.lines for part in _parts(line)), key=lambda part: part.word("type") != "tool_result")
            place = conversation.add({"role": self.role, "content": [part.value for part in parts]}, first)
            for number, part in enumerate(parts):
                conversation.point(place, f"/content/{number}", part, alike=True)
        last = self.lines[-1]
        conversation.finish(place, last.keys.get("stop_reason"), foreign=True)
        conversation.number += 1


def message_of(line: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message of a line, None where it holds none. A log that is written like a session may keep messages of Chat Completions."""
    message, kind = line.get("message"), line.get("type")
    if not isinstance(message, Mapping) or not isinstance(kind, str):
        return None
    return message if kind in ROLES or (kind in ROLES_OF_CHAT and message.get("role") == kind) else None


def _is_linked(message: Held) -> bool:
    """True for a call or a result of Chat Completions."""
    return not LINKS.isdisjoint(message.keys)


def _is_made_up(line: Mapping[str, Any], message: Mapping[str, Any]) -> bool:
    """True for what the client wrote itself, such as a failed request, in place of an answer."""
    return bool(line.get("isApiErrorMessage") or line.get("is_api_error_message")) or message.get("model") == SYNTHETIC


def _parts(message: Held) -> list[Held]:
    """The parts of a content; a text counts as one part."""
    content = message.get("content")
    if isinstance(content.value, str):
        return [content._replace(value={"type": "text", "text": content.value})]
    return list(content.elements())


def _results(message: Held) -> bool:
    """True when a content is nothing but results."""
    parts = _parts(message)
    return bool(parts) and all(part.word("type") == "tool_result" for part in parts)
