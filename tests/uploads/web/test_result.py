import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.uploads.making import CLEAN, STOPPED, many_faults
from tests.uploads.web.visitor import Visitor
from uploads import storage
from uploads.models import Validation
from uploads.web import findings
from validation.examples import assistant, call, chunk, entry, header, history, jsonl, result, stream, tools, user

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp.exe\u202c\u200b\u2066"


def test_the_verdict_stands_first_and_alone(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(STOPPED))
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert heading
    assert " ".join(re.sub("<[^>]+>", "", heading[1]).split()) == "Passes with warnings: 1 warning in 4 chunks"
    assert page.index("<h1") < page.index("<h2")


def test_a_pass_says_what_it_means(visitor: Visitor) -> None:
    visitor.result(visitor.upload(CLEAN))
    assert "Passes: no rule was broken in" in visitor.text
    assert "It says nothing about other requests." in visitor.text


def test_a_finding_has_place_expectation_evidence_and_what_to_do(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(STOPPED))
    for part in ("chunk 3", "line 4", "choices[0].finish_reason", "Expected", "Got", "Why it matters", "Not an error if", "Fix"):
        assert part in visitor.text
    assert "<mark>&quot;stop&quot;</mark>" in page
    assert page.count('class="hit"') == 1


def test_every_profile_has_its_verdict_and_a_link_that_runs_nothing_again(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    page = visitor.result(validation, "?profile=permissive")
    assert "Passes: no rule was broken" in visitor.text
    assert 'href="?profile=default"' in page
    assert Validation.objects.count() == 1


def test_notes_are_folded_until_they_are_asked_for(visitor: Visitor) -> None:
    trace = stream(
        tools(header(), header("call_b", index=1)), tools(entry('{"a":')), tools(entry('{"b":1}', index=1)), tools(entry("1}"))
    ).data
    validation = visitor.upload(trace)
    assert "tool-calls-interleaved" not in visitor.result(validation)
    assert "tool-calls-interleaved" in visitor.result(validation, "?notes=1")


def test_trace_text_is_escaped_and_what_is_hidden_is_shown(visitor: Visitor) -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": EVIL}, model=EVIL),
        chunk(tools(entry('{"a":"' + EVIL + '"', index=0, id=EVIL, name=EVIL)), model=EVIL),
        chunk({}, finish=EVIL, model=EVIL),
        EVIL,
    ).data
    validation = visitor.upload(trace, name="<b>name.jsonl", label=EVIL[:40])
    for address in ("", "?notes=1", "raw/", "share/", "delete/", "again/", "markdown/"):
        page = visitor.get(f"/v/{validation.public_id}/{address}")
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "<b>name" not in page
        if address in ("", "?notes=1", "raw/"):
            assert "\u202e" not in page
            assert "U+202E" in page
    assert "<b>name" not in visitor.get("mine")


def test_what_a_finding_explains_lies_folded_beneath_it(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(stream('{"city": "Bo', finish="stop").data))
    folded = re.search(r'<details class="caused">(.*?)</details>', page, re.DOTALL)
    assert folded
    assert "arguments-truncated" in folded[1]
    assert page.count("arguments-truncated") == folded[1].count("arguments-truncated")


def test_many_findings_of_a_rule_are_counted_and_a_few_shown(visitor: Visitor) -> None:
    validation = visitor.upload(many_faults(230))
    page = visitor.result(validation)
    group = re.search(r'<section class="group warning" aria-label="Warning: tool-calls-finish-stop">.*?</section>', page, re.DOTALL)
    assert group
    assert group[0].count('<article class="finding"') == findings.A_GROUP
    assert "5 shown. The first 200 of 230 are kept; all are counted." in visitor.text
    page = visitor.result(validation, "?rule=tool-calls-finish-stop")
    assert page.count('<article class="finding"') == findings.A_PAGE
    following = re.search(r'href="(\?[^"]*after=[^"]*)#findings"', page)
    assert following
    page = visitor.result(validation, following[1].replace("&amp;", "&"))
    assert page.count('<article class="finding"') == findings.A_PAGE


