"""Whose record is it: streams of one file told apart, and when one is over."""

import io
import random

import pytest

from tests.validation.rules.checking import found_by, loud_roots, report_of
from validation.examples import Example, Wire, chunk, header, jsonl, sse, tools
from validation.facts.carriage import Body
from validation.facts.places import At
from validation.pipeline import validate
from validation.report import Report
from validation.segmenting import open_streams


def response(id: str, *texts: str, finish: str | None = "stop", **top: object) -> list[Wire]:
    """A whole stream of one id: role, texts, finish."""
    wires = [chunk({"role": "assistant", "content": ""}, id=id, **top), *(chunk({"content": text}, id=id, **top) for text in texts)]
    return wires if finish is None else [*wires, chunk({}, finish=finish, id=id, **top)]


def alternating(*streams: list[Wire]) -> list[Wire]:
    """The chunks of the streams in turn, while they last."""
    longest = max(map(len, streams))
    return [wires[place] for place in range(longest) for wires in streams if place < len(wires)]


def contents(report: Report) -> list[str]:
    return [stream["choices"][0]["message"]["content"] for stream in report.documents("streams")]


def test_two_responses_one_after_the_other_are_two_streams() -> None:
    report = report_of(jsonl(*response("a", "x", "y"), *response("b", "z")))
    assert contents(report) == ["xy", "z"]
    assert loud_roots(report) == set()


@pytest.mark.parametrize("written", [jsonl, sse])
@pytest.mark.parametrize("streams", [2, 3, 70, 1_000])
def test_interleaved_faultless_streams_give_nothing(written: object, streams: int) -> None:
    wires = alternating(*(response(f"c-{n}", "a", "b") for n in range(streams)))
    report = report_of(written(*wires))  # type: ignore[operator]
    assert report.streams == streams
    assert loud_roots(report) == set()
    assert set(contents(report)) == {"ab"}


def test_a_stream_whose_id_changes_on_every_chunk_is_one_stream() -> None:
    wires = [{**wire, "id": f"c-{n}"} for n, wire in enumerate(response("x", *"abcdefg"))]
    report = report_of(jsonl(*wires))
    assert report.streams == 1
    assert loud_roots(report) == {"chunk-id-changes"}


def test_a_new_id_continues_a_stream_that_goes_on() -> None:
    wires = response("a", *"abcdef")
    late = {**wires[-2], "id": "b"}
    report = report_of(jsonl(*wires[:-2], late, wires[-1]))
    assert report.streams == 1
    assert loud_roots(report) == {"chunk-id-changes"}


@pytest.mark.parametrize("difference", [{"model": "other"}, {"created": 5}])
def test_a_new_id_of_another_model_or_time_is_another_stream(difference: Wire) -> None:
    first = response("a", *"abcdef")
    report = report_of(jsonl(*first[:-1], chunk({"content": "z"}, id="b", **difference), first[-1]))
    assert report.streams == 2


def test_the_same_id_in_several_responses_is_told_as_a_guess() -> None:
    report = report_of(jsonl(*response("same", "x"), *response("same", "y")))
    assert contents(report) == ["x", "y"]
    assert loud_roots(report) == {"stream-boundary-ambiguous"}


def test_responses_without_ids_are_told_apart_by_their_order() -> None:
    wires = [{**wire, "id": ""} for wire in [*response("", "x"), *response("", "y")]]
    report = report_of(jsonl(*wires))
    assert contents(report) == ["x", "y"]
    assert "chunk-id-missing" in loud_roots(report)


@pytest.mark.parametrize("blank", [{"id": ""}, {"id": None}, {"id": ...}])
def test_a_response_with_an_id_behind_one_without_is_another(blank: Wire) -> None:
    nameless = [{key: value for key, value in {**wire, **blank}.items() if value is not ...} for wire in response("", "x")]
    report = report_of(jsonl(*nameless, *response("g1", "y"), *response("g2", "z")))
    assert contents(report) == ["x", "y", "z"]
    assert loud_roots(report) == {"chunk-id-missing"}


def test_what_comes_late_under_the_first_id_of_a_response_opens_nothing() -> None:
    nameless = [{**wire, "id": ""} for wire in response("", "x")]
    for late in (chunk(choices=[], id="g1", usage={"total_tokens": 9}), chunk({"role": "assistant"}, index=1, id="g1", finish="stop")):
        assert report_of(jsonl(*nameless, late, {**late, "choices": []})).streams == 1


def test_a_role_on_every_chunk_opens_nothing() -> None:
    wires = [chunk({"role": "assistant", "content": text}, id="a") for text in "abc"]
    again = chunk({"role": "assistant", "content": ""}, finish="stop", id="a")
    assert report_of(jsonl(*wires, again, again)).streams == 1


