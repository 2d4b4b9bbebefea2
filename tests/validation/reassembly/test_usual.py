"""What is called usual draws nothing from the rules that only find what is unusual."""

import io
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from validation.examples import Wire, chunk, entry, header, jsonl, tools
from validation.facts.streams import Call, Choice, Stream
from validation.finding import Found
from validation.pipeline import asking, judging, validate
from validation.rules import rules_for

USUAL: list[Wire] = [
    chunk({"role": "assistant", "content": ""}),
    chunk({"reasoning": "Oslo, then."}),
    chunk(tools(header("call_a"))),
    chunk(tools(entry('{"city":'))),
    chunk(tools(entry('"Oslo"}'))),
    chunk(tools(header("call_b", index=1))),
    chunk(tools(entry('{"city":"Bergen"}', index=1))),
    chunk({}, finish="tool_calls"),
]
TEXT: list[Wire] = [chunk({"role": "assistant", "content": ""}), chunk({"content": "Four degrees."}), chunk({}, finish="stop")]
REMOVED: Any = object()
OTHERS: list[Any] = [
    REMOVED,
    None,
    "",
    "x",
    "x" * 50,
    "a b",
    "stop",
    "length",
    -1,
    0,
    1,
    7,
    1.5,
    True,
    [],
    {},
    ["x"],
    {"x": 1},
    "é",
    "<|x",
    {"content": "x"},
    "true",
]


def paths(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each member and element."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from paths(value[key], (*way, key))


def changed(wires: list[Wire], way: tuple[Any, ...], other: Any) -> list[Wire]:
    """The same stream with something else at the end of the way."""
    wires = deepcopy(wires)
    around: Any = wires
    for step in way[:-1]:
        around = around[step]
    if other is REMOVED:
        del around[way[-1]]
    else:
        around[way[-1]] = other
    return wires


def usual_in(wires: list[Wire], monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, list[bool], list[bool]]]:
    """Which streams, choices and calls of the lines are usual. None of them may draw what only the unusual draws."""
    seen: list[tuple[bool, list[bool], list[bool]]] = []

    def look(streams: list[Stream], families: frozenset[str] | None) -> list[list[Any]]:
        for stream in streams:
            calls = [call.usual for choice in stream.choices for call in choice.calls]
            seen.append((stream.usual, [choice.usual for choice in stream.choices], calls))
            assert said_of_usual(stream) == [], wires
        return asking.judged_together(streams, families)

    monkeypatch.setattr(judging, "judged_together", look)
    validate(io.BytesIO(jsonl(*wires).data))
    return seen


def said_of_usual(stream: Stream) -> list[tuple[str, Found]]:
    """What rules that only find what is unusual find in parts of the stream that are usual."""
    calls = [call for choice in stream.choices for call in choice.calls]
    parts: list[tuple[type, Any]] = [(Stream, stream), *((Choice, one) for one in stream.choices), *((Call, one) for one in calls)]
    usual = [(kind, part) for kind, part in parts if part.usual]
    return [(rule.name, found) for kind, part in usual for rule in rules_for(kind, None) if rule.unusual for found in rule.check(part)]


def test_a_stream_without_a_fault_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_in(USUAL, monkeypatch) == [(True, [True], [True, True])]
    assert usual_in(TEXT, monkeypatch) == [(True, [True], [])]


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: "removed" if other is REMOVED else repr(other)[:12])
def test_whatever_is_changed_in_it_nothing_that_is_called_usual_draws_a_finding(other: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for wires in (USUAL, TEXT):
        for way in paths(wires):
            usual_in(changed(wires, way, other), monkeypatch)


@pytest.mark.parametrize("place", range(len(USUAL)))
def test_whatever_comes_twice_or_late_in_it_nothing_that_is_called_usual_draws_a_finding(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for behind in range(len(USUAL)):
        wires = [*USUAL[:behind], USUAL[place], *USUAL[behind:]]
        usual_in(wires, monkeypatch)
        usual_in([*wires, *TEXT], monkeypatch)
        usual_in([{**wire, "id": ""} for wire in wires], monkeypatch)
