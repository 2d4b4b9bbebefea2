"""`stop` with calls, by what is known of the request (one test a row of what is settled about it)."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, report_of
from validation.examples import Example, Wire, header, stream, tools

TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}
NAMED = {"type": "function", "function": {"name": "get_weather"}}
ALLOWED = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [NAMED]}}


def stopped(request: Wire | None = None, finish: str = "stop", id: str = "call_a") -> Example:
    return stream(tools(header(id, arguments='{"city":"Oslo"}')), finish=finish, request=request)


def letters_of(example: Example) -> dict[str, str]:
    report = report_of(example)
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-calls-finish-stop"]
    return {column: report.weight(finding, column)[0] for column in ("default", "openai-strict", "vllm", "gemini-compat", "permissive")}


def test_with_an_unknown_request_it_is_a_warning_that_needs_the_request() -> None:
    (finding,) = found_by("tool-calls-finish-stop", stopped())
    assert (finding.variant, finding.certainty) == ("", "needs-context")
    assert letters_of(stopped()) == {
        "default": "warning", "openai-strict": "warning", "vllm": "warning", "gemini-compat": "info", "permissive": "info"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"tool_choice": "auto"}, "auto"), ({"tool_choice": "required"}, "required"), ({"tools": [TOOL]}, "auto"),
        ({"tools": [TOOL], "tool_choice": ALLOWED}, "allowed_tools"),
    ],
)  # fmt: skip
def test_with_a_free_choice_it_is_a_warning_for_every_emitter(request_: Wire, said: str) -> None:
    (finding,) = found_by("tool-calls-finish-stop", stopped(request_))
    assert (finding.variant, finding.certainty, finding.params["tool_choice"]) == ("request-known", "certain", said)
    assert letters_of(stopped(request_)) == {
        "default": "warning", "openai-strict": "warning", "vllm": "warning", "gemini-compat": "warning", "permissive": "info"
    }  # fmt: skip


@pytest.mark.parametrize("choice", [NAMED, {"type": "custom", "custom": {"name": "run"}}])
def test_with_a_function_forced_by_name_it_is_silent(choice: Wire) -> None:
    assert found_by("tool-calls-finish-stop", stopped({"tools": [TOOL], "tool_choice": choice})) == []


def test_a_request_that_says_nothing_of_tools_leaves_it_open() -> None:
    (finding,) = found_by("tool-calls-finish-stop", stopped({"model": "m", "max_tokens": 100}))
    assert finding.certainty == "needs-context"


def test_a_vllm_trace_is_a_warning_as_well() -> None:
    assert letters_of(stopped(id="chatcmpl-tool-1"))["default"] == "warning"


def test_tool_calls_is_right() -> None:
    assert is_clean(stopped(finish="tool_calls"))


def test_a_call_without_a_name_is_left_to_another_rule() -> None:
    nameless = {"index": 0, "id": "call_a", "type": "function", "function": {"arguments": "{}"}}
    assert found_by("tool-calls-finish-stop", stream(tools(nameless), finish="stop")) == []
