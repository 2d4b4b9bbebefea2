"""Histories of Anthropic Messages and the Responses API: which parts are calls and results, and what answers what."""

from typing import Any

from validation.examples import call_item, output_item
from validation.facts import foreign
from validation.facts.carriage import Body
from validation.facts.foreign import PartResult, PartTurn
from validation.facts.histories import Binding, History
from validation.reassembly.foreign_histories import read_foreign
from validation.reassembly.histories import read_history

ASK = {"role": "user", "content": "Oslo?"}


def read(*messages: Any, **more: Any) -> History:
    history = read_history({"messages": list(messages), **more}, (0, 1, 0, 9), 0, Body())
    read_foreign(history)
    return history


def use(*ids: str) -> Any:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "get_weather", "input": {"city": id}} for id in ids]}


def results(*ids: str, before: str = "") -> Any:
    parts: list[Any] = [{"type": "text", "text": before}] if before else []
    return {"role": "user", "content": [*parts, *({"type": "tool_result", "tool_use_id": id, "content": "4"} for id in ids)]}


def bindings(history: History) -> list[str]:
    return [result.binding for result in history.results]


def positions(history: History) -> list[str]:
    return [result.position for result in history.results if isinstance(result, PartResult)]


def test_parts_are_calls_and_results_with_places_of_their_own() -> None:
    history = read(ASK, use("a", "b"), results("b", "a"))
    (turn,) = history.turns
    assert isinstance(turn, PartTurn)
    assert [(call.id, call.arguments, call.spot.pointer) for call in turn.calls] == [
        ("a", '{"city":"a"}', "/messages/1/content/0"), ("b", '{"city":"b"}', "/messages/1/content/1"),
    ]  # fmt: skip
    assert [call.answer.spot.pointer for call in turn.calls if call.answer] == ["/messages/2/content/1", "/messages/2/content/0"]
    assert (turn.missing, turn.pending, turn.misplaced) == ([], [], [])


def test_neighbouring_messages_of_one_role_are_one() -> None:
    history = read(ASK, use("a"), use("b"), results("a"), results("b"))
    assert bindings(history) == [Binding.BOUND, Binding.BOUND]
    assert positions(history) == ["", ""]


def test_where_a_result_stands_is_told() -> None:
    assert positions(read(ASK, use("a"), results("a", before="Well?"))) == [foreign.BEHIND_CONTENT]
    assert positions(read(ASK, use("a"), ASK, results("a"))) == [foreign.BEHIND_CONTENT]
    assert positions(read(ASK, use("a"), ASK, use("b"), results("a", "b"))) == [foreign.LATE, ""]
    assert positions(read(results("a"), use("a"))) == [foreign.EARLY]


def test_calls_without_results_are_missing_or_wait_at_the_end() -> None:
    closed, open_end = read(ASK, use("a"), ASK).turns[0], read(ASK, use("a", "b"), results("a")).turns[0]
    assert ([call.id for call in closed.missing], closed.pending) == (["a"], [])
    assert (open_end.missing, [call.id for call in open_end.pending]) == ([], ["b"])


def test_results_without_a_call_and_second_ones_are_told_apart() -> None:
    assert bindings(read(ASK, use("a"), results("a", "a", "z"))) == [Binding.BOUND, Binding.SURPLUS, Binding.UNKNOWN]


def test_an_id_that_comes_again_is_known_at_the_second_call() -> None:
    first, second = read(ASK, use("a"), results("a"), use("a"), results("a")).calls
    assert (first.reused, second.earlier) == (True, first)
    assert first.answer is not second.answer


def test_an_input_that_is_a_text_stays_one() -> None:
    message = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "b", "input": '{"c":1}'}]}
    (call,) = read(ASK, message).calls
    assert call.arguments == '"{\\"c\\":1}"'


def test_tools_of_a_request_are_declared_with_their_schemas() -> None:
    history = read(ASK, use("a"), tools=[{"name": "get_weather", "input_schema": {"type": "object"}}])
    assert history.declared.by_name["get_weather"].parameters == {"type": "object"}


# Items of the Responses API


def items(*values: Any) -> History:
    history = read_history(list(values), (0, 1, 0, 9), 0, Body())
    read_foreign(history)
    return history


def test_items_are_linked_by_call_id_in_any_place() -> None:
    history = items(ASK, call_item("{}"), call_item("{}", id="fc_2", call_id="call_b"), output_item("call_b"), ASK, output_item())
    assert history.foreign == foreign.RESPONSES
    assert [(call.id, call.spot.pointer, call.answer is not None) for call in history.calls] == [
        ("call_a", "/1", True),
        ("call_b", "/2", True),
    ]


def test_the_id_of_an_item_links_nothing() -> None:
    (result,) = items(call_item("{}"), output_item("fc_1")).results
    assert isinstance(result, PartResult)
    assert (result.binding, result.missing.id if result.missing else "") == (Binding.UNKNOWN, "call_a")


def test_calls_at_the_end_wait_and_others_are_missing() -> None:
    waiting, closed = items(ASK, call_item("{}")).turns[0], items(call_item("{}"), ASK).turns[0]
    assert (len(waiting.pending), len(waiting.missing), len(closed.missing)) == (1, 0, 1)


def test_content_parts_alone_show_the_format() -> None:
    assert items({"role": "user", "content": [{"type": "input_text", "text": "Hi"}]}).foreign == foreign.RESPONSES
    assert items(ASK).foreign is None


def test_a_model_beside_the_messages_tells_of_chat_completions_whatever_the_parts() -> None:
    message = {"role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
    assert read(message, model="m").foreign is None
    assert read(message).foreign == foreign.RESPONSES
    assert read(message, call_item("{}"), output_item(), model="m").foreign == foreign.RESPONSES


def test_the_output_of_a_function_may_answer_the_shell_that_is_built_in() -> None:
    shell = {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_s", "action": {"type": "exec", "command": ["ls"]}}
    assert bindings(read(ASK, shell, output_item("call_s"))) == []
    assert bindings(read(ASK, shell, output_item("call_z"))) == [Binding.UNKNOWN]
    own = {"type": "local_shell_call_output", "id": "call_s", "output": "a"}
    assert bindings(read(ASK, shell, own, call_item("{}"), output_item())) == [Binding.BOUND]
