"""An event stream is read as WHATWG says; what clients would lose or choke on is told, and what stands there is read all the same."""

import json

import pytest
from hypothesis import given, strategies as st

from tests.validation.decoding.reading import CHUNK, VALUE, event, everything, is_remark, kinds, remarks, texts, values
from validation.decoding.blocks import BLOCK
from validation.decoding.lines import MAX_LINE

ONE = event(CHUNK)
DONE = event(b"[DONE]")


def test_each_event_is_a_record_at_its_data_line() -> None:
    data = ONE + ONE + DONE
    facts, found = everything(data)
    size = len(CHUNK) + 6
    assert found == [((0, 1, 0, size), VALUE), ((1, 3, size + 2, 2 * size + 2), VALUE), ((2, 5, 2 * size + 4, 2 * size + 16), "DONE")]
    assert (facts.container, facts.records, facts.lines) == ("sse", 3, 6)


@pytest.mark.parametrize(("end", "name"), [(b"\r\n", "CRLF"), (b"\r", "CR")])
def test_other_line_ends_are_read_alike_and_told_once(end: bytes, name: str) -> None:
    data = (ONE * 3 + b": ping\n\n" + DONE).replace(b"\n", end)
    assert values(data) == [VALUE, VALUE, VALUE, "DONE"]
    assert remarks(data) == [("line-end", name), ("comment", "ping")]
    assert everything(data)[0].lines == 10


def test_mixed_line_ends_are_told_as_mixed_and_a_paste_has_none() -> None:
    data = ONE + ONE.replace(b"\n", b"\r\n")
    assert remarks(data) == [("line-end", "mixed")]
    assert remarks(data, pasted=True) == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("shift", range(-4, 5))
def test_an_event_may_end_on_the_border_of_two_blocks(end: bytes, shift: int) -> None:
    filler = b"x" * (BLOCK - 14 - 2 * len(end) - shift)
    data = event(b'{"a":"' + filler + b'"}', end * 2) + event(CHUNK, end * 2) * 2
    assert values(data)[1:] == [VALUE, VALUE]
    assert [at[1] for at, value in everything(data)[1] if not is_remark(value)] == [1, 3, 5]


def test_one_mark_at_the_start_is_stripped_and_a_second_one_loses_its_event() -> None:
    mark = b"\xef\xbb\xbf"
    facts, found = everything(mark + ONE + DONE)
    assert facts.bom
    assert [value for _, value in found] == [VALUE, "DONE"]
    assert kinds(mark + mark + ONE + DONE) == ["bom-inside", "field-missing"]
    assert values(mark + ONE + mark + ONE + ONE) == [VALUE, VALUE]


@pytest.mark.parametrize("line", [b"id: 7", b"retry: 100", b"id", b"something else", b"content-type: text/event-stream", b"datas: {}"])
def test_fields_that_clients_ignore_are_ignored(line: bytes) -> None:
    data = line + b"\n" + ONE + line + b"\n\n" + ONE
    assert [value for _, value in everything(data)[1]] == [VALUE, VALUE]


def test_comments_are_told_and_belong_to_no_record() -> None:
    data = b": OPENROUTER PROCESSING\n\n" + ONE + b":\n\ndata: " + CHUNK + b"\n: inside\n\n"
    facts, found = everything(data)
    assert remarks(data) == [("comment", "OPENROUTER PROCESSING"), ("comment", ""), ("comment", "inside")]
    assert [at[0] for at, value in found if not is_remark(value)] == [0, 1]
    assert facts.records == 2


def test_one_optional_space_is_stripped_and_its_absence_is_told() -> None:
    data = b"data:" + CHUNK + b"\n\ndata:[DONE]\n\n"
    assert values(data) == [VALUE, "DONE"]
    assert kinds(data) == ["no-space", "no-space"]
    assert texts(data) == [b"data:" + CHUNK, b"data:[DONE]"]


