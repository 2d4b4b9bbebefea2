from typing import Any

from validation.examples import assistant, result, user

from .uploads import Upload, never_raises


class Session:
    """Lines of a session, each linked to the one before."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = [{"type": "summary", "summary": "demo", "leafUuid": "u9"}]
        self.last: str | None = None

    def add(self, kind: str, message: dict[str, Any], *, parent: Any = ..., side: bool = False, **more: Any) -> "Session":
        uuid = f"u{len(self.lines)}"
        linked = {"parentUuid": self.last if parent is ... else parent, "isSidechain": side, "sessionId": "s-1", "uuid": uuid}
        self.lines.append({**linked, "type": kind, "message": message, **more})
        self.last = uuid
        return self

    def user(self, content: Any = "list", **more: Any) -> "Session":
        return self.add("user", {"role": "user", "content": content}, **more)

    def result(self, id: str = "toolu_a", **more: Any) -> "Session":
        return self.user([{"tool_use_id": id, "type": "tool_result", "content": "a"}], toolUseResult={"stdout": "a"}, **more)

    def said(self, text: str = "One file.", id: str = "msg_z", **more: Any) -> "Session":
        return self._assistant({"type": "text", "text": text}, id, "end_turn", **more)

    def use(self, id: str = "toolu_a", message: str = "msg_a", **more: Any) -> "Session":
        return self._assistant({"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "ls"}}, message, "tool_use", **more)

    def _assistant(self, part: dict[str, Any], id: str, stop: str, **more: Any) -> "Session":
        message = {"id": id, "type": "message", "role": "assistant", "model": "demo-model", "content": [part], "stop_reason": stop}
        return self.add("assistant", message, **more)


def test_lines_of_one_message_are_joined() -> None:
    upload = Upload(*Session().user().said("Looking.", "msg_a").use().result().said().lines)
    assert upload.wrapper == "claude-code-session"
    assert upload.histories == [(4, [("toolu_a", "Bash", [2])])]
    assert upload.report.verdict("default") == "passes"


def test_calls_of_one_message_are_joined_over_the_results_between_them() -> None:
    session = Session().user().use("toolu_a")
    parent = session.last
    session.result("toolu_a").use("toolu_b", parent=parent).result("toolu_b").said()
    upload = Upload(*session.lines)
    assert upload.histories == [(4, [("toolu_a", "Bash", [2]), ("toolu_b", "Bash", [2])])]
    assert upload.report.verdict("default") == "passes"


def printed(kind: str, content: Any, of: str | None = None, **more: Any) -> dict[str, Any]:
    return {"type": kind, "message": {"role": kind, "content": content, **more}, "parent_tool_use_id": of, "session_id": "s-1"}


def used(id: str) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": id, "name": "Task", "input": {}}]


def gave(id: str) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": id, "content": "a"}]


def test_printed_lines_of_an_agent_that_a_call_started_are_a_history_of_their_own() -> None:
    upload = Upload(
        {"type": "system", "subtype": "init", "session_id": "s-1"},
        printed("assistant", used("toolu_a"), id="msg_a"),
        printed("assistant", used("toolu_b"), id="msg_a"),
        printed("user", "Look there.", "toolu_a"),
        printed("assistant", used("toolu_c"), "toolu_a", id="msg_b"),
        printed("user", gave("toolu_c"), "toolu_a"),
        printed("user", gave("toolu_a")),
        printed("user", gave("toolu_b")),
        {"type": "result", "subtype": "success", "result": "a", "session_id": "s-1"},
    )
    assert upload.wrapper == "claude-code-session"
    assert upload.histories == [
        (2, [("toolu_a", "Task", [1]), ("toolu_b", "Task", [1])]),
        (3, [("toolu_c", "Task", [2])]),
    ]
    assert upload.roots == {}


def test_messages_of_chat_completions_on_such_lines_keep_their_calls() -> None:
    said = ({"role": "system", "content": "Be brief."}, user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"), user())
    around: tuple[dict[str, Any], ...] = ({"parent_tool_use_id": None}, {"sessionId": "s-1"})
    for one in around:
        upload = Upload(*({"type": message["role"], "message": message, **one} for message in said))
        assert upload.wrapper == "claude-code-session"
        assert upload.histories == [(6, [("call_a", "get_weather", [3]), ("call_b", "get_weather", [4])])]
        assert upload.roots == {}


def test_a_fault_in_a_call_of_chat_completions_points_into_its_line() -> None:
    said = (user(), assistant("call_a"), result("call_x"))
    upload = Upload(*({"type": "user", "message": message, "sessionId": "s-1"} for message in said))
    assert upload.at("tool-result-unknown-id") == "call_x"
    assert upload.finding("tool-result-unknown-id").places[0].line == 3


def test_what_was_printed_before_a_compaction_answers_nothing_behind_it() -> None:
    boundary = {"type": "system", "subtype": "compact_boundary", "session_id": "s-1", "uuid": "u"}
    upload = Upload(printed("assistant", used("toolu_a")), boundary, printed("user", "Go on."), printed("assistant", "Yes."))
    assert [messages for messages, _calls in upload.histories] == [1, 2]
    assert upload.roots == {}


def test_a_fault_points_at_the_part_in_its_line() -> None:
    upload = Upload(*Session().user().use("toolu_a").use("toolu_b").result("toolu_a").said().lines)
    assert set(upload.roots) == {"anthropic-call-linkage"}
    place = upload.finding("anthropic-call-linkage").places[0]
    assert place.message == 1
    assert place.pointer.startswith("/message")
    assert place.line in (3, 4)


def test_a_session_that_ends_on_a_call_is_no_fault() -> None:
    assert Upload(*Session().user().use().lines).roots == {}


def test_what_the_user_says_beside_results_goes_behind_them() -> None:
    assert Upload(*Session().user().use().user("quick!").result().said().lines).roots == {}


def test_side_chains_are_histories_of_their_own() -> None:
    session = Session().user().use()
    last = session.last
    session.user("look", parent=None, side=True).use("toolu_s", "msg_s", side=True).result("toolu_s", side=True).said(side=True, id="msg_t")
    session.result(parent=last).said()
    upload = Upload(*session.lines)
    assert upload.histories == [(4, [("toolu_a", "Bash", [2])]), (4, [("toolu_s", "Bash", [2])])]
    assert upload.roots == {}


def test_going_back_takes_the_place_of_what_came_after() -> None:
    session = Session().user().said(id="msg_a")
    parent = session.last
    session.user("run it").use().user("no, stop", parent=parent).said()
    upload = Upload(*session.lines)
    assert upload.histories == [(4, [])]
    assert upload.roots == {}


def test_a_compaction_begins_another_history() -> None:
    session = Session().user().use()
    session.lines.append({"type": "system", "subtype": "compact_boundary", "parentUuid": None, "sessionId": "s-1", "uuid": "c1"})
    session.user("Summary of what was before", parent="c1", isCompactSummary=True).said()
    assert [messages for messages, _ in Upload(*session.lines).histories] == [2, 2]


def test_what_the_client_made_up_is_no_message() -> None:
    session = Session().user()
    session.add("assistant", {"role": "assistant", "model": "<synthetic>", "content": "API Error"}, isApiErrorMessage=True)
    assert Upload(*session.user("again").said().lines).histories == [(2, [])]


def test_several_sessions_are_several_histories() -> None:
    first, second = Session().user().said().lines, Session().user().use().result().lines
    renamed = [{**line, "sessionId": "s-2", "uuid": f"v{number}", "parentUuid": f"v{number - 1}"} for number, line in enumerate(second[1:])]
    assert [messages for messages, _ in Upload(*first, *renamed).histories] == [2, 3]


def test_odd_values_never_raise() -> None:
    assert never_raises(*Session().user().said("Looking.", "msg_a").use().result().lines) > 100
