import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.uploads.making import STOPPED
from uploads.models import Validation


@pytest.fixture
def plain(open_reader: Callable[..., Reader]) -> Reader:
    """Somebody whose browser runs no script."""
    return open_reader(java_script_enabled=False)


def test_a_file_is_sent_read_shared_and_deleted(plain: Reader) -> None:
    page = plain.upload(STOPPED)
    expect(page.get_by_role("heading", level=1)).to_have_text("Passes with warnings: 1 warning in 4 chunks")
    expect(page.locator(".evidence .hit")).to_be_visible()
    page.get_by_role("link", name="show notes").or_(page.get_by_role("link", name="Copy link")).first.click()
    page.get_by_role("link", name="Share…").click()
    page.get_by_role("button", name="Make the link").click()
    expect(page.locator("#address")).to_contain_text("/s/cs_")
    page.get_by_role("link", name="trace.jsonl").click()
    page.get_by_role("link", name="Copy as Markdown").click()
    expect(page.get_by_label("Copy this into an issue")).to_have_value(re.compile(r"^\*\*Tool-call check: passes with warnings\*\*"))
    page.get_by_role("link", name="trace.jsonl").click()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("Deleted: the trace")).to_be_visible()


def test_pasted_text_stays_when_something_is_wrong(plain: Reader) -> None:
    page = plain.go()
    page.get_by_label("Paste it").fill("\n\nkept text")
    page.get_by_text("Add the request, or a name").click()
    page.get_by_label("or pasted").fill("no json")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The request is not JSON")
    expect(page.get_by_label("Paste it")).to_have_value("\n\nkept text")


def test_a_running_check_loads_itself_again_until_it_is_done(plain: Reader) -> None:
    page = plain.upload(STOPPED)
    Validation.objects.update(state="running", progress=1, size=2)
    page.reload()
    expect(page.get_by_role("progressbar")).to_be_visible()
    Validation.objects.update(state="done")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Passes with warnings")
