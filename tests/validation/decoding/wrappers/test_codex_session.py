from typing import Any

import pytest

from .uploads import Upload, never_raises


def line(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-09-21T10:00:00.000Z", "type": kind, "payload": payload}


def item(kind: str, **payload: Any) -> dict[str, Any]:
    return line("response_item", type=kind, **payload)


def said(role: str, text: str = "list") -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": text}])


def called(id: str = "call_a") -> dict[str, Any]:
    return item("function_call", id=f"fc_{id}", name="shell", arguments='{"command":["ls"]}', call_id=id)


def gave(id: str = "call_a") -> dict[str, Any]:
    return item("function_call_output", call_id=id, output='{"output":"a"}')


META = line("session_meta", id="s-1", cwd="demo")
NOISE = [line("turn_context", model="demo-model"), line("event_msg", type="user_message", message="list"), line("compacted", message="")]


def test_the_items_of_a_session_are_one_history() -> None:
    upload = Upload(META, *NOISE, said("user"), called(), called("call_b"), gave("call_b"), gave(), said("assistant", "One file."))
    assert upload.wrapper == "codex-rollout"
    assert upload.histories == [(6, [("call_a", "shell", [4]), ("call_b", "shell", [3])])]
    assert upload.report.verdict("default") == "passes"


def test_what_the_user_says_before_a_result_is_no_fault() -> None:
    assert Upload(META, said("user"), called(), said("user", "quick!"), gave()).roots == {}


def test_a_fault_points_at_its_line() -> None:
    upload = Upload(META, said("user"), called(), gave("call_z"), said("assistant"))
    assert set(upload.roots) == {"responses-call-linkage"}
    finding = next(finding for finding in upload.report.findings if finding.rule == "responses-call-linkage")
    assert finding.places[0].line in (3, 4)
    assert finding.places[0].pointer.startswith("/payload")


def test_another_session_is_another_history_and_a_repeated_head_is_none() -> None:
    upload = Upload(META, said("user"), called(), line("session_meta", id="s-2"), META, said("user"), said("assistant"))
    assert [messages for messages, _ in upload.histories] == [2, 2]


def test_the_shell_that_is_built_in_is_answered_like_a_function() -> None:
    shell = item("local_shell_call", call_id="call_a", status="completed", action={"type": "exec", "command": ["ls"]})
    upload = Upload(META, said("user"), shell, gave(), item("ghost_snapshot", ghost_commit={}))
    assert upload.histories == [(3, [("call_a", "local_shell", [2])])]
    assert upload.roots == {}


LIST = {"type": "exec", "command": ["ls"]}


@pytest.mark.parametrize(
    ("call", "output"),
    [
        ({"id": "lsh_1", "call_id": "call_a"}, {"call_id": "call_a"}),
        ({"id": "lsh_1", "call_id": "call_a"}, {"id": "call_a"}),
        ({"id": "lsh_1", "call_id": "call_a"}, {"id": "lsh_1"}),
        ({"id": "lsh_1", "call_id": None}, {"id": "lsh_1"}),
    ],
)
def test_the_shell_that_is_built_in_has_an_output_of_its_own(call: dict[str, Any], output: dict[str, Any]) -> None:
    shell = item("local_shell_call", **call, status="completed", action=LIST)
    gave_shell = item("local_shell_call_output", **output, output='{"stdout":"a"}')
    upload = Upload(META, said("user"), shell, gave_shell, said("assistant", "One file."))
    (history,) = upload.histories
    assert history == (4, [(call["call_id"] or "lsh_1", "local_shell", [2])])
    assert upload.roots == {}


def test_an_output_of_the_shell_that_nobody_asked_for_is_told_where_it_stands() -> None:
    upload = Upload(META, said("user"), item("local_shell_call_output", id="call_z", output="a"), said("assistant"))
    finding = next(finding for finding in upload.report.findings if finding.rule == "responses-call-linkage")
    assert (finding.variant, finding.places[0].line, finding.places[0].pointer) == ("", 3, "/payload/id")


def test_a_call_of_the_shell_without_an_output_is_missed_behind_it() -> None:
    shell = item("local_shell_call", call_id="call_a", status="completed", action=LIST)
    assert set(Upload(META, said("user"), shell, said("assistant", "One file.")).roots) == {"responses-call-linkage"}


def test_tools_with_a_free_text_are_read() -> None:
    patch = item("custom_tool_call", call_id="call_a", name="apply_patch", input="*** Begin Patch", status="completed")
    upload = Upload(
        META, said("user"), patch, item("custom_tool_call_output", call_id="call_a", output="ok"), item("reasoning", summary=[])
    )
    assert upload.histories[0][1] == [("call_a", "apply_patch", [2])]
    assert upload.report.verdict("default") == "passes"


def test_odd_values_never_raise() -> None:
    assert never_raises(META, said("user"), called(), gave(), said("assistant")) > 100
