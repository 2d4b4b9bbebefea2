from typing import Any

import pytest

from validation.examples import call

from .uploads import Upload, never_raises

NAMES = ("gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message", "gen_ai.choice")


def bodies(id: str = "call_a") -> list[dict[str, Any]]:
    answer = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "4 degrees."}}
    return [{"content": "Weather?"}, {"tool_calls": [call("call_a")]}, {"content": "4", "id": id}, answer]


def record(name: str, body: Any, span: str = "0x1", *, beside: bool = True) -> dict[str, Any]:
    attributes = {"gen_ai.system": "openai", **({} if beside else {"event.name": name})}
    own = {"body": body, "severity_number": None, "attributes": attributes, "trace_id": "0x7", "span_id": span}
    return {**own, **({"event_name": name} if beside else {})}


def records(id: str = "call_a", span: str = "0x1", *, beside: bool = True) -> list[dict[str, Any]]:
    return [record(name, body, span, beside=beside) for name, body in zip(NAMES, bodies(id), strict=True)]


@pytest.mark.parametrize("beside", [True, False], ids=["event_name", "attribute"])
def test_log_records_as_a_console_shows_them_are_the_history_of_their_span(beside: bool) -> None:
    upload = Upload(*records(beside=beside))
    assert upload.wrapper == "otel-genai"
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_records_of_two_spans_are_told_apart() -> None:
    woven = [one for pair in zip(records(), records("call_z", "0x2"), strict=True) for one in pair]
    upload = Upload(*woven)
    assert [messages for messages, _ in upload.histories] == [4, 4]
    assert upload.finding("tool-result-unknown-id").places[0].line == 6


def test_texts_that_were_not_recorded_are_not_missed() -> None:
    bare = {"type": "function", "id": "call_a", "function": {"name": "get_weather"}}
    answer = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant"}}
    told = (None, {"tool_calls": [bare]}, {"id": "call_a"}, answer)
    upload = Upload(*(record(name, body) for name, body in zip(NAMES, told, strict=True)))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}
    assert "tool-content-empty" not in {finding.rule for finding in upload.report.findings}


def test_an_empty_text_that_was_recorded_is_missed() -> None:
    answer = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ""}}
    upload = Upload(*records()[:3], record(NAMES[3], answer))
    assert upload.roots == {"assistant-empty": "warning"}


def test_nothing_odd_in_a_record_raises() -> None:
    assert never_raises(*records()) > 100
