"""Tier 1: exact shapes are faster and change nothing."""

import io
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.corpus.cases import CASES
from validation.examples import Wire, chunk, entry, header, jsonl, tools
from validation.pipeline import validate
from validation.rendering.json_report import report_document

TRACES = [
    path
    for path in sorted([*CASES.glob("seeds/*.jsonl"), *CASES.glob("servers/*.jsonl"), *CASES.glob("clients/*.jsonl")])
    if path.stem.islower()
]


def report_of(data: bytes, monkeypatch: pytest.MonkeyPatch, *, exact: bool) -> dict[str, Any]:
    monkeypatch.setenv("CALLCHECK_EXACT_SHAPES", "1" if exact else "0")
    return report_document(validate(io.BytesIO(data)))


def both(data: bytes) -> tuple[dict[str, Any], dict[str, Any], list[int]]:
    """The report with and without exact shapes, but for the tiers, and the tiers with them."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        with_shapes = report_of(data, monkeypatch, exact=True)
        without = report_of(data, monkeypatch, exact=False)
    tiers = with_shapes["input"].pop("tiers")
    assert without["input"].pop("tiers")[0] == 0
    return with_shapes, without, tiers


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_a_reported_stream_has_the_same_report_with_and_without(path: Any) -> None:
    with_shapes, without, _ = both(path.read_bytes())
    assert with_shapes == without


def test_nearly_all_chunks_of_a_long_stream_are_decoded_by_their_shape() -> None:
    data = jsonl(chunk({"role": "assistant"}), chunk(tools(header())), *(chunk(tools(entry(f"{n}"))) for n in range(500))).data
    _, _, tiers = both(data)
    assert tiers[0] > 480
    assert sum(tiers) == 502


def test_a_file_that_no_shape_fits_is_read_without_them() -> None:
    _, _, tiers = both(jsonl(*({"messages": [{"role": "user", "content": str(n)}]} for n in range(700))).data)
    assert tiers[0] == 0
    assert tiers[1] == 700


DELTAS: st.SearchStrategy[Wire] = st.one_of(
    st.just({"role": "assistant", "content": None}),
    st.builds(lambda text: {"content": text}, st.text(max_size=4)),
    st.builds(lambda text: {"reasoning": text}, st.text(max_size=4)),
    st.builds(lambda text, index: tools(entry(text, index=index)), st.text(max_size=4), st.sampled_from([0, 0, 0, 1, True, None, -1])),
    st.builds(lambda index: tools(header(f"call_{index}", index=index)), st.sampled_from([0, 1])),
    st.builds(lambda text: {"content": None, "role": "assistant", **tools(entry(text))}, st.text(max_size=4)),
)
TOPS = st.sampled_from(
    [
        {},
        {},
        {},
        {"usage": None},
        {"usage": {"total_tokens": 3}},
        {"extra": 1},
        {"extra": [1]},
        {"created": 1.0},
        {"model": None},
        {"id": "c2"},
    ]
)
CHUNKS = st.builds(
    lambda delta, top, finish: chunk(delta, finish=finish, **top), DELTAS, TOPS, st.sampled_from([None] * 9 + ["tool_calls"])
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(CHUNKS, st.integers(1, 4)), max_size=12))
def test_any_stream_has_the_same_report_with_and_without(runs: list[tuple[Wire, int]]) -> None:
    with_shapes, without, _ = both(jsonl(*(wire for wire, times in runs for _ in range(times))).data)
    assert with_shapes == without