def test_data_over_several_lines_is_joined_with_lf() -> None:
    data = b'data: {"a":\ndata: [1,\ndata:\ndata: 2]}\n\n' + ONE
    assert values(data) == [{"a": [1, 2]}, VALUE]
    assert remarks(data) == [("multiline-data", "4 data lines")]
    assert texts(data)[0] == data[: data.index(b"\n\n")]


@pytest.mark.parametrize("data", [b"data:", b"data: ", b"data", b"data: \t", b"data:\ndata:"])
def test_data_without_a_value_is_told(data: bytes) -> None:
    found = everything(ONE + data + b"\n\n" + ONE)[1]
    assert [value for _, value in found] == [VALUE, ("remark", "empty-data", ""), VALUE] or kinds(data + b"\n\n") == [
        "multiline-data",
        "empty-data",
    ]
    assert [at[0] for at, value in found if not is_remark(value)] == [0, 2]


@pytest.mark.parametrize(
    "mark", ['["DONE"]', '"[DONE]"', '{"done":true}', '{"done": true}', "[done]", "[DONE] bye", "DONE", " [DONE]", "data: [DONE]"]
)
def test_a_marker_that_is_not_exactly_the_marker_is_told(mark: str) -> None:
    assert remarks(ONE + event(mark.encode())) == [("done-malformed", mark)]
    assert values(ONE + event(mark.encode())) == [VALUE]


@pytest.mark.parametrize("text", [b'{"done":true,"model":"x"}', b'["done","x"]', b'{"done":1}', b'"well done"'])
def test_json_that_only_looks_like_the_marker_is_a_value(text: bytes) -> None:
    assert values(ONE + event(text)) == [VALUE, json.loads(text)]


def test_data_that_is_not_json_is_told_with_the_place() -> None:
    data = ONE + event(b"upstream connect error") + event(b": ping") + ONE
    details = ("upstream connect error (char 0: expecting value, found u)", ": ping (char 0: expecting value, found :)")
    assert remarks(data) == [("data-not-json", detail) for detail in details]
    assert [at[0] for at, value in everything(data)[1] if not is_remark(value)] == [0, 3]


def test_a_prefix_written_twice_is_told_and_read() -> None:
    assert kinds(event(b"data: " + CHUNK)) == ["data-not-json"]
    assert values(event(b"data: " + CHUNK)) == [VALUE]


@pytest.mark.parametrize(
    ("text", "read"),
    [(b"{'a': None}", [{"a": None}]), (b'{"a":1,}', [{"a": 1}]), (b'{"a":1}{"b":2}', [{"a": 1}, {"b": 2}]), (b'{"a":NaN,"b":1}', None)],
)
def test_data_that_is_almost_json_is_told_and_read(text: bytes, read: list[object] | None) -> None:
    assert kinds(event(text)) == ["data-not-json"]
    assert read is None or values(event(text)) == read


def test_bytes_that_are_not_utf8_are_told_and_the_rest_is_read() -> None:
    data = event(b'{"a":"\xff","b":1,"filler":"so that the event is not a short one"}')
    assert remarks(data) == [("not-utf8", "byte 6")]
    assert values(data) == [{"a": "\ufffd", "b": 1, "filler": "so that the event is not a short one"}]


def test_lines_without_blank_lines_between_them_are_told_once_and_read_one_by_one() -> None:
    data = b"data: " + CHUNK + b"\ndata: " + CHUNK + b"\ndata: [DONE]\n\n" + ONE
    assert kinds(data) == ["blank-line-missing"]
    assert values(data) == [VALUE, VALUE, "DONE", VALUE]
    assert [at[1] for at, value in everything(data)[1] if not is_remark(value)] == [1, 2, 3, 5]


def printed(value: object) -> bytes:
    """A data line whose value is printed over several lines, none of which has a field name but the first."""
    return b"data: " + json.dumps(value, indent=2).encode() + b"\n"