def test_a_role_beside_the_last_usage_opens_nothing() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
    last = chunk({"role": "assistant", "content": ""}, id="a", usage=usage)
    report = report_of(sse(*response("a", "x", "y"), last))
    assert contents(report) == ["xy"]
    assert loud_roots(report) == set()


def test_a_late_role_alone_opens_nothing_in_an_event_stream() -> None:
    report = report_of(sse(*response("a", "x", "y"), chunk({"role": "assistant", "content": ""}, id="a")))
    assert contents(report) == ["xy"]
    assert loud_roots(report) == set()


def test_the_choices_of_one_response_may_end_one_after_the_other() -> None:
    wires = [
        chunk({"role": "assistant", "content": "x"}, index=0, id="a"), chunk({}, finish="stop", index=0, id="a"),
        chunk({"role": "assistant", "content": "y"}, index=1, id="a"), chunk({}, finish="stop", index=1, id="a"),
    ]  # fmt: skip
    assert report_of(jsonl(*wires)).streams == 1


def test_behind_done_another_id_is_another_response() -> None:
    both = Example(sse(*response("a", "x")).data + sse(*response("b", "y")).data, "two.sse")
    report = report_of(both)
    assert contents(report) == ["x", "y"]
    assert loud_roots(report) == set()


def test_behind_done_the_same_id_without_a_role_is_late_data() -> None:
    late = Example(sse(*response("a", "x")).data + sse(chunk({"content": "LATE"}, id="a"), done=False).data, "late.sse")
    report = report_of(late)
    assert report.streams == 1
    assert loud_roots(report) == {"data-after-done"}


def test_an_annotation_without_an_id_belongs_to_the_stream_that_follows() -> None:
    note = chunk(id="", object="", model="", created=0, choices=[], prompt_filter_results=[])
    report = report_of(jsonl(note, *response("a", "x")))
    assert report.streams == 1
    assert loud_roots(report) == set()


@pytest.mark.parametrize("written", [jsonl, sse])
def test_what_a_filter_says_of_the_prompt_begins_the_next_response(written: object) -> None:
    blank = {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}
    first, second = ([blank, *response(id, text)] for id, text in (("a", "x"), ("b", "y")))
    report = report_of(Example(written(*first).data + written(*second).data))  # type: ignore[operator]
    assert contents(report) == ["x", "y"]
    assert [stream["chunks"] for stream in report.documents("streams")] == [4, 4]
    assert loud_roots(report) == set()


BLANK = {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]}


def test_a_late_word_of_the_filter_opens_no_stream() -> None:
    report = report_of(sse(*response("a", "x"), {**BLANK, "usage": None}))
    assert report.streams == 1
    assert loud_roots(report) == set()


def test_a_word_of_the_filter_before_each_of_two_responses_with_one_id_opens_two_streams() -> None:
    assert report_of(jsonl(*[BLANK, *response("a", "x")] * 2)).streams == 2


def test_words_of_the_filter_among_streams_that_alternate_open_none() -> None:
    turns = zip(*([BLANK, *response(id, id)] for id in ("a", "b", "c")), strict=True)
    assert report_of(jsonl(*(wire for turn in turns for wire in turn))).streams == 3


def test_an_error_without_an_id_ends_the_stream_it_stands_behind() -> None:
    report = report_of(jsonl(*response("a", "x", finish=None), {"error": {"message": "boom"}}))
    assert report.streams == 1
    assert loud_roots(report) == {"stream-error-object"}


def test_an_error_behind_the_finish_of_an_event_stream_belongs_to_that_stream() -> None:
    report = report_of(sse(*response("a", "x"), {"error": {"message": "boom"}}))
    assert report.streams == 1
    assert loud_roots(report) == {"stream-error-object"}


def test_a_second_answer_with_another_id_behind_the_first_is_no_other_response() -> None:
    first, second = response("a", "x"), [chunk({"role": "assistant", "content": "y"}, index=1, id="b", finish="stop")]
    report = report_of(sse(*first, *second))
    assert report.streams == 1
    assert loud_roots(report) == {"chunk-id-changes"}


def test_a_finished_stream_is_closed_when_it_has_been_quiet_for_long() -> None:
    order: list[int] = []

    class Order:
        def segment(self, segment: object, evidence: object) -> None:
            order.append(segment.number)  # type: ignore[attr-defined]

        def record(self, record: int, line: int, byte: int) -> None:
            """Of no interest here."""

    busy = response("b", *("x" for _ in range(3_000)))
    wires = [*response("a", "x", "y"), *busy]
    validate(io.BytesIO(jsonl(*wires[:-1]).data), Order())
    assert order == [0, 1]


