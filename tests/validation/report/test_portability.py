"""Where a history can be sent: the verdict of every endpoint, and the rules that decide it."""

from tests.validation.rules.checking import report_of
from validation.examples import assistant, call, chunk, header, history, jsonl, result, stream, tools, user
from validation.profiles import PROFILES
from validation.rendering.json_report import report_document
from validation.rendering.text import text
from validation.report import Report
from validation.report.portability import Target

OPENAI_IDS = history(user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees."))
OPEN = history(user(), assistant("call_a"), user())
STREAM = (chunk({"role": "assistant"}), chunk(tools(header("call_b", arguments='{"city":'))), chunk({}, finish="tool_calls"))


def test_it_tells_every_endpoint_and_nothing_else() -> None:
    assert list(report_of(OPENAI_IDS).portability()) == [name for name, profile in PROFILES.items() if profile.endpoint]
    assert {name for name, profile in PROFILES.items() if not profile.endpoint} == {"default", "permissive"}


def test_a_sound_history_goes_anywhere_but_where_its_ids_are_refused() -> None:
    targets = report_of(OPENAI_IDS).portability()
    assert targets["openai-strict"] == targets["azure"] == targets["gemini-compat"] == Target("passes", ())
    assert targets["mistral"] == Target("fails", ("call-id-format-mistral",))
    assert targets["moonshot"] == Target("passes with warnings", ("call-id-format-kimi",))


def test_only_the_rules_of_the_heaviest_letter_decide() -> None:
    targets = report_of(OPEN).portability()
    assert targets["mistral"] == Target("fails", ("call-id-format-mistral", "tool-result-missing"))
    assert targets["vllm"] == Target("passes with warnings", ("tool-result-missing",))


def test_what_is_only_caused_decides_nothing() -> None:
    report = report_of(history(user(), assistant(call("")), result(""), user()))
    assert any(finding.rule == "tool-call-id-missing" and finding.cause for finding in report.findings)
    assert report.portability()["openai-strict"] == Target("fails", ("call-id-missing",))


def test_verdicts_are_those_of_the_report_when_it_holds_histories_alone() -> None:
    report = report_of(OPEN)
    assert {name: target.verdict for name, target in report.portability().items()} == {
        name: word for name, word in report.verdicts().items() if PROFILES[name].endpoint
    }


def mixed() -> Report:
    return report_of(jsonl(*STREAM, {"messages": [user(), assistant("call_a"), result("call_a")]}))


def test_streams_of_the_same_file_say_nothing_of_where_a_history_can_go() -> None:
    report = mixed()
    assert (report.streams, report.histories, report.verdict("openai-strict")) == (1, 1, "fails")
    assert report.portability()["openai-strict"] == Target("passes", ())
    assert report.portability()["mistral"] == Target("fails", ("call-id-format-mistral",))


def test_a_response_of_the_same_file_says_nothing_either() -> None:
    choice = {"index": 0, "message": assistant(call(arguments='{"city":')), "finish_reason": "tool_calls"}
    answer = {"id": "c", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [choice]}
    report = report_of(jsonl(answer, {"messages": [user(), assistant("call_a"), result("call_a")]}))
    assert (report.streams, report.histories, report.verdict("openai-strict")) == (0, 1, "fails")
    assert report.portability()["openai-strict"] == Target("passes", ())


def test_a_rule_decides_also_where_none_of_its_findings_is_stored() -> None:
    report = mixed()
    report.findings, report.shown = [], []
    assert report.portability()["mistral"] == Target("fails", ("call-id-format-mistral",))
    assert report.portability()["openai-strict"].verdict == "passes"


def test_a_report_of_an_older_ruleset_is_read_with_the_columns_it_has() -> None:
    report = report_of(OPENAI_IDS)
    report.letters = {kind: {"default": row["default"], "mistral": row["mistral"]} for kind, row in report.letters.items()}
    assert report.portability()["mistral"].verdict == "fails"
    assert report.portability()["azure"] == Target("passes", ())


def test_what_was_not_read_whole_is_no_pass() -> None:
    report = report_of(OPENAI_IDS)
    report.complete = False
    assert report.portability()["openai-strict"] == Target("could not be fully checked", ())
    assert report.portability()["mistral"].verdict == "fails"


def test_the_document_has_it_only_with_a_history() -> None:
    document = report_document(report_of(OPENAI_IDS))
    assert document["portability"]["mistral"] == {"verdict": "fails", "rules": ["call-id-format-mistral"]}
    assert "portability" not in report_document(report_of(stream('{"city":"Oslo"}')))


def test_the_text_names_targets_that_share_a_verdict_in_one_line_the_best_first() -> None:
    lines = text(report_document(report_of(OPENAI_IDS))).splitlines()
    at = lines.index("Where the history can be sent:")
    assert lines[at + 1].startswith("  passes: openai-strict, azure, deepseek")
    assert lines[at + 2 :] == ["  passes with warnings: moonshot (call-id-format-kimi)", "  fails: mistral (call-id-format-mistral)"]
    assert "Where the history" not in text(report_document(report_of(stream('{"city":"Oslo"}'))))
