"""The report as one HTML file: everything of it, nothing beside it, and nothing of a trace that acts."""

import re
from html.parser import HTMLParser

import pytest

from tests.uploads.making import CLEAN, STOPPED, TRACES, chunk, entry, from_the_terminal, jsonl, stream, tools
from uploads.results.html_report import html
from validation.examples import assistant, history, result, user
from validation.rendering.json_report import report_document

EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp.exe\u202c"
HOSTILE = jsonl(
    chunk({"role": "assistant", "content": EVIL}, model=EVIL),
    chunk(tools(entry('{"a":"' + EVIL, index=0, id=EVIL, name=EVIL)), model=EVIL),
    chunk({}, finish=EVIL, model=EVIL),
    EVIL,
).data
LOADING = {"script", "link", "img", "iframe", "object", "embed", "form", "base", "svg"}


class Seen(HTMLParser):
    """Which elements and attributes a page has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def page(trace: bytes, **keywords: str) -> str:
    return html(report_document(from_the_terminal(trace), help_url=lambda rule: f"https://callcheck.example/rules/{rule}/"), **keywords)


@pytest.mark.parametrize("trace", [*TRACES.values(), HOSTILE], ids=[*TRACES, "hostile"])
def test_it_loads_nothing_and_runs_nothing(trace: bytes) -> None:
    text = page(trace)
    seen = Seen(text)
    assert not LOADING & set(seen.tags)
    assert not [name for name in seen.attributes if name.startswith("on") or name in ("src", "style", "srcset")]
    assert "url(" not in text
    assert "@import" not in text
    assert text.count("<h1>") == 1


def test_what_a_trace_hides_is_shown() -> None:
    text = page(HOSTILE)
    assert "\u202e" not in text
    assert "U+202E" in text
    assert "&lt;script&gt;alert(1)" in text


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_every_finding_of_the_report_stands_in_it_once(trace: bytes) -> None:
    fingerprints = [finding["fingerprint"] for finding in report_document(from_the_terminal(trace))["findings"]]
    assert sorted(re.findall(r'id="f-(\w+)"', page(trace))) == sorted(fingerprints)


def test_a_finding_has_what_the_page_says_of_it() -> None:
    text = page(STOPPED)
    for part in ("chunk 3, line 4", "Expected", "Got", "Why it matters", "Not an error if", "Fix"):
        assert part in text
    assert 'href="https://callcheck.example/rules/tool-calls-finish-stop/"' in text


def test_what_a_finding_explains_lies_beneath_it() -> None:
    text = page(stream('{"city": "Bo', finish="stop").data)
    folded = re.search(r'<details class="caused">(.*?)</details>', text, re.DOTALL)
    assert folded
    assert "arguments-truncated" in folded[1]


def test_a_history_tells_where_it_can_be_sent_and_what_was_answered() -> None:
    text = page(history(user(), assistant("call_a", "call_b"), result("call_a"), user()).data)
    assert "Where the history can be sent" in text
    assert "answered in message 2" in text
    assert "no result" in text


def test_it_leads_to_the_site_only_for_whoever_may_follow() -> None:
    assert "the report on its site" not in page(CLEAN)
    assert 'href="https://callcheck.example/s/cs_x/"' in page(CLEAN, address="https://callcheck.example/s/cs_x/")