def test_a_stream_that_comes_back_after_it_was_over_is_told_as_a_guess() -> None:
    busy = response("b", *("x" for _ in range(4_000)))
    report = report_of(jsonl(*response("a", "x", "y"), *busy, *response("a", "z")))
    assert report.streams == 3
    assert loud_roots(report) == {"stream-boundary-ambiguous"}


def test_a_hundred_thousand_ids_are_bounded() -> None:
    wires = (chunk(tools(header()), id=f"c-{n}", finish="tool_calls") for n in range(12_000))
    report = report_of(jsonl(*wires))
    assert report.streams == 12_000
    assert len(report.shown) == 200


def test_streams_that_have_finished_are_faultless_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_streams, "MAX_OPEN", 100)
    report = report_of(jsonl(*(chunk({"role": "assistant", "content": "Hi"}, id=f"c-{n}", finish="stop") for n in range(300))))
    assert report.streams == 300
    assert loud_roots(report) == set()


def test_too_many_streams_are_given_up_from_the_quietest_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_streams, "MAX_OPEN", 100)
    begun = [response(f"c-{n}", "x", finish=None) for n in range(100)]
    again = [chunk({"content": "y"}, id=f"c-{n}") for n in range(50)]
    late = [response(f"d-{n}", "z", finish=None) for n in range(60)]
    example = jsonl(*alternating(*begun), *again, *(wire for wires in late for wire in wires))
    assert [finding.places[0].line for finding in found_by("limit-exceeded", example)] == [251 + 2 * n for n in range(60)]
    texts = [stream["choices"][0]["message"]["content"] for stream in report_of(example).documents("streams")]
    assert (texts.count("x"), texts.count("xy"), texts.count("z")) == (50, 50, 60)


class Silent:
    """A recorder that counts how often it is asked for its newest record."""

    asked = 0
    finished = False

    def __init__(self, taken: int) -> None:
        self.taken = taken

    @property
    def newest(self) -> int:
        Silent.asked += 1
        return self.taken

    def chunk(self, wire: Wire, at: At) -> None:
        self.taken = at[0]

    def begins_another(self, wire: Wire) -> bool:
        return False


def test_making_room_for_a_stream_does_not_cost_a_look_at_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_streams, "MAX_OPEN", 1_000)
    closed: list[int] = []
    streams = open_streams.OpenStreams[Silent](lambda recorder: closed.append(recorder.taken))
    for number in range(5_000):
        stream = open_streams.OpenStream(Silent(number), Body(), {})
        streams.add(stream)
        streams.make_room(stream, (number, number + 1, 0, 0))
    assert closed == list(range(4_000))
    assert Silent.asked < 5 * 5_000


@pytest.mark.parametrize("written", [jsonl, sse])
@pytest.mark.parametrize("streams", [3, 30, 100, 1_000])
def test_streams_that_take_turns_by_chance_are_told_apart(written: object, streams: int) -> None:
    dice = random.Random(streams)
    waiting = [response(f"c-{n}", *"abcd") for n in range(streams)]
    wires = []
    while waiting:
        stream = dice.choice(waiting)
        wires.append(stream.pop(0))
        waiting = [one for one in waiting if one]
    report = report_of(written(*wires))  # type: ignore[operator]
    assert report.streams == streams
    assert loud_roots(report) == set()


LATE_ROLE = chunk({"role": "assistant", "content": ""}, id="a")


@pytest.mark.parametrize("behind", [[], response("b", "z"), ["[DONE]"]])
def test_a_late_role_behind_which_nothing_comes_opens_nothing(behind: list[Wire | str]) -> None:
    report = report_of(jsonl(*response("a", "x", "y"), LATE_ROLE, *behind))
    assert contents(report)[0] == "xy"
    assert report.streams == 1 + (len(behind) > 1)
    assert loud_roots(report) == set()
    assert {finding.kind for finding in report.findings} >= {"delta-after-finish:empty"}


def test_a_late_role_opens_nothing_where_its_answer_was_closed_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_streams, "MAX_OPEN", 10)
    wires = [wire for number in range(30) for wire in [*response(f"c-{number}", "x"), {**LATE_ROLE, "id": f"c-{number}"}]]
    report = report_of(jsonl(*wires))
    assert report.streams == 30
    assert loud_roots(report) == set()


def test_a_usage_alone_behind_a_late_role_opens_nothing() -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
    summed_up = {**chunk(id="a", usage=usage), "choices": []}
    assert loud_roots(report_of(jsonl(*response("a", "x"), LATE_ROLE, summed_up))) == set()
    assert contents(report_of(jsonl(*response("a", "x"), LATE_ROLE, summed_up, *response("b", "y")))) == ["x", "y"]


