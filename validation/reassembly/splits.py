"""One call that was sent under two indexes: its header under one, its arguments under the other. Told at the end of a choice."""

from collections.abc import Sequence
from itertools import pairwise

from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.reassembly.json_text import describe


def splits_of(calls: Sequence[Call]) -> list[tuple[Call, Call]]:
    """Pairs (header, arguments) of calls that are one, in order of appearance; empty when headers and rests are not equal in number."""
    if len(calls) < 2:
        return []
    headers = [call for call in calls if _only_header(call)]
    rests = [call for call in calls if _only_arguments(call)]
    if headers and len(headers) == len(rests) and all(_fit(*pair) for pair in zip(headers, rests, strict=True)):
        return list(zip(headers, rests, strict=True))
    return [pair for pair in pairwise(calls) if _cut_in_two(*pair)]


def _only_header(call: Call) -> bool:
    return call.index is not None and bool(call.id and call.name) and not call.size and not call.custom


def _only_arguments(call: Call) -> bool:
    return call.index is not None and not call.name and call.size > 0 and not call.custom


def _fit(header: Call, rest: Call) -> bool:
    """The rest has no id, or the one of its header."""
    return header.key != rest.key and rest.id in (None, header.id)


def _cut_in_two(first: Call, second: Call) -> bool:
    """One id under two indexes, no name with the second, and only both texts together are JSON."""
    return (
        first.id is not None
        and first.id == second.id
        and first.key != second.key
        and not second.name
        and first.size > 0 < second.size
        and first.json.state is Json.TRUNCATED
        and describe(first.arguments + second.arguments).state is Json.VALID
    )
