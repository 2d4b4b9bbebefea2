"""Runs of agents as evaluations keep them: trajectories of SWE-agent and mini-swe-agent, logs of Inspect."""

from typing import Any

from validation.examples import assistant, result, user

from .uploads import Upload, never_raises

RESULT = {"role": "tool", "content": "a", "tool_call_ids": ["call_a"], "agent": "main", "message_type": "observation"}
RUN = {"trajectory": [{"action": "ls", "observation": "a"}], "history": [user(), assistant("call_a"), RESULT], "info": {}}
EXIT = {"role": "exit", "content": "done", "extra": {}}
MINI = {"info": {}, "messages": [user(), assistant("call_a"), result("call_a"), EXIT], "trajectory_format": "mini-swe-agent-1.1"}

CALLED = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"id": "call_a", "function": "bash", "arguments": {"cmd": "ls"}, "type": "function"}],
}
SAMPLE: dict[str, Any] = {"id": 1, "epoch": 1, "messages": [user(), CALLED, result("call_a", function="bash")]}
LOG = {"version": 2, "status": "success", "eval": {}, "samples": [SAMPLE, {**SAMPLE, "messages": [user()]}]}


def test_a_result_that_names_its_calls_in_a_list_is_linked() -> None:
    upload = Upload(RUN)
    assert upload.wrapper == "swe-agent-trajectory"
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}
    other = Upload({**RUN, "history": [*RUN["history"][:2], {**RESULT, "tool_call_ids": ["call_b"]}]})
    assert other.at("tool-result-unknown-id") == "call_b"


def test_the_exit_of_a_run_is_no_message() -> None:
    upload = Upload(MINI)
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_the_samples_of_a_log_are_histories() -> None:
    upload = Upload(LOG)
    assert upload.wrapper == "inspect-log"
    assert upload.histories == [(3, [("call_a", "bash", [2])]), (1, [])]
    assert upload.roots == {}
    assert Upload(SAMPLE).histories == Upload(SAMPLE["messages"]).histories == [(3, [("call_a", "bash", [2])])]


def test_a_fault_points_into_the_sample() -> None:
    upload = Upload({**LOG, "samples": [{**SAMPLE, "messages": [user(), CALLED, user()]}]})
    assert upload.roots == {"tool-result-missing": "error"}
    assert upload.at("tool-result-missing") == CALLED


def test_odd_values_never_raise() -> None:
    assert never_raises(RUN) > 50
    assert never_raises(MINI) > 50
    assert never_raises(LOG) > 50


def test_calls_of_chat_completions_without_their_object_are_none_of_inspect() -> None:
    def flat(arguments: Any) -> dict[str, Any]:
        return assistant({"id": "call_a", "type": "function", "function": "get_weather", "arguments": arguments})

    for upload in (
        Upload([user(), flat("{}"), result("call_a")]),
        Upload({"model": "m", "messages": [user(), flat({}), result("call_a")]}),
    ):
        assert "call-function-missing" in upload.roots