@pytest.mark.parametrize(
    "query", ["?after=nonsense&rule=tool-calls-finish-stop", "?severity=x", "?index=[]", "?profile=%00", "?choice=%00", "?after_segment=x"]
)
def test_a_broken_link_still_shows_the_report(visitor: Visitor, query: str) -> None:
    visitor.result(visitor.upload(STOPPED), query)
    assert "Passes with warnings" in visitor.text


def test_calls_are_put_together_with_their_seams_in_view(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(CLEAN))
    assert re.search(r"\{&quot;city&quot;<a class=\"seam\" href=\"[^\"]+chunk=2#s0-chunk-2\"[^>]*></a>: &quot;Bonn&quot;\}", page)
    assert "get_weather" in visitor.text
    assert "valid JSON" in visitor.text


def test_a_history_shows_which_call_is_answered_where(visitor: Visitor) -> None:
    trace = history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_zzz"), user()).data
    visitor.result(visitor.upload(trace, "history.json"))
    assert "answered in message 2" in visitor.text
    assert "no result" in visitor.text
    assert "message 3" in visitor.text


UNKNOWN_ID = history(user(), assistant("call_a"), result("call_zzz")).data


def test_a_history_shows_where_it_can_be_sent_and_the_rules_that_decide(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(UNKNOWN_ID, "history.json"))
    table = re.search(r'<section class="portability".*?</section>', page, re.DOTALL)
    assert table
    failing = next(row for row in re.findall(r"<li>.*?</li>", table[0], re.DOTALL) if "openai-strict" in row)
    assert '<span class="sev error">Fails</span>' in failing
    assert '<a class="mono" href="/rules/tool-result-unknown-id/">tool-result-unknown-id</a>' in failing
    assert 'href="?profile=openai-strict"' in failing


def test_a_deciding_rule_that_is_gone_is_named_without_a_page(visitor: Visitor) -> None:
    validation = visitor.upload(UNKNOWN_ID, "history.json")
    Validation.objects.filter(pk=validation.pk).update(
        letters={"long-gone": {"openai-strict": "error"}}, counts=[["long-gone", None, None, 1]]
    )
    assert '<span class="mono">long-gone</span>' in visitor.result(validation)


def test_of_a_stream_nothing_is_said_of_sending(visitor: Visitor) -> None:
    assert 'class="portability"' not in visitor.result(visitor.upload(STOPPED))