def test_the_roles_of_all_choices_open_another_response_of_the_same_id() -> None:
    roles = [chunk({"role": "assistant", "content": ""}, index=number, id="a") for number in (0, 1)]
    ends = [chunk({"content": "x"}, finish="stop", index=number, id="a") for number in (0, 1)]
    report = report_of(jsonl(*roles, *ends, *roles, *ends))
    assert [stream["chunks"] for stream in report.documents("streams")] == [4, 4]
    assert loud_roots(report) == {"stream-boundary-ambiguous"}


def test_a_role_opens_another_response_whose_ids_change_as_those_of_the_first_one() -> None:
    changing = [{**wire, "id": f"a-{number}"} for number, wire in enumerate(response("a", "x", "y"))]
    report = report_of(jsonl(*changing, *changing))
    assert contents(report) == ["xy", "xy"]
    assert loud_roots(report) == {"chunk-id-changes"}


def test_a_role_that_opens_another_response_of_the_same_id_begins_it() -> None:
    first, second = response("a", "x"), response("a", "y")
    for wires in ([*first, *second], [*first, second[0], *response("b", "z"), *second[1:]], [*first, LATE_ROLE, *second]):
        report = report_of(jsonl(*wires))
        assert sorted(contents(report)) == sorted(["x", "y", *(["z"] if len(wires) > 7 else [])])
        assert loud_roots(report) == {"stream-boundary-ambiguous"}


def test_a_role_opens_another_response_also_where_the_one_before_it_was_closed_long_ago() -> None:
    others = [wire for number in range(1_500) for wire in response(f"c-{number}", "z")]
    first, second = response("a", "x"), response("a", "y")
    report = report_of(jsonl(*first, second[0], *others, *second[1:]))
    assert report.streams == 1_502
    assert loud_roots(report) == {"stream-boundary-ambiguous"}


@pytest.mark.parametrize("size", [1, 100])
@pytest.mark.parametrize("cut", ["", 'data: {"error":{"message":"overloaded"}}\n\n'])
def test_an_event_stream_that_was_cut_before_another_one_is_a_stream_of_its_own(size: int, cut: str) -> None:
    whole = response("b", *"y" * size)
    joined = sse(*response("a", *"x" * size, finish=None), done=False).data + cut.encode() + sse(*whole).data
    report = report_of(Example(joined, "joined.sse"))
    assert contents(report) == ["x" * size, "y" * size]
    assert loud_roots(report) == {"stream-error-object" if cut else "finish-missing"}


def test_an_id_that_changes_in_an_event_stream_opens_nothing_without_a_role_of_its_own() -> None:
    roles = [chunk({"role": "assistant", "content": text}, id="a" if text < "c" else "b") for text in "abcd"]
    once = [{**wire, "id": "a" if place < 2 else "b"} for place, wire in enumerate(response("a", *"xyz"))]
    for wires in ([*roles, chunk({}, finish="stop", id="b")], once):
        report = report_of(sse(*wires))
        assert report.streams == 1
        assert loud_roots(report) == {"chunk-id-changes"}


def test_an_end_is_the_end_of_every_stream_that_finished_before_it_and_of_no_other() -> None:
    one, two, open_ = response("a", "x"), response("b", "y"), response("c", "z", "z")
    wires = [one[0], two[0], open_[0], *one[1:], *two[1:], "[DONE]", *open_[1:], "[DONE]"]
    report = report_of(jsonl(*wires))
    assert contents(report) == ["x", "y", "zz"]
    assert [stream["done"] for stream in report.documents("streams")] == [True, True, True]
    assert loud_roots(report) == set()


def test_late_data_behind_an_end_is_told_of_the_stream_that_was_open_last() -> None:
    late = chunk({"content": "late"}, id="a")
    report = report_of(jsonl(*response("b", "y"), "[DONE]", *response("a", "x"), "[DONE]", late, "[DONE]"))
    assert loud_roots(report) == {"data-after-done", "done-repeated"}


def test_an_end_long_after_the_last_stream_was_closed_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_streams, "CHECK_EVERY", 1)
    silence = [{"level": "info"}] * (open_streams.QUIET + 2_000)
    report = report_of(jsonl(*response("a", "x"), *silence, "[DONE]", *response("b", "y"), "[DONE]", *response("c", "z")))
    assert contents(report) == ["x", "y", "z"]


def test_thousands_of_open_streams_look_at_each_end_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    settle = open_streams.OpenStream.settle

    def counted(stream: open_streams.OpenStream[object]) -> None:  # type: ignore[type-var]
        nonlocal looked_at
        looked_at += 1
        settle(stream)

    monkeypatch.setattr(open_streams.OpenStream, "settle", counted)
    opened = [wire for n in range(1_000) for wire in response(f"c-{n}", "x", finish=None)]
    report = report_of(jsonl(*opened, *(["[DONE]"] * 1_000)))
    assert report.streams == 1_000
    assert looked_at < 5_000
