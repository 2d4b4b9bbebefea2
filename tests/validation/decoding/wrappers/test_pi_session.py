from typing import Any

from validation.examples import assistant, result, user

from .uploads import Upload, never_raises

CALL = {"type": "toolCall", "id": "call_a", "name": "bash", "arguments": {"command": "ls"}}
SAID = {"role": "assistant", "content": [{"type": "text", "text": "One file."}], "stopReason": "stop"}


def used(*parts: Any, stop: str = "toolUse") -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "thinking", "thinking": "Look."}, *parts], "stopReason": stop, "usage": {"input": 1}}


def gave(id: str = "call_a") -> dict[str, Any]:
    content = [{"type": "text", "text": "a"}]
    return {"role": "toolResult", "toolCallId": id, "toolName": "bash", "content": content, "isError": False}


def session(*messages: dict[str, Any]) -> list[dict[str, Any]]:
    """A head, a change of the model, and an entry a message, each linked to the one before."""
    lines: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": "s", "cwd": "/"}, entry("m0", None, type="model_change")]
    for number, message in enumerate(messages, 1):
        lines.append(entry(f"m{number}", f"m{number - 1}", message=message))
    return lines


def entry(id: str, parent: str | None, *, type: str = "message", **more: Any) -> dict[str, Any]:
    return {"type": type, "id": id, "parentId": parent, "timestamp": "2026-10-01T10:00:00.000Z", **more}


ASK = {"role": "user", "content": [{"type": "text", "text": "list"}]}


def test_entries_are_one_history() -> None:
    upload = Upload(*session(ASK, used(CALL), gave(), SAID))
    assert upload.wrapper == "pi-session"
    assert upload.histories == [(4, [("call_a", "bash", [2])])]
    assert upload.roots == {}


def test_messages_of_chat_completions_that_are_linked_alike_keep_their_calls() -> None:
    upload = Upload(*session(user(), assistant("call_a"), result("call_a"), SAID))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_entries_that_are_all_linked_to_none_are_one_history() -> None:
    said = (user(), assistant("call_a"), result("call_a"), SAID)
    upload = Upload(*(entry(f"m{number}", None, message=message) for number, message in enumerate(said)))
    assert upload.histories == [(4, [("call_a", "get_weather", [2])])]


def test_a_system_message_of_chat_completions_is_one_of_them() -> None:
    assert Upload(*session({"role": "system", "content": "Be brief."}, user(), assistant(content="Yes."))).histories == [(3, [])]


def test_what_an_extension_keeps_is_no_message() -> None:
    lines = session(ASK, used(CALL), gave(), SAID)
    kept = entry("m5", "m4", type="custom", customType="notes", data={"role": "user", "content": "Hi"})
    assert Upload(*lines, kept).histories == [(4, [("call_a", "bash", [2])])]


def test_the_messages_alone_are_one_too() -> None:
    for upload in (Upload([ASK, used(CALL), gave(), SAID]), Upload({"messages": [ASK, used(CALL), gave(), SAID]})):
        assert upload.wrapper == "pi-session"
        assert upload.histories == [(4, [("call_a", "bash", [2])])]
        assert upload.roots == {}


def test_a_fault_points_into_its_line() -> None:
    upload = Upload(*session(ASK, used(CALL), gave("call_b"), SAID))
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.at("tool-result-unknown-id") == gave("call_b")
    assert upload.finding("tool-result-unknown-id").places[0].line == 5


def test_only_the_way_to_the_last_entry_counts() -> None:
    lines = session(ASK, used(CALL), gave(), SAID)
    again = [entry("n1", "m1", message=used({**CALL, "id": "call_b"})), entry("n2", "n1", message=gave("call_b"))]
    assert Upload(*lines, *again).histories == [(3, [("call_b", "bash", [2])])]


def test_an_answer_that_broke_off_and_what_only_the_user_sees_are_no_messages() -> None:
    run = {"role": "bashExecution", "command": "ls", "output": "a", "exitCode": 0}
    upload = Upload(*session(ASK, used(CALL, stop="aborted"), run, ASK, SAID))
    assert upload.histories == [(3, [])]
    assert upload.roots == {}


def test_odd_values_never_raise() -> None:
    assert never_raises(*session(ASK, used(CALL), gave())) > 100
    assert never_raises([ASK, used(CALL), gave()]) > 50
