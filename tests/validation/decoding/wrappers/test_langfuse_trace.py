from typing import Any

from validation.examples import assistant, result, user

from .uploads import Upload, never_raises


def trace(*observations: Any) -> dict[str, Any]:
    return {"id": "t-1", "name": "demo", "input": None, "output": None, "observations": list(observations), "scores": []}


def generation(sent: Any, answer: Any) -> dict[str, Any]:
    return {"id": "o-1", "traceId": "t-1", "type": "GENERATION", "model": "demo-model", "input": sent, "output": answer, "level": "DEFAULT"}


def test_every_generation_is_a_history() -> None:
    span = {"id": "o-0", "traceId": "t-1", "type": "SPAN", "input": [user()], "output": "4"}
    upload = Upload(
        trace(span, generation([user()], assistant("call_a")), generation([user(), assistant("call_a"), result("call_a")], "4"))
    )
    assert upload.wrapper == "langfuse-trace"
    assert upload.histories == [(2, [("call_a", "get_weather", [])]), (4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_a_request_with_an_open_call_and_no_answer_is_a_warning() -> None:
    upload = Upload(trace(generation([user(), assistant("call_a")], None)))
    assert upload.roots == {"tool-call-pending": "warning"}
    assert upload.finding("tool-call-pending").places[0].pointer == "/observations/0/input/1"
    assert upload.at("tool-call-pending") == assistant("call_a")


def test_a_download_may_hold_the_trace_beside_its_observations() -> None:
    whole = {"trace": {"id": "t-1"}, **trace(generation([user()], "4"))}
    assert Upload(whole).histories == [(2, [])]


def test_odd_values_never_raise() -> None:
    assert never_raises(trace(generation([user(), assistant("call_a"), result("call_a")], assistant("call_b")))) > 100
