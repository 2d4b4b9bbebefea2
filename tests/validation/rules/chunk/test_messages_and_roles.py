"""Several answers, whole messages, and who speaks."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Wire, chunk, jsonl, sse, stream

OPENING = chunk({"role": "assistant", "content": "Four."})
END = chunk({}, finish="stop")


def beside(delta: object, content: object, **more: object) -> Wire:
    """A chunk whose only choice has a message beside its delta."""
    message = {"role": "assistant", "content": content, **more}
    return chunk(choices=[{"index": 0, "delta": delta, "message": message, "finish_reason": None}])


def test_a_whole_message_at_the_end_is_found_whatever_it_is_called() -> None:
    message = {"index": 0, "message": {"role": "assistant", "content": "Four."}, "finish_reason": "stop"}
    for name in ("chat.completion", "chat.completion.chunk"):
        (finding,) = found_by("message-frame-in-stream", jsonl(OPENING, END, chunk(choices=[message], object=name)))
        assert finding.variant == ""


def test_a_missing_delta_follows_from_a_whole_message_only_where_that_stands() -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "Four."}}
    assert loud_roots(report_of(jsonl(OPENING, END, chunk(choices=[choice])))) == {"message-frame-in-stream"}
    no_delta = chunk(choices=[{"index": 0, "delta": None, "finish_reason": "stop"}])
    whole = chunk(choices=[choice], object="chat.completion")
    assert loud_roots(report_of(jsonl(OPENING, no_delta, whole))) == {"delta-missing", "message-frame-in-stream"}


@pytest.mark.parametrize("id", [None, ""])
def test_a_whole_message_without_an_id_belongs_to_the_event_stream_around_it(id: object) -> None:
    choices = [{"index": 0, "message": {"role": "assistant", "content": "Four."}}]
    whole = {"id": id, "object": "chat.completion", "choices": choices}
    assert loud_roots(report_of(sse(OPENING, END, whole))) == {"message-frame-in-stream"}
    behind = report_of(sse(OPENING, END, "data: [DONE]\n\n", whole, done=False))
    assert "message-frame-in-stream" not in loud_roots(behind)
    assert report_of(jsonl(OPENING, END, whole)).responses == 1


def test_a_message_that_mirrors_its_delta_is_only_worth_knowing() -> None:
    trace = jsonl(beside({"role": "assistant", "content": "Fo"}, "Fo"), beside({"content": "ur"}, "ur"), beside({}, None), END)
    report = report_of(trace)
    (finding,) = [finding for finding in report.findings if finding.rule == "message-frame-in-stream"]
    assert (finding.variant, finding.count, report.weight(finding)[0]) == ("mirror", 3, "info")
    assert is_clean(trace)


def test_a_message_that_grows_beside_its_delta_is_no_mirror() -> None:
    trace = jsonl(beside({"role": "assistant", "content": "Fo"}, "Fo"), beside({"content": "ur"}, "Four"), END)
    (finding,) = found_by("message-frame-in-stream", trace)
    assert (finding.variant, finding.places[0].chunk) == ("", 1)
    assert loud_roots(report_of(trace)) == {"message-frame-in-stream"}


def test_a_null_message_is_no_message() -> None:
    wire = chunk(choices=[{"index": 0, "delta": {"content": "."}, "message": None, "finish_reason": None}])
    assert found_by("message-frame-in-stream", jsonl(OPENING, wire, END)) == []


@pytest.mark.parametrize("message", [{}, {"role": "assistant"}, {"role": "assistant", "content": "", "tool_calls": []}])
def test_a_message_in_which_nothing_stands_is_no_message(message: Wire) -> None:
    wire = chunk(choices=[{"index": 0, "delta": {"content": "."}, "message": message, "finish_reason": None}])
    assert found_by("message-frame-in-stream", jsonl(OPENING, wire, END)) == []


def test_a_message_of_calls_alone_is_a_message() -> None:
    trace = jsonl(OPENING, beside({"content": "."}, None, tool_calls=[{"index": 0}]), END)
    assert loud_roots(report_of(trace)) == {"message-frame-in-stream"}


def test_several_answers_are_counted() -> None:
    parts = [chunk({"role": "assistant", "content": "4"}, index=number, finish="stop") for number in range(3)]
    (finding,) = found_by("multiple-choices", jsonl(*parts))
    assert finding.params["choices"] == 3
    assert is_clean(jsonl(*parts))


def test_an_index_that_counts_chunks_is_not_several_answers() -> None:
    parts = [chunk({"content": "."}, index=number) for number in range(1, 5)]
    assert found_by("multiple-choices", jsonl(chunk({"role": "assistant"}), *parts, chunk({}, index=5, finish="stop"))) == []


def test_a_role_on_every_chunk_is_counted_once_a_choice() -> None:
    (finding,) = found_by("role-repeated", jsonl(*(OPENING for _ in range(9)), END))
    assert finding.count == 9


def test_a_role_once_an_answer_is_not_repeated() -> None:
    assert found_by("role-repeated", jsonl(OPENING, chunk({"role": "assistant"}, index=1), END, chunk({}, index=1, finish="stop"))) == []


@pytest.mark.parametrize(("role", "value"), [("", '""'), ("user", '"user"'), ("tool", '"tool"'), (["assistant"], "an array"), (1, "1")])
def test_a_role_that_no_answer_has_is_named(role: object, value: str) -> None:
    report = report_of(stream({"role": role, "content": "Four."}, finish="stop"))
    (finding,) = [finding for finding in report.findings if finding.rule == "role-invalid"]
    assert finding.params["value"] == value
    assert [report.weight(finding, profile)[0] for profile in ("default", "openai-strict", "permissive")] == ["warning", "error", "info"]
    assert loud_roots(report) == {"role-invalid"}


def test_a_null_role_on_later_deltas_says_nothing() -> None:
    assert is_clean(stream({"role": None, "content": "Four."}, {"role": None, "content": None}, finish="stop"))
