"""What a finding explains: of lost bytes the words and keys in which they stood, of a history what is told already; and nothing else."""

import pytest

from tests.validation.rules.checking import report_of
from validation.examples import assistant, call, chunk, entry, header, history, jsonl, raw, result, tools, user
from validation.report import Report

CHUNKS = (
    chunk({"role": "assistant", "content": "ok"}),
    chunk(tools(header(arguments='{"city":'))),
    chunk(tools(entry('"Oslo"}'))),
    chunk({}, finish="tool_calls"),
)
LINES = jsonl(*CHUNKS).data.splitlines(keepends=True)


def damaged(line: int, text: bytes, without: bytes) -> Report:
    """The report on CHUNKS, in one line of which `without` stands in place of `text`."""
    assert text in LINES[line]
    return report_of(raw(b"".join([*LINES[:line], LINES[line].replace(text, without, 1), *LINES[line + 1 :]])))


def loud(report: Report) -> set[str]:
    weighed = [(finding, *report.weight(finding)) for finding in report.findings]
    return {finding.rule for finding, letter, root in weighed if root and letter in ("error", "warning")}


@pytest.mark.parametrize(
    ("line", "text", "without", "follow"),
    [
        (0, b"completion.chunk", b"completion.\xffchunk", "object-wrong"),
        (2, b'"object"', b'"obj\xffect"', "object-wrong"),
        (0, b"chatcmpl-1", b"chatcmpl-\xff", "chunk-id-changes"),
        (3, b"chatcmpl-1", b"chatcmpl-\xff", "chunk-id-changes"),
        (2, b"demo-model", b"demo-\xffmodel", "model-changes"),
        (1, b'"created"', b'"crea\xffed"', "created-missing-or-unit"),
        (3, b'"delta"', b'"del\xff"', "delta-missing"),
        (0, b'"assistant"', b'"assist\xff"', "role-invalid"),
        (3, b'"tool_calls"', b'"tool\xffcalls"', "finish-unknown-value"),
        (1, b'"type":"function"', b'"type":"func\xff"', "tool-type-invalid"),
    ],
)
def test_a_word_or_a_key_with_lost_bytes_is_no_fault_of_its_own(line: int, text: bytes, without: bytes, follow: str) -> None:
    report = damaged(line, text, without)
    assert {finding.cause for finding in report.findings if finding.rule == follow} == {"invalid-utf8"}
    assert loud(report) == {"invalid-utf8"}


def test_every_damaged_line_explains_what_stands_in_it() -> None:
    lines = [line.replace(b"ok", b"\xff") if number == 0 else line for number, line in enumerate(LINES)]
    lines[2] = lines[2].replace(b"completion.chunk", b"completion.\xffchunk")
    report = report_of(raw(b"".join(lines)))
    assert loud(report) == {"invalid-utf8"}
    assert [place.line for finding in report.findings if finding.rule == "invalid-utf8" for place in finding.places] == [1, 3]


def test_a_wrong_word_on_another_line_is_a_fault_of_its_own() -> None:
    lines = [LINES[0].replace(b"ok", b"\xff"), *LINES[1:3], LINES[3].replace(b"completion.chunk", b"completion")]
    assert loud(report_of(raw(b"".join(lines)))) == {"invalid-utf8", "object-wrong"}


def test_a_fault_that_is_no_matter_of_words_stays_beside_the_lost_bytes() -> None:
    lines = [
        *LINES[:2],
        LINES[2].replace(b"Oslo", b"Osl\xff"),
        LINES[3].replace(b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"'),
    ]
    assert loud(report_of(raw(b"".join(lines)))) >= {"invalid-utf8", "tool-calls-finish-stop"}


def in_object(delta: dict[str, object]) -> dict[str, object]:
    return chunk(choices={"index": 0, "delta": delta, "finish_reason": None})


@pytest.mark.parametrize(
    ("wires", "follow"),
    [
        ((CHUNKS[0] | {"choices": chunk({"content": ""})["choices"]}, chunk({}, finish="stop")), "role-missing"),
        ((chunk({"role": "assistant"}), chunk({}, finish="stop")), "completion-empty"),
        ((chunk({"role": "assistant"}), chunk({}, finish="tool_calls")), "finish-tool-calls-without-calls"),
        (CHUNKS[:1], "finish-missing"),
    ],
)
def test_choices_that_are_no_array_explain_what_is_missing(wires: tuple[dict[str, object], ...], follow: str) -> None:
    report = report_of(jsonl(wires[0], in_object({"content": "Hi"}), *wires[1:]))
    assert {finding.cause for finding in report.findings if finding.rule == follow} == {"choices-missing-or-null:no-array"}
    assert loud(report) == {"choices-missing-or-null"}


def test_choices_that_are_missing_explain_no_empty_answer() -> None:
    usage = chunk(choices=None, usage={"total_tokens": 9})
    assert loud(report_of(jsonl(chunk({"role": "assistant"}), chunk({}, finish="stop"), usage))) == {
        "choices-missing-or-null",
        "completion-empty",
    }


BYE = assistant(content="Bye.")


@pytest.mark.parametrize("messages", [(assistant("a", "a"), BYE), (assistant("b", "a", "a"), result("b"), BYE)])
def test_calls_that_share_an_id_explain_that_nothing_answers_it(messages: tuple[dict[str, object], ...]) -> None:
    report = report_of(history(user(), *messages))
    assert loud(report) == {"call-id-duplicate-in-turn"}
    assert [finding.cause for finding in report.findings if finding.rule == "tool-result-missing"] == ["call-id-duplicate-in-turn"]


def test_calls_that_share_an_id_do_not_explain_another_call_without_a_result() -> None:
    report = report_of(history(user(), assistant("a", "a", "b"), BYE))
    assert loud(report) == {"call-id-duplicate-in-turn", "tool-result-missing"}
    assert [finding.params["ids"] for finding in report.findings if finding.rule == "tool-result-missing"] == ["b"]


def test_a_reply_stored_as_several_messages_explains_the_order_of_results_in_each_of_them() -> None:
    split = assistant("a"), assistant(call("b"), call("c", "get_time"))
    report = report_of(history(user(), *split, result("c"), result("b"), result("a"), BYE))
    assert [finding.cause for finding in report.findings if finding.rule == "tool-result-order"] == ["parallel-turn-split"]
