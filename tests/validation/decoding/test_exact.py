"""Tier 1: exact shapes are faster and change nothing."""

import io
import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.corpus.cases import CASES
from validation.decoding.blocks import BLOCK
from validation.examples import Wire, chunk, entry, header, jsonl, tools
from validation.pipeline import validate
from validation.rendering.json_report import report_document
from validation.report.segments import Evidence, Segment

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


def events(data: bytes) -> bytes:
    """The same records as an event stream."""
    return b"".join(b"data: " + line + b"\n\n" for line in data.splitlines()) + b"data: [DONE]\n\n"


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name)
def test_the_same_stream_as_events_has_the_same_report_with_and_without(path: Any) -> None:
    with_shapes, without, _ = both(events(path.read_bytes()))
    assert with_shapes == without


def test_nearly_all_events_of_a_long_stream_are_decoded_by_their_shape() -> None:
    _, _, tiers = both(events(jsonl(*HEADERS[:2], *(chunk(tools(entry(f"{n}"))) for n in range(500))).data))
    assert tiers[0] > 480
    assert sum(tiers) == 502


def test_nearly_all_chunks_of_a_long_stream_are_decoded_by_their_shape() -> None:
    data = jsonl(chunk({"role": "assistant"}), chunk(tools(header())), *(chunk(tools(entry(f"{n}"))) for n in range(500))).data
    _, _, tiers = both(data)
    assert tiers[0] > 480
    assert sum(tiers) == 502


def test_two_shapes_that_alternate_are_decoded_by_their_shapes() -> None:
    keys = ["reasoning", "reasoning_content", "reasoning"]
    chunks = [chunk({keys[n % 3]: f"{n} "}) for n in range(300)]
    with_shapes, without, tiers = both(jsonl(HEADERS[0], *chunks).data)
    assert with_shapes == without
    assert tiers[0] > 290


def test_the_first_fragment_of_a_call_is_decoded_by_the_shape_that_others_of_its_server_had() -> None:
    deltas: list[Wire] = [{"role": "assistant"}, tools(header()), *(tools(entry(piece)) for piece in ('{"x"', ":", "1}"))]
    names = [f"chatcmpl-{number}" for number in range(40)]
    lines = [wire for id in names for wire in (*(chunk(delta, id=id) for delta in deltas), chunk({}, finish="tool_calls", id=id))]
    with_shapes, without, tiers = both(jsonl(*lines).data)
    assert with_shapes == without
    assert tiers[0] > 100


def test_choices_that_take_turns_are_decoded_by_their_shape() -> None:
    chunks = [chunk({"content": f"{n} "}, index=n % 2) for n in range(300)]
    with_shapes, without, tiers = both(jsonl(HEADERS[0], *chunks).data)
    assert with_shapes == without
    assert tiers[0] > 290


def test_a_reasoning_with_its_details_is_decoded_by_its_shape_unless_they_are_deep() -> None:
    plain = [chunk({"content": "", "role": "assistant", **details(f"{n}")}) for n in range(200)]
    deep = [chunk({"content": "", "role": "assistant", "reasoning": "r", "reasoning_details": nested(600)})]
    with_shapes, without, tiers = both(jsonl(*plain, *deep, *plain).data)
    assert with_shapes == without
    assert "limit-exceeded" in {finding["rule"] for finding in with_shapes["findings"]}
    assert tiers[0] > 390


def test_a_file_that_no_shape_fits_is_read_without_them() -> None:
    _, _, tiers = both(jsonl(*({"messages": [{"role": "user", "content": str(n)}]} for n in range(700))).data)
    assert tiers[0] == 0
    assert tiers[1] == 700


def test_a_thousand_streams_that_begin_together_are_decoded_by_their_shape() -> None:
    chunks = (chunk({"content": f"{n}"} if n else {"role": "assistant"}, id=f"chatcmpl-{name}") for n in range(20) for name in range(1_000))
    _, _, tiers = both(jsonl(*chunks).data)
    assert tiers[0] > 15_000


def test_a_file_with_a_new_id_in_every_line_is_read_without_them() -> None:
    _, _, tiers = both(jsonl(*(chunk({"content": f"{n}"}, id=f"chatcmpl-{n}") for n in range(6_000))).data)
    assert tiers[0] < 100


def details(text: str) -> Wire:
    """Reasoning as OpenRouter sends it."""
    return {"reasoning": text, "reasoning_details": [{"type": "reasoning.text", "text": text, "index": 0}]}


def nested(levels: int) -> Any:
    """An array in an array ..."""
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


BESIDE: list[Wire] = [
    {"function_call": ""},
    {"function_call": None},
    {"refusal": ""},
    {"reasoning_details": "d"},
    {"reasoning_details": []},
]

