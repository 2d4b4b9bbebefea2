"""A report as text, Markdown, SARIF, JUnit and GNU lines, and what a hostile trace cannot do to them."""

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.validation.rules.checking import report_of
from validation.examples import Example, assistant, chunk, history, jsonl, raw, result, stream, user
from validation.rendering.gnu import gnu
from validation.rendering.json_report import report_document
from validation.rendering.junit import junit
from validation.rendering.markdown import LIMIT, markdown
from validation.rendering.sarif import sarif
from validation.rendering.text import text

STOPPED = stream('{"city":"Oslo"}', finish="stop")
CUT = stream('{"city":', finish="length")
HOSTILE = "\x1b[31mred\x1b[0m\u202egnp\u200b<b>`|*[x](http://evil.example)\n\x00"


def document_of(example: Any) -> dict[str, Any]:
    return report_document(report_of(example))


def test_text_says_the_verdict_first_and_then_the_heaviest_finding() -> None:
    lines = text(document_of(STOPPED)).splitlines()
    assert lines[0] == "example.jsonl: PASSES WITH WARNINGS"
    assert lines[1].strip() == "1 warning in 3 chunks · profile default"
    assert next(line for line in lines if line.startswith("▲")).startswith("▲ warning  tool-calls-finish-stop [FIN407]  chunk 2, line 3")


def second_line(example: Example) -> str:
    return text(document_of(example)).splitlines()[1].strip()


def test_text_counts_the_chunks_of_all_streams_and_not_of_those_shown() -> None:
    deltas = [chunk({"role": "assistant", "content": "a"}), *[chunk({"content": "b"})] * 3, chunk({}, finish="stop")]
    example = jsonl(*({**wire, "id": f"chatcmpl-{number}"} for wire in deltas for number in range(300)))
    assert len(document_of(example)["streams"]) == 200
    assert second_line(example) == "no errors, no warnings in 1500 chunks · profile default"


def test_text_counts_the_messages_of_all_histories() -> None:
    example = jsonl(*[{"messages": [user(), assistant(content="4 degrees.")]}] * 300)
    assert second_line(example) == "no errors, no warnings in 600 messages · profile default"


def test_text_counts_whole_responses_as_such() -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "4 degrees."}, "finish_reason": "stop"}
    body = {"id": "c", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [choice]}
    answers = [{"custom_id": f"r-{number}", "response": {"status_code": 200, "body": body}, "error": None} for number in range(2)]
    assert second_line(jsonl(*answers)) == "no errors, no warnings in 2 responses · profile default"
    assert second_line(jsonl(*answers[:1])) == "no errors, no warnings in 1 response · profile default"
    mixed = jsonl(*answers, *(chunk({"role": "assistant", "content": "a"}), chunk({}, finish="stop")), {"messages": [user()]})
    assert " in 2 chunks, 2 responses and 1 message · " in second_line(mixed)


def test_text_says_one_chunk_and_one_record() -> None:
    assert " in 1 chunk · " in second_line(jsonl(chunk({"role": "assistant", "content": "a"}, finish="stop")))
    assert " in 1 record · " in second_line(raw(b'{"colour":"red"}'))


def test_text_names_what_a_finding_explains() -> None:
    assert "explains: arguments-truncated" in text(document_of(CUT))


def test_gnu_lines_have_file_line_severity_and_rule() -> None:
    (line,) = [line for line in gnu(document_of(STOPPED)).splitlines() if "warning" in line]
    assert line.startswith("example.jsonl:3: warning: ")
    assert line.endswith(" [tool-calls-finish-stop]")


def test_sarif_has_a_result_a_root_and_a_rule_for_each() -> None:
    (run,) = sarif(document_of(CUT))["runs"]
    by_rule = {item["ruleId"]: item for item in run["results"]}
    assert "arguments-truncated" not in by_rule
    found = by_rule["finish-length-with-calls"]
    assert (found["level"], found["locations"][0]["physicalLocation"]["region"]["startLine"]) == ("warning", 3)
    assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == "finish-length-with-calls"
    assert len(found["partialFingerprints"]["callcheck/v1"]) == 16