def test_a_value_printed_over_several_lines_without_their_field_name_is_told_and_read() -> None:
    data = ONE + printed({"a": [1, {"b": "data: {"}]}) + b"\n" + ONE
    assert remarks(data) == [("data-not-json", "one value over 8 lines, only the first of which begins with data:; read as one")]
    assert values(data) == [VALUE, {"a": [1, {"b": "data: {"}]}, VALUE]


def test_values_printed_so_without_a_blank_line_between_them_are_read_one_by_one() -> None:
    data = printed({"a": 1}) + printed({"b": 2}) + b"data: [DONE]\n\n" + ONE
    assert kinds(data) == ["blank-line-missing", "data-not-json", "blank-line-missing", "data-not-json"]
    assert values(data) == [{"a": 1}, {"b": 2}, "DONE", VALUE]


@pytest.mark.parametrize("between", [b"a log line", b'{"error":{"message":"boom"}}', b'  "b": [', b'  "b": "c'])
def test_lines_that_do_not_close_the_value_before_them_are_told_by_themselves(between: bytes) -> None:
    data = ONE + b'data: {"id":"c1",\n' + between + b"\n\n" + ONE
    assert ("data-not-json", "char 11: the text stops inside a value") in remarks(data)
    error = {"error": {"message": "boom"}}
    assert values(data) == [VALUE, error, VALUE] if b"error" in between else [VALUE, VALUE]


def test_an_error_written_into_an_open_event_is_found() -> None:
    data = ONE + b'data: {"id":"c1","cho\ndata: {"error":{"message":"boom"}}\n\n'
    assert kinds(data) == ["blank-line-missing", "data-not-json"]
    assert values(data) == [VALUE, {"error": {"message": "boom"}}]


def test_a_last_event_without_a_blank_line_is_told_and_read() -> None:
    for end in (b"", b"\n"):
        data = ONE + b"data: " + CHUNK + end
        assert kinds(data) == ["last-event-unterminated"]
        assert values(data) == [VALUE, VALUE]
        assert remarks(data, pasted=True) == []
        assert values(data, pasted=True) == [VALUE, VALUE]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n"])
def test_the_marker_needs_no_blank_line(end: bytes) -> None:
    assert values(ONE + b"data: [DONE]" + end) == [VALUE, "DONE"]
    assert "last-event-unterminated" not in kinds(ONE + b"data: [DONE]" + end)


@pytest.mark.parametrize("cut", [b'{"id":"c1","obj', b'{"id":', b"{", b"[DO", b'{"a":1.', b'{"a":"' + b"x" * 60])
@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n", b"\n\n\n"])
def test_the_last_data_that_stops_inside_a_value_was_cut(cut: bytes, end: bytes) -> None:
    assert remarks(ONE + b"data: " + cut + end) == [("cut-at-end", cut.decode())]


@pytest.mark.parametrize("more", [ONE, b": ping\n\n", b"event: x\n"])
def test_data_that_stops_inside_a_value_is_no_cut_when_anything_follows(more: bytes) -> None:
    data = ONE + event(b'{"id":"c1","obj') + b"\n\n" + more
    assert kinds(data)[0] == "data-not-json"
    assert "cut-at-end" not in kinds(data)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"error":{"message":"boom"}}', {"error": {"message": "boom"}}),
        (b'error: {"message":"boom"}', {"error": {"message": "boom"}}),
        (b'  {"error":"boom"}', {"error": "boom"}),
        (b'[{"error":{"code":429}}]', {"error": {"code": 429}}),
        (b'{\n  "error": {\n    "code": 1\n  }\n}', {"error": {"code": 1}}),
        (b'{"id":"c1","choices":[]}', None),
        (b'payload: {"id":"c1"}', None),
        (b'{"error":null}', None),
        (b'{"broken', None),
    ],
)
def test_json_without_a_field_is_told_and_an_error_in_it_is_a_record(line: bytes, error: object) -> None:
    for data in (ONE + line + b"\n", ONE + line + b"\n\n" + ONE, b"data: " + CHUNK + b"\n" + line + b"\n\n" + ONE):
        assert kinds(data) == ["field-missing"]
        assert values(data) == [VALUE, *([error] if error else []), *([VALUE] if data.endswith(ONE) else [])]


