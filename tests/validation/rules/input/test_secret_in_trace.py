"""A credential is found in joined texts, and what is said of it never gives it away."""

import json

import pytest

from tests.validation.rules.checking import found_by, report_of
from validation.examples import Example, assistant, call, chunk, entry, header, history, jsonl, result, stream, tools, user
from validation.rules import RULES

KEY = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 3
RULE = "secret-in-trace"
ROLE = chunk({"role": "assistant", "content": None})
END = chunk({}, finish="tool_calls")


def cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def in_arguments(size: int) -> Example:
    first, *rest = cut(json.dumps({"key": KEY}), size)
    return jsonl(ROLE, chunk(tools(header(arguments=first))), *(chunk(tools(entry(piece))) for piece in rest), END)


PLACES = {
    "the content of choice 0": jsonl(ROLE, *(chunk({"content": piece}) for piece in cut(f"Use {KEY}.", 3)), chunk({}, finish="stop")),
    "the reasoning of choice 0": jsonl(
        ROLE, *(chunk({"reasoning_content": piece}) for piece in cut(f"Use {KEY}.", 9)), chunk({}, finish="stop")
    ),
    "the arguments of call 0": in_arguments(11),
    "message 0": history(user(f"My key is {KEY}."), assistant(content="Thanks.")),
    "message 2": history(user(), assistant("call_a"), result(content=f"OPENAI_API_KEY={KEY}"), assistant(content="It is cold.")),
    "the arguments of call 0 of message 1": history(
        user(), assistant(call(arguments=json.dumps({"key": KEY}))), result(), assistant(content="It is cold.")
    ),
}


@pytest.mark.parametrize("where", PLACES)
def test_it_says_kind_place_and_length(where: str) -> None:
    (finding,) = found_by(RULE, PLACES[where])
    assert finding.params == {"kind": "OpenAI key", "where": where, "length": len(KEY), "secrets": 1}


@pytest.mark.parametrize("where", PLACES)
def test_no_finding_holds_the_value_nor_a_slice_of_it(where: str) -> None:
    (finding,) = found_by(RULE, PLACES[where])
    told = " ".join(str(value) for value in finding.params.values())
    assert not any(KEY[start : start + 6] in told for start in range(len(KEY) - 6))


@pytest.mark.parametrize("size", [1, 2, 7, 30, 1000])
def test_a_key_is_found_however_its_fragments_were_cut(size: int) -> None:
    assert len(found_by(RULE, in_arguments(size))) == 1


def test_a_stream_has_one_finding_with_a_count() -> None:
    (finding,) = found_by(RULE, stream(json.dumps({"keys": [KEY, "ghp_9fQ2vLx7RtB4mZk1Hc8N9fQ2vLx7RtB4mZk1"]})))
    assert (finding.count, finding.params["secrets"]) == (2, 2)


def test_a_history_points_at_the_message() -> None:
    (finding,) = found_by(RULE, PLACES["message 2"])
    assert (finding.places[0].message, finding.places[0].pointer) == (2, "/2")


def test_it_is_a_warning_under_every_profile() -> None:
    report = report_of(in_arguments(7))
    (finding,) = [finding for finding in report.findings if finding.rule == RULE]
    assert {report.weight(finding, profile) for profile in ("default", "openai-strict", "permissive")} == {("warning", True)}


def test_no_text_of_the_rule_asks_for_the_value() -> None:
    assert set(RULES[RULE].params) == {"kind", "where", "length", "secrets"}