DELTAS: st.SearchStrategy[Wire] = st.one_of(
    st.just({"role": "assistant", "content": None}),
    st.builds(lambda text: {"content": text}, st.text(max_size=4)),
    st.builds(lambda text: {"reasoning": text}, st.text(max_size=4)),
    st.builds(lambda text: {"reasoning_content": text}, st.text(max_size=4)),
    st.builds(
        lambda text, role: {"content": text, "role": role}, st.text(max_size=4), st.sampled_from(["assistant"] * 4 + ["tool", None, ""])
    ),
    st.builds(lambda text, beside: {"content": text, **beside}, st.text(max_size=4), st.sampled_from(BESIDE)),
    st.builds(
        lambda text, other: {"content": other, "role": "assistant", **details(text)}, st.text(max_size=4), st.sampled_from(["", "", "x"])
    ),
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


LINES = st.one_of(
    CHUNKS.map(lambda wire: jsonl(wire).data), st.sampled_from([b"\n", b"no line\n", b'{"cut":\n', b'{"messages":[]}\n', b"[DONE]\n"])
)


@settings(max_examples=150)
@given(st.lists(st.tuples(CHUNKS | LINES, st.integers(1, 30)), max_size=12))
def test_any_stream_has_the_same_report_with_and_without(runs: list[tuple[Wire | bytes, int]]) -> None:
    lines = (jsonl(line).data if isinstance(line, dict) else line for line, times in runs for _ in range(times))
    with_shapes, without, _ = both(b"".join(lines))
    assert with_shapes == without


HEADERS = [chunk({"role": "assistant"}), chunk(tools(header())), chunk(tools(header("call_b", index=1)))]
SURPRISES = {
    "a blank line": b"\n",
    "a line end of Windows": jsonl(chunk(tools(entry("r")))).data.rstrip(b"\n") + b"\r\n",
    "a bad line": b'{"id":"chatcmpl-1","obj\n',
    "a line of another kind": b'{"messages":[]}\n',
    "another call": jsonl(chunk(tools(entry("b", index=1)))).data,
    "two calls in turn": jsonl(*(chunk(tools(entry("t", index=n % 2))) for n in range(9))).data,
    "a call that was never opened": jsonl(chunk(tools(entry("u", index=7)))).data,
    "an empty fragment": jsonl(chunk(tools(entry("")))).data,
    "a long fragment": jsonl(chunk(tools(entry("l" * 5_000)))).data,
    "a later created": jsonl(chunk(tools(entry("c")), created=1790000001)).data,
    "another model": jsonl(chunk(tools(entry("m")), model="other")).data,
    "another stream": jsonl(chunk(tools(entry("s")), id="chatcmpl-2")).data,
    "another choice": jsonl(chunk(tools(entry("o")), index=1)).data,
    "a text": jsonl(chunk({"content": "and"})).data,
    "an end": jsonl(chunk({}, finish="tool_calls")).data,
}


@pytest.mark.parametrize("surprise", SURPRISES.values(), ids=SURPRISES)
@pytest.mark.parametrize("texts", [False, True], ids=["in arguments", "in text"])
def test_what_comes_between_many_like_chunks_has_the_same_report_with_and_without(surprise: bytes, *, texts: bool) -> None:
    like = [jsonl(chunk({"content": f"word {n} "} if texts else tools(entry(f"{n}")))).data for n in range(120)]
    opened = jsonl(*HEADERS[: 1 if texts else 3]).data
    with_shapes, without, tiers = both(opened + b"".join(like) + surprise + b"".join(like) + surprise + b"".join(like))
    assert with_shapes == without
    assert tiers[0] > 100


@pytest.mark.parametrize("text", ["<", "[", "", None, 7, ["deep"], "x" * 90], ids=repr)
def test_a_text_that_must_be_looked_at_has_the_same_report_among_many_that_need_not(text: Any) -> None:
    words = [chunk({"content": f"word {n} "}) for n in range(120)]
    with_shapes, without, _ = both(jsonl(chunk({"role": "assistant"}), *words, chunk({"content": text}), *words).data)
    assert with_shapes == without


TURNED: dict[str, Wire] = {
    "both keys": {"reasoning": "b", "reasoning_content": "b"},
    "both keys, the other way round": {"reasoning_content": "b", "reasoning": "b"},
    "two texts": {"reasoning": "b", "reasoning_content": "c"},
    "neither key": {},
    "null": {"reasoning": None},
    "null under the other key": {"reasoning_content": None},
    "an empty text": {"reasoning_content": ""},
    "a bracket": {"reasoning_content": "<tool_call>"},
    "a long text": {"reasoning_content": "l" * 90},
    "a number": {"reasoning_content": 7},
    "a third key": {"reasoning_text": "t"},
    "a role beside it": {"role": "assistant", "reasoning_content": "r"},
}


@pytest.mark.parametrize("odd", TURNED.values(), ids=TURNED)
@pytest.mark.parametrize("streams", [1, 2])
def test_keys_of_reasoning_that_take_turns_are_decoded_by_one_shape_and_told_apart(odd: Wire, streams: int) -> None:
    turns = random.Random(3)

    def pieces() -> list[Wire]:
        return [{turns.choice(["reasoning", "reasoning_content"]): f"word {n} "} for n in range(90)]

    deltas = [{"role": "assistant"}, *pieces(), odd, *pieces(), odd, odd, *pieces(), tools(header()), tools(entry("{}"))]
    wires = (chunk(delta, id=f"chatcmpl-{number}") for delta in deltas for number in range(streams))
    ends = (chunk({}, finish="tool_calls", id=f"chatcmpl-{number}") for number in range(streams))
    with_shapes, without, tiers = both(jsonl(*wires, *ends).data)
    assert with_shapes == without
    assert tiers[0] > 240 * streams


PIECES = ["", None, "word ", "word word ", "<", "x" * 16, "x" * 70]


@pytest.mark.parametrize("seed", range(30))
def test_pieces_of_any_kind_under_keys_that_take_turns_have_the_same_report_with_and_without(seed: int) -> None:
    turns = random.Random(seed)

    def reasoned(piece: str | None) -> Wire:
        return {turns.choice(["reasoning", "reasoning_content"]): piece}

    known = [{"role": "assistant"}, *(reasoned(f"word {n} ") for n in range(60))]  # both shapes are known from here on
    streams = [known, *([{"role": "assistant"}, *map(reasoned, turns.choices(PIECES, k=turns.randint(1, 9)))] for _ in range(40))]
    lines = (chunk(delta, id=f"chatcmpl-{number}") for number, deltas in enumerate(streams) for delta in (*deltas, {"content": "so"}))
    with_shapes, without, _ = both(jsonl(*lines).data)
    assert with_shapes == without


@pytest.mark.parametrize("text", ["word ", "word word and word ", "\n"], ids=repr)
def test_a_text_that_grows_with_every_piece_is_told_of_each_stream_with_and_without(text: str) -> None:
    grown = [{"role": "assistant"}, *({"content": text * n} for n in range(1, 50))]
    lines = (chunk(delta, id=f"chatcmpl-{name}", finish="stop" if delta == grown[-1] else None) for name in range(9) for delta in grown)
    with_shapes, without, _ = both(jsonl(*lines).data)
    assert with_shapes == without
    assert [finding["rule"] for finding in with_shapes["findings"]].count("content-cumulative") == 9


def test_everything_behind_the_end_marker_is_counted_with_and_without() -> None:
    before = [HEADERS[0], *(chunk({key: f"{n} "}) for key in ("reasoning", "content") for n in range(30))]
    cut = [chunk({"role": "assistant"}, id="chatcmpl-2"), *(chunk({"content": f"{n} "}, id="chatcmpl-2") for n in range(30))]
    late = [chunk({key: f"{n} "}, id="chatcmpl-2") for key in ("content", "reasoning") for n in range(40)]
    with_shapes, without, _ = both(jsonl(*before, *cut).data + b"[DONE]\n" + jsonl(*late).data)
    assert with_shapes == without
    assert [finding["count"] for finding in with_shapes["findings"] if finding["rule"] == "data-after-done"] == [80]


@pytest.mark.parametrize("behind", range(4))
def test_a_path_left_at_the_end_of_a_block_takes_nothing_of_the_next_one(behind: int) -> None:
    like = jsonl(chunk(tools(entry("7")))).data
    opened = jsonl(*HEADERS[:2]).data + like[:-1] + b"\r\n"
    before = opened + like * ((BLOCK - len(opened)) // len(like) - behind)
    with_shapes, without, _ = both(before + SURPRISES["an empty fragment"] + like * 200)
    assert with_shapes == without


class Kept:
    """Keeps the evidence of every segment."""

    def __init__(self) -> None:
        self.evidence: list[Evidence] = []

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        self.evidence.append(evidence)

    def record(self, record: int, line: int, byte: int) -> None:
        pass


@pytest.mark.parametrize(
    "beside", [{"content": []}, {"content": {}}, {"role": 0}, {"role": "tool"}, {"content": ""}, {"refusal": False}], ids=repr
)
def test_what_stands_beside_fragments_may_change_between_them(beside: Wire) -> None:
    one = [chunk({"content": None, "role": "assistant", **tools(entry(f"{n}"))}) for n in range(40)]
    other = [chunk({"content": None, "role": "assistant", **beside, **tools(entry(f"{n}"))}) for n in range(40)]
    with_shapes, without, _ = both(jsonl(HEADERS[0], HEADERS[1], *one, *other, *one).data)
    assert with_shapes == without


def test_a_call_of_many_fragments_keeps_the_place_of_each() -> None:
    sink = Kept()
    data = jsonl(*HEADERS[:2], *(chunk(tools(entry(str(n % 10)))) for n in range(3_000)), chunk({}, finish="tool_calls")).data
    validate(io.BytesIO(data), sink)
    (call,) = sink.evidence[0].choices[0]["calls"]
    assert call["arguments"] == "0123456789" * 300
    assert call["seams"] == [(n + 2, n) for n in range(3_000)]
