"""Claude Code sessions: one line a message or a part of one, as Anthropic's interface has them, linked by `parentUuid`.

Lines with one `message.id` are one message. Side chains (`isSidechain`) are histories of their own. What `--output-format stream-json`
prints is read alike: there a line of a side chain names the call that started it (`parent_tool_use_id`).
Sources: Huntehhh/claude-code-chat docs/claude-cli-jsonl-format.md; alicoding/claude-parser docs/JSONL-STRUCTURE.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.session_chains import BOUNDARY, OF_CALL, ROLES, Chains, message_of
from validation.facts.carriage import Piece, Wrapped
from validation.facts.unread_dialects import is_log, is_of_qwen_code

NAME = "claude-code-session"
PATH = "$.message"

LINKS = frozenset({"parentUuid", "sessionId"})
WITHOUT_LINKS = frozenset({"summary", "file-history-snapshot", "queue-operation", "custom-title"})


def sniff(value: Any) -> bool:
    """True for any line of a session."""
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str) or is_of_qwen_code(value):
        return False
    if (message := message_of(value)) is not None or value["type"] in ROLES:
        return message is not None and "choices" not in message and ("sessionId" in value or OF_CALL in value)
    if value.get("subtype") == BOUNDARY and "session_id" in value:
        return True
    known = value.keys() >= LINKS or (value["type"] in WITHOUT_LINKS and bool(value.keys() & {"leafUuid", "snapshot", "sessionId"}))
    return known and not is_log(value)


def parts(value: Any) -> Iterator[Wrapped]:
    """The line, if it is part of a chain: what stands between two messages tells how they are linked."""
    if "uuid" in value or message_of(value) is not None or value.get("subtype") == BOUNDARY:
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """The histories of the chains."""
    chains = Chains()
    for value, at, _ in pieces:
        chains.take(value, at)
    yield from chains.histories()
