from typing import Any

from validation.examples import assistant, dumps, result, user

from .uploads import TOOL, Upload, never_raises


def row(**more: Any) -> dict[str, Any]:
    response = {"choices": [{"index": 0, "message": assistant(content="4 degrees."), "finish_reason": "stop"}]}
    own = {"request_id": "chatcmpl-1", "call_type": "acompletion", "api_key": "88dc28d0f030c55ed4ab77ed8faf098196cb1c05", "spend": 0.1}
    return {**own, "messages": [user()], "response": response, "metadata": {"status": "success"}, **more}


def test_a_row_is_a_history_with_its_answer() -> None:
    upload = Upload(row(), row(messages=[user(), assistant("call_a"), result("call_a")]))
    assert upload.wrapper == "litellm-spend-logs"
    assert upload.histories == [(2, []), (4, [("call_a", "get_weather", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_a_hashed_key_is_no_secret() -> None:
    assert "secret-in-trace" not in Upload(row()).roots


def test_a_page_of_rows_is_read_row_by_row() -> None:
    assert len(Upload({"data": [row(), row()], "total": 2, "page": 1}).histories) == 2


def test_without_messages_the_stored_request_is_read() -> None:
    body = {"model": "demo-model", "messages": [user(), assistant("call_a"), result("call_z")], "tools": [TOOL]}
    for stored in ({"body": body}, dumps(body)):
        upload = Upload(row(messages={}, proxy_server_request=stored))
        assert upload.histories[0][0] == 4
        assert upload.at("tool-result-unknown-id") == "call_z"


def test_messages_in_a_text_that_was_cut_are_told() -> None:
    assert Upload(row(messages=dumps([user(), assistant("call_a")])[:80])).roots == {"json-truncated-at-end": "error"}


def test_a_row_that_failed_has_no_answer() -> None:
    metadata = {"status": "failure", "error_information": {"error_message": "too many tokens"}}
    upload = Upload(row(response={}, metadata=dumps(metadata)))
    assert upload.roots == {"request-failed": "warning"}
    assert upload.histories == [(1, [])]


def test_a_response_kept_as_a_text_is_read() -> None:
    response = dumps({"choices": [{"index": 0, "message": assistant("call_a"), "finish_reason": "tool_calls"}]})
    assert Upload(row(response=response)).histories == [(2, [("call_a", "get_weather", [])])]


def test_the_details_of_a_row_are_read_alike() -> None:
    body = {"model": "demo-model", "messages": [user(), assistant("call_a"), result("call_z")], "tools": [TOOL]}
    response = {"choices": [{"index": 0, "message": assistant(content="4"), "finish_reason": "stop"}]}
    upload = Upload({"messages": body["messages"], "response": response, "proxy_server_request": body})
    assert upload.wrapper == "litellm-spend-logs"
    assert upload.histories == [(4, [("call_a", "get_weather", [])])]


def test_odd_values_never_raise() -> None:
    assert never_raises(row(proxy_server_request={"body": {"messages": [user()], "tools": [TOOL]}})) > 100