def test_a_finding_about_the_whole_file_has_no_place_and_every_format_says_so() -> None:
    document = document_of(raw(b"", "empty.jsonl"))
    (empty,) = [finding for finding in document["findings"] if finding["rule"] == "input-empty"]
    assert empty["places"] == []
    assert "input-empty [INP001]  the file" in text(document)
    assert "| `input-empty` | the file |" in markdown(document)
    assert gnu(document).startswith("empty.jsonl:1: ")
    (run,) = sarif(document)["runs"]
    located = [item["locations"] for item in run["results"] if item["ruleId"] == "input-empty"]
    assert located == [[{"physicalLocation": {"artifactLocation": {"uri": "empty.jsonl"}}}]]
    assert ET.fromstring(junit(document)).find("testcase[@name='input-empty at the file']") is not None


@pytest.mark.parametrize(("fail_on", "failures"), [("error", 0), ("warning", 1), ("never", 0)])
def test_junit_fails_at_the_letter_asked_for(fail_on: str, failures: int) -> None:
    suite = ET.fromstring(junit(document_of(STOPPED), fail_on=fail_on))
    assert suite.get("failures") == str(failures)
    assert len(suite.findall("testcase")) == int(suite.get("tests", "0"))


def test_junit_tells_an_incomplete_check_from_a_failure() -> None:
    suite = ET.fromstring(junit(document_of(raw(b'data: {"type":"text-delta","id":"1","delta":"x"}\n\n', "x.sse"))))
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")


def test_markdown_links_each_finding_to_its_place_on_the_page() -> None:
    told = markdown(document_of(STOPPED), html_url="https://callcheck.example/v/abc/")
    assert "| warning | `tool-calls-finish-stop` | [chunk 2, line 3" in told
    assert "(https://callcheck.example/v/abc/#f-" in told


def test_markdown_shows_the_calls_of_a_history_with_their_results() -> None:
    told = markdown(document_of(history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_x"))))
    assert "| call in | id | function | arguments | result |\n|---|---|---|---|---|" in told
    assert "| message 1 | call\\_a | get\\_weather | valid | message 2 |" in told
    assert "| message 1 | call\\_b | get\\_weather | valid | none |" in told


def test_markdown_tells_the_calls_of_several_histories_apart_by_their_lines() -> None:
    told = markdown(document_of(jsonl(*({"messages": [user(), assistant("call_a"), result("call_a")]} for _ in range(2)))))
    assert [line.split(" | ")[0] for line in told.splitlines() if "call\\_a" in line and "message 2" in line] == [
        "| line 1, message 1", "| line 2, message 1",
    ]  # fmt: skip


def test_markdown_says_how_many_calls_it_leaves_out() -> None:
    turns = [message for number in range(21) for message in (assistant(f"call_{number}"), result(f"call_{number}"))]
    told = markdown(document_of(history(user(), *turns)))
    assert "| message 39 | call\\_19 |" in told
    assert "call\\_20" not in told
    assert "\n1 more call is in the report.\n" in told


def test_markdown_says_where_a_history_can_be_sent_and_which_rules_decide() -> None:
    lines = markdown(document_of(history(user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees.")))).splitlines()
    at = lines.index("| the history, sent to | verdict | rules that decide it |")
    assert lines[at + 2].startswith("| openai-strict, azure, ")
    assert lines[at + 2].endswith(" | passes | none |")
    assert lines[at + 4] == "| mistral | fails | call-id-format-mistral |"
    assert "the history, sent to" not in markdown(document_of(STOPPED))


def test_markdown_stays_under_its_limit_and_says_what_it_left_out() -> None:
    document = document_of(STOPPED)
    document["findings"] = [{**document["findings"][-1], "message": "ü" * 5_000}] * 20
    for finding in document["findings"]:
        finding["places"] = [{"line": 1, "pointer": "/x" * 2_000}]
    told = markdown(document)
    assert len(told.encode()) <= LIMIT + 100
    assert "left out" in told or len(told) < LIMIT


def test_hostile_names_and_ids_are_shown_and_do_nothing() -> None:
    document = document_of(history(user(), assistant(content=HOSTILE), user(), result(id=HOSTILE)))
    document["input"]["name"] = HOSTILE
    for told in (text(document), gnu(document), markdown(document), junit(document)):
        assert not {"\x1b", "\u202e", "\u200b", "\x00"} & set(told)
    assert "](http://evil" not in markdown(document)
    ET.fromstring(junit(document))


@settings(max_examples=25)
@given(st.text())
def test_any_text_in_a_trace_can_be_rendered_in_every_format(anything: str) -> None:
    document = document_of(history(user(anything), result(id=anything, content=anything), assistant("a", content=anything)))
    for told in (text(document), gnu(document), markdown(document), junit(document), json.dumps(sarif(document))):
        told.encode()
    ET.fromstring(junit(document))