@pytest.mark.parametrize("name", [b"Data", b"DATA"])
def test_data_whose_name_has_another_case_is_told_and_read(name: bytes) -> None:
    odd = name + ONE.removeprefix(b"data")
    assert remarks(ONE + odd + ONE) == [("field-case", name.decode())]
    assert values(ONE + odd + ONE) == [VALUE] * 3
    facts, found = everything(odd + b": ping\n\n" + odd + name + b": [DONE]\n\n")
    assert facts.container == "sse"
    assert [value for _, value in found if not is_remark(value)] == [VALUE, VALUE, "DONE"]
    assert [at[0] for at, _ in found] == [0, 0, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("data", [b"INFO: %s\nDATA: %s\n", b"Data: it hangs\n", b"started\nData: %s\n", b"Data: %s\nData: %s\n"])
def test_words_before_json_make_no_event_stream(data: bytes) -> None:
    assert everything(data.replace(b"%s", CHUNK))[0].container == "jsonl"


def test_an_event_named_error_is_told_with_its_data_and_its_value_is_a_record() -> None:
    data = ONE + b'event: error\ndata: {"message":"boom"}\n\nevent: error\ndata: boom\n\nevent: error\n\n'
    assert remarks(data) == [("event-error", '{"message":"boom"}'), ("event-error", "boom"), ("event-error", "")]
    assert values(data) == [VALUE, {"message": "boom"}]


def test_other_names_of_events_are_told_and_change_nothing() -> None:
    data = b"event: message\n" + ONE + b"event: ping\n\n" + ONE
    assert remarks(data) == [("event-field", "message"), ("event-field", "ping")]
    assert values(data) == [VALUE, VALUE]


@pytest.mark.parametrize("text", [b"[" * 600 + b"]" * 600, b"[" * 100_000])
def test_deep_nesting_is_told(text: bytes) -> None:
    assert kinds(ONE + event(text) + ONE) == ["too-deep"]
    assert values(ONE + event(text) + ONE) == [VALUE, VALUE]


def test_a_line_that_is_too_long_loses_its_event_and_no_other() -> None:
    data = ONE + b"data: {\ndata: " + b"x" * (MAX_LINE + BLOCK) + b"\ndata: }\n\n" + ONE
    assert kinds(data) == ["line-too-long"]
    assert values(data) == [VALUE, VALUE]


def test_an_event_of_very_many_lines_is_given_up() -> None:
    line = b"data: [" + b"[]," * 20_000 + b"\n"
    data = ONE + line * (MAX_LINE // len(line) + 2) + b"\n" + ONE
    assert kinds(data) == ["line-too-long"]
    assert values(data) == [VALUE, VALUE]


def test_a_value_printed_over_very_many_lines_is_given_up() -> None:
    data = ONE + b"data: [\n" + b'{"a":1},\n' * (MAX_LINE // 100) + b"\n" + ONE
    assert kinds(data) == ["line-too-long"]
    assert values(data) == [VALUE, VALUE]


def test_a_stream_without_any_blank_line_is_told_as_it_is_read() -> None:
    facts, found = everything((b"data: " + CHUNK + b"\n") * 30_000)
    assert facts.records == 30_000
    assert [value[1] for _, value in found if is_remark(value)] == ["blank-line-missing"]  # type: ignore[index]


NAMES = st.sampled_from([b"data", b"event", b"id", b"retry", b"", b"other", b"error"])
CONTENT = st.sampled_from(
    [
        CHUNK,
        b"[DONE]",
        b"",
        b" ",
        b'{"error":{"m":1}}',
        b"x",
        b"{",
        b'"a":1',
        b"}",
        b"[1,",
        b"2]",
        b"error",
        b"\xff",
        b'{"a":"\xef\xbb\xbf"}',
    ]
)


def whatwg(data: bytes) -> list[bytes]:
    """The data of every event that a client would be given, by the algorithm of the specification, in its plainest form."""
    events: list[bytes] = []
    collected: list[bytes] = []
    for line in data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")[:-1]:
        name, _, value = line.partition(b":")
        if not line:
            events += [b"\n".join(collected)] if collected else []
            collected = []
        elif name == b"data":
            collected.append(value.removeprefix(b" "))
    return events


@given(
    st.lists(
        st.tuples(NAMES, st.sampled_from([b":", b": ", b":  "]), CONTENT, st.sampled_from([b"\n", b"\n\n", b"\r\n", b"\r", b"\r\r\n"])),
        max_size=14,
    )
)
def test_what_every_client_would_be_given_is_given(parts: list[tuple[bytes, bytes, bytes, bytes]]) -> None:
    data = ONE + b"".join(name + colon + content + end for name, colon, content, end in parts) + b"\n\n"
    given_to_clients = [json.loads(text) for text in whatwg(data) if text.strip().startswith(b"{") and parses(text)]
    ours = iter(values(data))
    assert all(any(value == one for one in ours) for value in given_to_clients)


def parses(text: bytes) -> bool:
    try:
        json.loads(text.decode())
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("indent", [None, 2])
def test_a_request_in_the_same_file_is_a_record_of_its_own(indent: int | None) -> None:
    request = {"model": "demo-model", "messages": [{"role": "user", "content": "Weather?"}]}
    text = json.dumps(request, indent=indent).encode() + b"\n"
    assert values(text + b"\n" + ONE + DONE + text) == [request, VALUE, "DONE", request]
    assert remarks(text + ONE + DONE) == []


@pytest.mark.parametrize("indent", [None, 2])
def test_a_request_without_an_end_of_line_is_read_up_to_the_head_of_its_answer(indent: int | None) -> None:
    request = {"model": "demo-model", "messages": [{"role": "user", "content": "Weather?"}]}
    text = b"POST /v1 HTTP/1.1\nhost: x\n\n" + json.dumps(request, indent=indent).encode() + b"HTTP/1.1 200 OK\nserver: x\n\n"
    assert values(text + ONE + DONE) == [request, VALUE, "DONE"]
    assert remarks(text + ONE + DONE) == []


def test_what_an_endpoint_may_have_written_without_a_field_is_still_told() -> None:
    for line in (b'{"status":"working"}', b"{status: 1}", b"{'status': 1}", CHUNK):
        assert kinds(ONE + line + b"\n\n" + DONE) == ["field-missing"]


def test_the_lines_that_curl_writes_between_those_of_the_answer_are_none_of_it() -> None:
    head = b'* Connected to x\n> POST / HTTP/2\n> \n< HTTP/2 200\n< nel: {"report_to":"x"}\n< \n{ [5 bytes data]\n'
    assert values(head + ONE + b"} [9 bytes data]\n" + DONE) == [VALUE, "DONE"]
    assert remarks(head + ONE + DONE) == []


@pytest.mark.parametrize(
    "meter",
    [
        b"  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0",
        b"100  1934    0  1500  100   434    350k    19M --:--:--  0:00:02 --:--:--   540",
    ],
)
def test_a_field_that_begins_right_behind_the_meter_of_curl_is_read(meter: bytes) -> None:
    data = b"  % Total    % Received\n\r" + meter + ONE + b"\r" + meter + DONE
    assert values(data) == [VALUE, "DONE"]
    assert {kind for kind, _ in remarks(data)} <= {"line-end"}
    low, high = next(at[2:] for at, value in everything(data)[1] if value == VALUE)
    assert data[low:high] == CHUNK


def test_json_behind_a_mark_of_curl_is_none_of_its_lines() -> None:
    for mark in (b"> ", b"< ", b"* "):
        assert "field-missing" in kinds(ONE + mark + b'{"error":{"message":"boom","type":"x"}}\n\n' + DONE)


def test_an_empty_array_between_events_is_no_history() -> None:
    assert kinds(ONE + b"[]\n\n" + DONE) == ["field-missing"]
