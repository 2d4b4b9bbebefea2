"""Which finding explains which, as data. Links stay inside one segment.

A link holds where the scopes of both agree: choice, slot and turn must be equal wherever both findings have them. A finding about some
calls of a choice explains nothing of the others, and is explained only by what is about all of them. `AFTER` also asks that the follow-up
stands behind its root in the file, `BEFORE` that it stands before the last place of its root, `SAME_ID` that both name the same call id,
`SAME_TURN` that both belong to the same turn, or both to none, `SAME_RECORD` that both name one record. `ANY`: anywhere in the segment.
What another finding of the history already tells is not in the facts of a turn at all (`facts.histories.Turn`), so it needs no row here.
"""

from collections.abc import Container, Iterator
from typing import NamedTuple

AGREE = "agree"
AFTER = "after"
BEFORE = "before"
SAME_ID = "same-id"
ANY = "any"
SAME_TURN = "same-turn"
SAME_RECORD = "same-record"


class Link(NamedTuple):
    """One row: `root` explains `follow` (both rule names, or `rule:variant`) where `scope` allows.

    Only a rule that judges streams, and so has one finding a segment, may follow with a variant.
    """

    root: str
    follow: str
    scope: str = AGREE


EVERYTHING = "*"

_CUT = (
    "json-truncated-at-end",
    "stream-error-object",
    "sse-event-error",
    "sse-data-not-json",
    "sse-last-event-unterminated",
)

_OF_A_CUT = ("finish-missing", "done-missing", "arguments-truncated", "usage-missing")

_OF_WORDS = (
    "object-wrong",
    "chunk-id-missing",
    "chunk-id-changes",
    "model-changes",
    "created-missing-or-unit",
    "created-changes",
    "choices-missing-or-null",
    "choice-index-missing",
    "delta-missing",
    "role-invalid",
    "role-missing",
    "finish-unknown-value",
    "tool-index-missing",
    "tool-type-invalid",
    "tool-type-missing",
    "tool-id-missing",
    "tool-name-missing",
    "tool-name-charset",
    "tool-function-missing",
)
"""Rules about keys and fixed words of a chunk: where bytes of one were lost, the text that stands for them is nobody's word."""

_HEAD_OF_A_CALL = ("tool-id-missing", "tool-name-missing", "tool-type-missing")
_OF_A_LOST_START = (
    "finish-tool-calls-without-calls",
    "completion-empty",
    "arguments-invalid-json",
    "arguments-not-object",
    "arguments-trailing-data",
)
_OF_A_LOST_CHUNK = (*_OF_A_LOST_START, "finish-missing", "arguments-truncated", "truncation-reported-complete")
"""What is missing from an answer when the chunk that brought it was lost; the head of a call only from one that begins behind it, an end
not where the first chunk was lost."""

_LOST_START = ("bom-present:between",)
_LOST = ("bom-present:inside", "json-invalid-line:lost", "sse-data-not-json:lost")

