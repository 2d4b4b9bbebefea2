"""Which call a result with an unknown id was probably meant for."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from validation.facts.histories import HistoryCall, Result

MAX_LENGTH: Final = 64
MAX_COMPARISONS: Final = 256
"""Edit distances a history: one of two 64-character ids takes half a millisecond."""

_DROPPED = re.compile(r"[^A-Za-z0-9_-]+")


class Pairing:
    """Gives unknown ids the calls they probably mean, turn by turn, with one budget of comparisons for the whole history."""

    def __init__(self) -> None:
        self.comparisons = MAX_COMPARISONS

    def pair(self, unknown: Sequence[Result], left: Sequence[HistoryCall]) -> None:
        """Give each result of `unknown` one call of `left`, as far as they go, the surest reasons first.

        Reasons: equal after trimming; equal without characters outside letters, digits, `_` and `-`; similar; the only one left; else the
        order in which they stand.
        """
        if not unknown or not left:
            return
        _by_form(unknown, left, "trimmed", str.strip)
        _by_form(unknown, left, "cleaned", lambda id: _DROPPED.sub("", id))
        self._by_distance(unknown, left)
        results = [result for result in unknown if result.missing is None]
        calls = [call for call in left if call.unknown is None]
        near = "only" if len(calls) == 1 else "order"
        for result, call in zip(results, calls, strict=False):
            _claim(result, call, near)

    def _by_distance(self, unknown: Sequence[Result], left: Sequence[HistoryCall]) -> None:
        """The closest pairs first, as long as at most a third of the longer id differs."""
        results = [result for result in unknown if result.missing is None and result.id and len(result.id) <= MAX_LENGTH]
        calls = [call for call in left if call.unknown is None and call.id and len(call.id) <= MAX_LENGTH]
        self.comparisons -= len(results) * len(calls)
        if self.comparisons < 0:
            return
        pairs = [
            (distance(result.id or "", call.id or ""), nth, number)
            for nth, result in enumerate(results)
            for number, call in enumerate(calls)
        ]
        for apart, nth, number in sorted(pairs):
            result, call = results[nth], calls[number]
            longer = max(len(result.id or ""), len(call.id or ""))
            if result.missing is None and call.unknown is None and apart * 3 <= longer:
                _claim(result, call, "similar")


def _claim(result: Result, call: HistoryCall, near: str) -> None:
    result.missing = call
    result.near = near
    call.unknown = result


def _by_form(unknown: Sequence[Result], left: Sequence[HistoryCall], near: str, form: Callable[[str], str]) -> None:
    calls: dict[str, HistoryCall] = {}
    for call in left:
        if call.unknown is None and call.id:
            calls.setdefault(form(call.id), call)
    calls.pop("", None)
    for result in unknown:
        if result.missing is None and result.id:
            call_meant = calls.pop(form(result.id), None)
            if call_meant is not None:
                _claim(result, call_meant, near)


def distance(one: str, other: str) -> int:
    """How many characters must be added, dropped or changed to make `one` into `other`."""
    costs = list(range(len(other) + 1))
    for row, left in enumerate(one, 1):
        before, costs[0] = costs[0], row
        for column, right in enumerate(other, 1):
            before, costs[column] = costs[column], min(costs[column] + 1, costs[column - 1] + 1, before + (left != right))
    return costs[-1]
