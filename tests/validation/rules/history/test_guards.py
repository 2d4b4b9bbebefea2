"""Legal things stay quiet, and their faulty twins do not."""

from typing import Any

import pytest

from validation.examples import assistant, call, result, user
from validation.profiles import ERROR, WARNING
from validation.rules import RULES

from .judging import judge, read

BYE = assistant(content="It is 4 degrees.")
CUSTOM = {"id": "call_a", "type": "custom", "custom": {"name": "shell", "input": "ls {"}}
ANTHROPIC = (
    user(),
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"city": "Oslo"}}]},
    user([{"type": "tool_result", "tool_use_id": "toolu_1", "content": "4 degrees"}]),
)


def complaints(*messages: Any, purpose: str | None = None) -> set[str]:
    """The rules that say warning or error under `default`."""
    every = judge(read(*messages, purpose=purpose))
    return {
        name for name, found in every.items() for one in found if RULES[name].letters[one.variant].letter("default") in (WARNING, ERROR)
    }


PAIRS: dict[str, tuple[tuple[Any, ...], str | None, tuple[Any, ...], str | None, str]] = {
    "a record may end with open calls, a request may not": (
        (user(), assistant("a", "b"), result("a")), "archive",
        (user(), assistant("a", "b"), result("a")), "send", "tool-result-missing",
    ),
    "a training example may end with the call to be learnt": (
        (user(), assistant("a")), "train",
        (user(), assistant("a"), user()), "train", "tool-result-missing",
    ),
    "results may come in another order": (
        (user(), assistant("a", "b"), result("b"), result("a"), BYE), None,
        (user(), assistant("a", "b"), result("b"), user(), result("a")), None, "tool-results-not-adjacent",
    ),
    "a Kimi id may repeat in another answered turn": (
        (user(), assistant("f:0"), result("f:0"), BYE, user(), assistant("f:0"), result("f:0"), BYE), None,
        (user(), assistant("call_0"), result("call_0"), BYE, user(), assistant("call_0"), result("call_0"), BYE), None,
        "call-id-reused-across-turns",
    ),
    "a Kimi id may not repeat while the first call is open": (
        (user(), assistant("f:0", "f:1"), result("f:0"), result("f:1"), assistant("f:0"), result("f:0")), None,
        (user(), assistant("f:0"), assistant("f:0"), result("f:0")), None, "call-id-reused-across-turns",
    ),
    "one tool may be called twice under two ids": (
        (user(), assistant("a", "b"), result("a"), result("b"), BYE), None,
        (user(), assistant("a", "a"), result("a"), result("a"), BYE), None, "call-id-duplicate-in-turn",
    ),
    "a user may speak right behind the results": (
        (user(), assistant("a"), result("a"), user()), None,
        (user(), assistant("a"), user(), result("a")), None, "tool-results-not-adjacent",
    ),
    "an assistant may have no list of calls": (
        (user(), BYE), None,
        (user(), assistant(content="x", tool_calls=[])), None, "tool-calls-empty",
    ),
    "a null list of calls is no empty list": (
        (user(), assistant(content="x", tool_calls=None)), None,
        (user(), assistant(content="x", tool_calls=[])), None, "tool-calls-empty",
    ),
    "a custom call has input instead of arguments": (
        (user(), assistant(CUSTOM), result("call_a"), BYE), None,
        (user(), assistant({**CUSTOM, "custom": {"name": "shell"}}), result("call_a"), BYE), None, "call-function-missing",
    ),
    "empty arguments are a text": (
        (user(), assistant(call("a", arguments="")), result("a"), BYE), None,
        (user(), assistant(call("a", function={"name": "f", "arguments": {}})), result("a"), BYE), None, "call-arguments-not-string",
    ),
    "calls and results as parts are another format": (
        ANTHROPIC, "send",
        (*ANTHROPIC, {"role": "tool", "tool_call_id": "toolu_1", "content": "x"}), "send", "tool-result-orphan, content-part-type",
    ),
    "a result without its call's name is linked by its id": (
        (user(), assistant("a"), result("a", name="get_weather"), BYE), None,
        (user(), assistant("a"), result("a", name="weather"), BYE), None, "tool-name-mismatch",
    ),
    "one call after another is no split": (
        (user(), assistant("a"), result("a"), assistant("b"), result("b"), BYE), None,
        (user(), assistant("a"), assistant("b"), result("a"), result("b"), BYE), None, "parallel-turn-split",
    ),
    "calls need no content": (
        (user(), assistant("a"), result("a"), BYE), None,
        (user(), assistant(), user()), None, "assistant-empty",
    ),
    "a refusal is a content": (
        (user(), assistant(refusal="I cannot help with that.")), None,
        (user(), assistant(refusal=None)), None, "assistant-empty",
    ),
    "a result may be a text part": (
        (user(), assistant("a"), result("a", [{"type": "text", "text": "x"}]), BYE), None,
        (user(), assistant("a"), result("a", [{"type": "image_url", "image_url": {"url": "data:,"}}]), BYE), None, "tool-content-not-text",
    ),
    "a result may be empty, not missing": (
        (user(), assistant("a"), result("a", ""), BYE), None,
        (user(), assistant("a"), result("a", None), BYE), None, "tool-content-missing",
    ),
    "a call of a custom tool has its own type": (
        (user(), assistant(CUSTOM), result("call_a"), BYE), None,
        (user(), assistant(call("a", type="tool")), result("a"), BYE), None, "call-type-missing",
    ),
    "a user may send pictures": (
        (user([{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": "data:,"}}]), BYE), None,
        (user(), assistant("a", content=[{"type": "tool_use", "id": "a"}]), result("a"), BYE), None, "content-part-type",
    ),
}  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS)
def test_the_legal_twin_is_quiet_and_the_faulty_one_is_not(pair: str) -> None:
    legal, purpose, faulty, faulty_purpose, name = PAIRS[pair]
    assert complaints(*legal, purpose=purpose) == set()
    assert complaints(*faulty, purpose=faulty_purpose) == set(name.split(", "))


def test_a_legacy_pair_has_no_ids_and_no_open_call() -> None:
    called = {"role": "assistant", "content": None, "function_call": {"name": "get_weather", "arguments": "{}"}}
    answer = {"role": "function", "name": "get_weather", "content": "x"}
    assert complaints(user(), called, answer, BYE) == {"legacy-function-call", "legacy-function-role"}
    assert complaints(user(), assistant("a"), answer, BYE) == {"legacy-function-role", "tool-result-missing"}


def test_the_same_id_in_two_histories_is_no_repetition() -> None:
    for _ in range(2):
        assert complaints(user(), assistant("a"), result("a"), BYE) == set()


def test_a_reply_stored_as_neighbouring_messages_is_neither_late_nor_missing() -> None:
    history = read(user(), assistant("a"), assistant("b"), result("a"), result("b"), BYE)
    assert judge(history).keys() & {"tool-results-not-adjacent", "tool-result-missing", "tool-result-orphan"} == set()
    assert len(history.splits) == 1