_ROWS: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = (
    (_CUT, _OF_A_CUT, AGREE),
    (("sse-field-missing",), _OF_A_CUT, BEFORE),
    (("input-unrecognised",), ("json-invalid-line", "sse-data-not-json", "sse-field-missing"), AGREE),
    (("bom-present:inside", "bom-present:between"), ("sse-field-missing", "capture-starts-midway"), AGREE),
    (_LOST, _OF_A_LOST_CHUNK, AGREE),
    (_LOST_START, _OF_A_LOST_START, AGREE),
    ((*_LOST, *_LOST_START), ("role-missing", *_HEAD_OF_A_CALL), AFTER),
    (("invalid-utf8",), ("arguments-replacement-character",), AGREE),
    (("invalid-utf8",), ("input-empty", "input-unrecognised", "json-truncated-at-end", "json-invalid-line"), AGREE),
    (("invalid-utf8",), _OF_WORDS, SAME_RECORD),
    (("json-truncated-at-end",), ("sse-data-not-json", "sse-last-event-unterminated"), AGREE),
    (("limit-exceeded:index",), ("tool-index-invalid", "tool-index-not-from-zero", "tool-index-gap"), AGREE),
    (
        ("capture-starts-midway",),
        ("role-missing", "tool-id-missing", "tool-name-missing", "tool-type-missing", "arguments-invalid-json", "arguments-truncated"),
        AGREE,
    ),
    (
        ("capture-starts-midway:extract",),
        (
            "finish-missing",
            "finish-tool-calls-without-calls",
            "completion-empty",
            "usage-missing",
            "tool-index-not-from-zero",
            "tool-index-gap",
            "tool-function-missing",
            "arguments-trailing-data",
            "arguments-double-encoded",
            "arguments-not-object",
            "arguments-lenient-json",
            "arguments-schema-mismatch",
            "truncation-reported-complete",
            "tool-choice-not-honoured",
        ),
        AGREE,
    ),
    (("sse-field-missing",), ("stream-error-object",), AGREE),
    (("finish-missing",), ("done-missing", "arguments-truncated", "usage-missing"), AGREE),
    (("sse-blank-line-missing",), ("sse-data-not-json", "stream-error-object", EVERYTHING), AFTER),
    (("data-after-done",), ("delta-after-finish",), AFTER),
    (("data-after-done",), ("done-missing",), AGREE),
    (("done-malformed",), ("done-missing",), AGREE),
    (("stream-error-object",), ("finish-error", "finish-unknown-value"), AGREE),
    (("non-stream-response:no-choice",), ("finish-missing", "completion-empty", "finish-tool-calls-without-calls"), AGREE),
    (("message-frame-in-stream",), ("delta-missing",), SAME_RECORD),
    (("choices-missing-or-null:no-array",), ("role-missing", *_HEAD_OF_A_CALL, *_OF_A_LOST_CHUNK), AGREE),
    (("choices-missing-or-null", "choices-empty-unexplained"), ("object-wrong",), SAME_RECORD),
    (("chunk-id-missing", "chunk-id-changes"), ("stream-boundary-ambiguous",), AGREE),
    (
        ("choice-index-drifts",),
        (
            "role-missing",
            "finish-missing",
            "choice-index-missing",
            "completion-empty",
            "finish-tool-calls-without-calls",
            "tool-calls-finish-stop",
            "tool-id-missing",
            "tool-name-missing",
            "tool-type-missing",
            "tool-index-not-from-zero",
            "tool-index-gap",
            "arguments-invalid-json",
            "arguments-truncated",
            "arguments-trailing-data",
            "arguments-empty",
            "truncation-reported-complete",
        ),
        ANY,
    ),
    (("tool-calls-not-array",), ("tool-*",), AGREE),
    (("tool-calls-not-array:in-history",), ("assistant-empty", "tool-result-orphan"), AGREE),
    (
        ("tool-calls-not-array:in-history",),
        ("call-id-missing", "call-type-missing", "call-function-missing", "arguments-empty", "tool-result-missing"),
        SAME_TURN,
    ),
    (("tool-index-missing", "tool-index-invalid"), ("tool-index-not-from-zero", "tool-index-gap", "tool-id-missing"), AGREE),
    (
        ("tool-index-reused",),
        (
            "arguments-invalid-json",
            "arguments-truncated",
            "arguments-trailing-data",
            "tool-index-twice-in-chunk",
            "tool-name-repeated",
            "tool-arguments-cumulative",
            "truncation-reported-complete",
        ),
        AGREE,
    ),
    (("tool-type-invalid",), ("tool-type-missing",), AGREE),
    (("tool-function-missing",), ("tool-name-missing", "arguments-empty"), AGREE),
    (("tool-arguments-not-string",), ("arguments-double-encoded", "arguments-not-object", "arguments-empty"), AGREE),
    (
        ("tool-arguments-cumulative",),
        ("arguments-invalid-json", "arguments-truncated", "arguments-trailing-data", "truncation-reported-complete"),
        AGREE,
    ),
    (
        ("tool-call-split-over-indexes",),
        (
            "tool-index-not-from-zero",
            "tool-index-gap",
            "tool-index-out-of-order",
            "tool-id-missing",
            "tool-id-shared",
            "tool-name-missing",
            "tool-type-missing",
            "arguments-empty",
            "arguments-invalid-json",
            "arguments-not-object",
            "arguments-double-encoded",
            "arguments-truncated",
            "arguments-trailing-data",
            "truncation-reported-complete",
        ),
        AGREE,
    ),
    (("tool-name-markup",), ("tool-name-charset", "tool-not-declared"), AGREE),
    (
        ("tool-markup-in-content", "tool-markup-in-reasoning"),
        ("tool-calls-finish-stop", "completion-empty", "tool-choice-not-honoured"),
        AGREE,
    ),
    (("finish-conflicting",), ("tool-calls-finish-stop",), AGREE),
    (("finish-length-with-calls", "truncation-reported-complete"), ("arguments-truncated",), AGREE),
    (("finish-error",), ("finish-unknown-value", "arguments-truncated"), AGREE),
    (("tool-id-placeholder",), ("tool-id-missing", "tool-id-changes", "tool-result-unknown-id"), AGREE),
    (("tool-id-repeated",), ("call-id-too-long",), AGREE),
    (("call-id-duplicate-in-turn",), ("tool-result-duplicate", "tool-result-missing"), SAME_ID),
    (("tool-results-not-adjacent", "tool-result-before-call", "parallel-turn-split"), ("tool-result-order",), SAME_TURN),
    (("parallel-turn-split",), ("reply-split", "roles-not-alternating"), SAME_TURN),
    (("reply-split",), ("roles-not-alternating",), SAME_TURN),
    (("call-id-missing",), ("tool-call-id-missing",), SAME_TURN),
    (("call-id-missing", "tool-call-id-missing"), ("tool-result-missing", "tool-result-unknown-id", "tool-call-pending"), SAME_TURN),
    (("call-name-missing",), ("arguments-empty",), AGREE),
    (
        ("call-arguments-not-string",),
        (
            "arguments-invalid-json",
            "arguments-truncated",
            "arguments-trailing-data",
            "arguments-double-encoded",
            "arguments-not-object",
            "arguments-empty",
        ),
        AGREE,
    ),
    (("tools-not-array", "tools-empty"), ("history-calls-without-tools",), AGREE),
    ((*_CUT, "sse-field-missing"), ("responses-terminal-missing", "anthropic-block-order:no-end"), AGREE),
    (("responses-terminal-missing",), ("arguments-truncated",), AGREE),
    (("anthropic-block-order:lost",), ("arguments-invalid-json", "arguments-truncated", "arguments-trailing-data"), AGREE),
    (("anthropic-block-order:lost",), ("anthropic-tool-use-without-block",), AGREE),
)


def links() -> Iterator[Link]:
    """Every row of the table, one root and one follow-up each, in order of precedence."""
    for roots, follows, scope in _ROWS:
        for root in roots:
            for follow in follows:
                yield Link(root, follow, scope)


CAUSES: tuple[Link, ...] = tuple(links())
_BY_FOLLOW: dict[str, list[Link]] = {}
for _link in CAUSES:
    _BY_FOLLOW.setdefault(_link.follow.partition(":")[0], []).append(_link)


ROOTS = frozenset(_link.root.partition(":")[0] for _link in CAUSES)
"""The rules that explain anything."""


def explaining(rule: str, present: Container[str]) -> Iterator[Link]:
    """The links that could explain a finding of `rule` by one of the kinds or rules in `present`, in order of precedence."""
    of_calls = rule.startswith("tool-") and not rule.startswith("tool-result")
    wildcards = [EVERYTHING, *(["tool-*"] if of_calls else [])]
    for follow in (rule, *wildcards):
        for link in _BY_FOLLOW.get(follow, ()):
            if link.root in present and link.root.partition(":")[0] != rule and (":" not in link.follow or link.follow in present):
                yield link
