"""Lines of JSON: every line is a record at its place; a line that is not JSON is told and does not hide the others."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from tests.validation.decoding.reading import CHUNK, VALUE, Trickle, everything, is_remark, kinds, remarks, texts, values
from validation.decoding import records
from validation.decoding.blocks import BLOCK
from validation.decoding.lines import MAX_LINE
from validation.facts.carriage import Input

UTF8 = st.characters(codec="utf-8")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64) | st.floats(allow_nan=False, allow_infinity=False) | st.text(UTF8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(UTF8, max_size=8), inner, max_size=4),
    max_leaves=12,
)


def lines(*texts: bytes) -> bytes:
    return b"".join(text + b"\n" for text in texts)


@given(st.lists(JSON, min_size=2, max_size=8), st.sampled_from(["\n", "\r\n", "\r", "\n\n", " \n"]), st.booleans())
def test_the_records_are_what_json_reads_from_the_lines(written: list[object], end: str, ascii_only: bool) -> None:
    dumped = [json.dumps(value, ensure_ascii=ascii_only) for value in written]
    data = "".join(text + end for text in dumped).encode()
    facts, found = everything(data)
    assert [value for _, value in found] == [json.loads(text) for text in dumped]
    assert [data[at[2] : at[3]].strip() for at, _ in found] == [text.encode() for text in dumped]
    assert (facts.container, facts.records, facts.bytes) == ("jsonl", len(written), len(data))


def test_a_record_knows_its_number_its_line_and_its_bytes() -> None:
    data = b"\n" + CHUNK + b"\n\n" + CHUNK
    found = everything(data)[1]
    assert [at for at, _ in found] == [(0, 2, 1, 1 + len(CHUNK)), (1, 4, 3 + len(CHUNK), 3 + 2 * len(CHUNK))]


def test_a_line_ends_at_crlf_lf_or_cr_and_a_crlf_is_one_end() -> None:
    data = CHUNK + b"\r\n" + CHUNK + b"\r" + CHUNK + b"\n" + CHUNK
    facts, found = everything(data)
    assert [at[1] for at, _ in found] == [1, 2, 3, 4]
    assert texts(data) == [CHUNK] * 4
    assert facts.lines == 4


def test_separators_that_are_characters_of_a_string_do_not_end_a_line() -> None:
    written = {"a": "x\u2028y\u2029z\x85w"}
    assert values(lines(CHUNK, json.dumps(written, ensure_ascii=False).encode())) == [VALUE, written]


@pytest.mark.parametrize("byte", [b"\x0b", b"\x0c", b"\x1c"])
def test_a_raw_control_character_is_bad_json_and_no_line_end(byte: bytes) -> None:
    facts, _ = everything(lines(CHUNK, b'{"a":"x' + byte + b'y"}', CHUNK))
    assert facts.lines == 3
    assert kinds(lines(CHUNK, b'{"a":"x' + byte + b'y"}', CHUNK)) == ["line-invalid"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("shift", range(-3, 4))
def test_a_line_end_may_fall_on_the_border_of_two_blocks(end: bytes, shift: int) -> None:
    filler = b'{"a":"' + b"x" * (BLOCK - 8 - shift) + b'"}'
    facts, found = everything(filler + end + CHUNK + end + CHUNK)
    assert [at[1] for at, _ in found] == [1, 2, 3]
    assert [value for _, value in found][1:] == [VALUE, VALUE]
    assert facts.lines == 3


def test_a_mark_at_the_start_is_stripped_and_a_mark_inside_loses_its_line() -> None:
    mark = b"\xef\xbb\xbf"
    data = mark + lines(CHUNK, mark + CHUNK, CHUNK)
    facts, found = everything(data)
    assert facts.bom
    assert [value for _, value in found] == [VALUE, ("remark", "bom-inside", ""), VALUE]
    assert found[0][0][2] == len(mark)


def test_the_last_line_that_stops_inside_a_value_was_cut() -> None:
    for cut in (b'{"id":"c1","obj', b'{"id":', b'{"id":1.', b"[tru", b'{"a":"\xe6\xb7'):
        assert kinds(lines(CHUNK) + cut) == ["cut-at-end"], cut
        assert kinds(lines(CHUNK, CHUNK, cut) + b"\n") == ["cut-at-end"], cut


def test_a_line_that_stops_inside_a_value_is_invalid_when_lines_follow() -> None:
    for cut in (b'{"id":"c1","obj', b'{"id":"c1","choices":[', b'{"id":"c1",'):
        data = lines(CHUNK, cut, CHUNK, CHUNK)
        assert remarks(data) == [("line-invalid", f"char {len(cut)}: the text stops inside a value")], cut
        assert values(data) == [VALUE] * 3, cut


def test_bytes_that_are_not_utf8_are_told_and_the_rest_of_the_line_is_read() -> None:
    data = lines(CHUNK, b'{"a":"\xff","b":1}', CHUNK)
    assert remarks(data) == [("not-utf8", "byte 6")]
    assert values(data)[1] == {"a": "\ufffd", "b": 1}


@pytest.mark.parametrize(
    ("line", "how", "read"),
    [
        (b'{"a":1},', "without the trailing comma", [{"a": 1}]),
        (b'{"a":[1,2,],"b":",]"}', "without the trailing comma", [{"a": [1, 2], "b": ",]"}]),
        (b"{'a': 'b', 'n': None, 't': True, 'f': False}", "Python literals", [{"a": "b", "n": None, "t": True, "f": False}]),
        (b"""{'args': '{"city": "Oslo"}'}""", "Python literals", [{"args": '{"city": "Oslo"}'}]),
        (rb"""{'a': 'it\'s', "b": "it's", 'c': '\n\x41\u6df1\U0001F600\\'}""", "Python", [{"a": "it's", "b": "it's", "c": "\nA深😀\\"}]),
        (rb"""b'data: {"a": "it\'s \xe6\xb7\xb1"}\n\n'""", "Python literals", ['data: {"a": "it\'s 深"}\n\n']),
        (rb'''b"data: it's"''', "Python literals", ["data: it's"]),
        (b"""b'data: a' b'data: b'""", "expecting value", []),
        (b'{"a":1}{"b":2} {"c":3}', "3 values on one line", [{"a": 1}, {"b": 2}, {"c": 3}]),
        (b'{"a":1},{"b":2}', "2 values on one line", [{"a": 1}, {"b": 2}]),
        (b'{"a":1} # took 3 ms', "the value before that", [{"a": 1}]),
        (b'{"a":NaN}', "NaN is not JSON", None),
        (b'{"a":[-Infinity]}', "-Infinity is not JSON", [{"a": [float("-inf")]}]),
    ],
)  # fmt: skip
def test_a_line_that_is_almost_json_is_told_with_the_way_it_was_read(line: bytes, how: str, read: list[object] | None) -> None:
    data = lines(CHUNK, line, CHUNK)
    ((kind, detail),) = remarks(data)
    assert kind == "line-invalid"
    assert how in detail
    if read is not None:
        assert values(data)[1:-1] == read


def test_an_event_far_into_a_file_of_lines_is_read_after_its_prefix() -> None:
    data = lines(*[CHUNK] * 900, b"data: " + CHUNK, b"data: [DONE]")
    ((kind, detail),) = remarks(data)
    assert kind == "line-invalid"
    assert "read after its data: prefix" in detail
    assert values(data) == [VALUE] * 901 + ["DONE"]


def test_a_remark_shares_the_number_of_the_value_that_was_read_and_takes_one_if_none_was() -> None:
    found = everything(lines(CHUNK, b'{"a":1},', b"garbage", CHUNK))[1]
    assert [(at[0], is_remark(value)) for at, value in found] == [(0, False), (1, True), (1, False), (2, True), (3, False)]


def test_several_values_on_a_line_have_their_own_bytes() -> None:
    assert texts(lines(CHUNK, b'{"a":1} {"b":22},{}')) == [CHUNK, b'{"a":1}', b'{"b":22}', b"{}"]


def test_values_printed_over_several_lines_are_read_one_by_one() -> None:
    pretty = [json.dumps({"id": number, "choices": [{"delta": {}}], "x": []}, indent=2) for number in range(3)]
    data = "\n".join(pretty).encode() + b"\n" + CHUNK
    facts, found = everything(data)
    assert [value for _, value in found if not is_remark(value)] == [*map(json.loads, pretty), VALUE]
    assert set(kinds(data)) == {"line-invalid"}
    count = pretty[0].count("\n") + 1
    assert [detail for _, detail in remarks(data)] == [f"one value over {count} lines; read as one"] * 3
    assert texts(data)[0] == pretty[0].encode()
    assert facts.container == "jsonl"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (b'{"a":1e999}', {"a": float("inf")}),
        (b'{"a":"\\ud83d"}', {"a": "\ud83d"}),
        (b'{"a":"\\ud83d and more text"}', {"a": "\ud83d and more text"}),
        (b'{"a":123456789012345678901234567890}', {"a": 123456789012345678901234567890}),
    ],
)
def test_json_that_only_the_standard_library_reads_is_a_record_without_a_remark(text: bytes, read: object) -> None:
    assert [value for _, value in everything(lines(CHUNK, text))[1]] == [VALUE, read]


def test_a_number_of_thousands_of_digits_stays_a_number_that_can_be_printed() -> None:
    _, number = values(lines(CHUNK, b'{"a":' + b"9" * 5_000 + b"}"))
    assert isinstance(number, dict)
    assert len(str(number["a"])) > 4_000


@pytest.mark.parametrize("text", [b"[" * 513 + b"]" * 513, b'{"a":' * 600 + b"1" + b"}" * 600, b"[" * 100_000, b"[" * 3_000 + b"]" * 3_000])
def test_deep_nesting_is_told_and_never_raises(text: bytes) -> None:
    assert kinds(lines(CHUNK, text, CHUNK)) == ["too-deep"]


@pytest.mark.parametrize("text", [b"[" * 512 + b"]" * 512, b"[" + b",".join([b'{"a":["[[[["]}'] * 600) + b"]"])
def test_512_levels_and_many_shallow_brackets_are_not_deep(text: bytes) -> None:
    assert values(lines(CHUNK, text)) == [VALUE, json.loads(text)]


def test_a_line_that_is_too_long_is_skipped_without_being_held() -> None:
    long = b'{"a":"' + b"x" * (MAX_LINE + BLOCK) + b'"}'
    data = lines(CHUNK, long, CHUNK, CHUNK)
    facts, found = everything(data)
    assert [value for _, value in found] == [VALUE, ("remark", "line-too-long", f"{len(long)} bytes"), VALUE, VALUE]
    assert [(at[0], at[1]) for at, _ in found] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert data[found[2][0][2] : found[2][0][3]] == CHUNK
    assert facts.lines == 4


def test_an_end_marker_among_lines_is_the_end_marker() -> None:
    assert values(lines(CHUNK, b"[DONE]")) == [VALUE, "DONE"]


def test_words_of_a_log_before_every_line_are_a_wrapper_and_no_fault() -> None:
    data = lines(b"2026-11-30 12:00:00 INFO " + CHUNK, b"2026-11-30 12:00:01 INFO data: " + CHUNK, b"2026-11-30 12:00:01 INFO " + CHUNK)
    facts, found = everything(data)
    assert facts.wrappers == ["log-prefix"]
    assert [value for _, value in found] == [VALUE] * 3
    assert texts(data) == [CHUNK] * 3


@pytest.mark.parametrize("arrow", [b"<- ", b">>> ", b"> ", b"\xe2\x86\x90 "])
def test_an_arrow_before_every_line_is_no_fault_either(arrow: bytes) -> None:
    facts, found = everything(lines(*[arrow + CHUNK] * 3))
    assert facts.wrappers == ["log-prefix"]
    assert [value for _, value in found] == [VALUE] * 3


def test_a_last_line_that_is_cut_behind_the_words_of_a_log_is_the_end_of_the_capture() -> None:
    line = b"12:00:00 INFO " + CHUNK
    whole = lines(*[line] * 6)
    assert remarks(whole + line[:-5]) == [("cut-at-end", (line[:-5]).decode())]
    assert kinds(whole + line[:-5] + b"\n" + line) == ["line-invalid"]
    assert values(whole + line[:-5] + b"\n" + line) == [VALUE] * 7


def test_tiers_count_the_lines_of_the_fast_and_the_diagnosing_path() -> None:
    facts, _ = everything(lines(CHUNK, b"garbage", CHUNK, b'{"a":1},', b'{"a":'))
    assert facts.tiers == [0, 2, 3]


def test_blocks_are_reported_with_the_bytes_so_far_and_may_stop_the_run() -> None:
    data = lines(*[CHUNK] * 7_000)
    seen: list[int] = []
    for _ in records(Trickle(data, [1 << 16]), Input(), on_block=seen.append):  # type: ignore[arg-type]
        pass
    assert seen[-1] == len(data)
    assert all(later - earlier <= BLOCK for earlier, later in pairwise(seen))

    def stop(read: int) -> None:
        if read > BLOCK:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        for _ in records(Trickle(data, [1 << 16]), Input(), on_block=stop):  # type: ignore[arg-type]
            pass