@pytest.mark.django_db
def test_another_s_page_and_a_missing_one_are_the_same(stranger: Visitor) -> None:
    theirs = stranger.upload(STOPPED)
    client = Client()
    answers = [client.get(f"/v/{public_id}/") for public_id in (theirs.public_id, "a" * 20)]
    texts = [
        re.sub(r'value="[^"]{20,}"', "", answer.content.decode()).replace(public_id, "")
        for answer, public_id in zip(answers, (theirs.public_id, "a" * 20), strict=True)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert texts[0] == texts[1]
    assert 'name="key"' in texts[0]


@pytest.mark.parametrize("address", ["", "progress", "raw/", "again/", "delete/", "markdown/", "report.json", "report.md", "share/"])
def test_nothing_of_another_s_can_be_reached(visitor: Visitor, stranger: Visitor, address: str) -> None:
    visitor.upload(CLEAN)
    visitor.get(f"/v/{stranger.upload(STOPPED).public_id}/{address}", 404)


def test_a_failed_check_gives_its_reason(visitor: Visitor) -> None:
    validation = visitor.upload(CLEAN)
    Validation.objects.filter(pk=validation.pk).update(state="failed", trouble="The worker was ended three times.", attempts=3)
    visitor.result(validation)
    assert "The worker was ended three times. It was tried 3 times." in visitor.text


def test_once_the_trace_is_gone_the_report_stays_without_content(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    upload = validation.upload
    upload.raw_deleted = timezone.now() - timedelta(days=1)
    upload.save()
    storage.remove_folder(upload.folder) if hasattr(storage, "remove_folder") else None
    page = visitor.result(validation)
    assert "The trace was deleted on" in visitor.text
    assert "Passes with warnings" in visitor.text
    assert 'class="evidence"' not in page
    assert 'class="joined"' not in page
    visitor.get(f"/v/{validation.public_id}/again/", 404)


def test_pages_with_content_are_kept_by_no_cache_and_found_by_no_search(visitor: Visitor) -> None:
    visitor.result(visitor.upload(CLEAN))
    assert visitor.answer["Cache-Control"] == "no-store"
    assert "noindex" in visitor.answer["X-Robots-Tag"]


def test_a_verdict_by_older_rules_says_so(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    Validation.objects.filter(pk=validation.pk).update(ruleset="2020-01-01")
    visitor.result(validation)
    assert "Judged by the rules of 2020-01-01." in visitor.text


def test_a_rule_that_is_gone_keeps_its_findings(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    validation.findings.filter(rule="tool-calls-finish-stop").update(rule="long-gone", kind="long-gone")
    Validation.objects.filter(pk=validation.pk).update(letters={"long-gone": {"default": "warning"}}, counts=[["long-gone", None, None, 1]])
    visitor.result(validation)
    assert "long-gone" in visitor.text


def test_the_same_upload_can_be_checked_for_another_purpose(visitor: Visitor) -> None:
    trace = history(user(), assistant("call_a")).data
    first = visitor.upload(trace, "history.json", purpose="archive")
    visitor.post(f"/v/{first.public_id}/again/", purpose="send", profile="default")
    second = visitor.arrived()
    assert second.pk != first.pk
    assert second.purpose == "send"
    assert "Fails" in visitor.result(second)


def test_checking_again_keeps_the_request_when_asked(visitor: Visitor) -> None:
    forced = '{"tool_choice": {"type": "function", "function": {"name": "get_weather"}}}'
    first = visitor.upload(STOPPED, request_text=forced)
    visitor.post(f"/v/{first.public_id}/again/", keep_request="1")
    visitor.result(visitor.arrived())
    with_it = visitor.text
    visitor.post(f"/v/{first.public_id}/again/")
    visitor.result(visitor.arrived())
    assert "Passes:" in with_it
    assert "Passes with warnings:" in visitor.text


def test_among_several_streams_a_finding_names_its_own(visitor: Visitor) -> None:
    visitor.result(visitor.upload(many_faults(3)), "?rule=tool-calls-finish-stop")
    for number in range(3):
        assert f"stream {number} · chunk 3" in visitor.text
    assert "Stream 2" in visitor.text


def test_among_several_responses_a_finding_names_its_own_and_no_chunk(visitor: Visitor) -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [call(arguments='{"city":"Os')]}
    responses = [
        {"id": f"chatcmpl-{number}", "object": "chat.completion", "created": 1790000000, "model": "demo-model",
         "choices": [{"index": 0, "message": message, "finish_reason": "length"}]}
        for number in range(2)
    ]  # fmt: skip
    visitor.result(visitor.upload(jsonl(*responses).data))
    assert "response 1 · line 2" in visitor.text
    assert "chunk 0" not in visitor.text


def test_a_finding_that_depends_on_the_request_offers_to_add_it(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    page = visitor.result(validation)
    assert re.search(rf'depends on the request[^<]*<a href="/v/{validation.public_id}/again/">add it</a>', page)


def test_profiles_stand_by_their_verdict_the_worst_first(visitor: Visitor) -> None:
    page = visitor.result(visitor.upload(STOPPED))
    section = re.search(r'<section class="profiles".*?</section>', page, re.DOTALL)
    assert section
    assert section[0].index("Warnings") < section[0].index("openai-strict") < section[0].index("Passes") < section[0].index("permissive")
    assert section[0].count('aria-current="true">default') == 1
