from collections.abc import Callable

from playwright.sync_api import expect
from pytest_django import Settings

from tests.browser.reader import Reader
from tests.services.worker import Worker
from tests.uploads.making import CLEAN, STOPPED, long_trace
from uploads.models import Validation


def test_a_dropped_file_is_checked_at_once(reader: Reader) -> None:
    page = reader.go()
    reader.drop(STOPPED.decode(), "dropped.jsonl")
    page.wait_for_url("**/v/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("Passes with warnings: 1 warning in 4 chunks")
    expect(page.get_by_text("dropped.jsonl")).to_be_visible()


def test_while_a_file_is_dragged_the_page_says_what_dropping_does(reader: Reader) -> None:
    page = reader.go()
    files = page.evaluate_handle("() => { const data = new DataTransfer(); data.items.add(new File(['x'], 'x')); return data; }")
    page.dispatch_event("body", "dragenter", {"dataTransfer": files})
    expect(page.get_by_text("Drop it to check it")).to_be_visible()
    page.dispatch_event("body", "dragleave", {"dataTransfer": files})
    expect(page.get_by_text("Drop it to check it")).to_be_hidden()


def test_text_pasted_anywhere_lands_in_its_field_and_waits_for_the_button(reader: Reader) -> None:
    page = reader.go()
    reader.paste(STOPPED.decode())
    expect(page.get_by_label("Paste it")).to_have_value(STOPPED.decode())
    assert reader.focused() == "Check"
    page.keyboard.press("Enter")
    page.wait_for_url("**/v/**")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Passes with warnings")


def test_after_a_check_the_focus_is_on_the_verdict(reader: Reader) -> None:
    page = reader.upload(STOPPED)
    expect(page.locator("#verdict")).to_be_focused()


def test_what_is_wrong_is_told_in_place_and_nothing_is_lost(reader: Reader) -> None:
    page = reader.go()
    page.set_input_files("#trace", [{"name": "kept.jsonl", "mimeType": "text/plain", "buffer": CLEAN}])
    page.get_by_text("Add the request, or a name").click()
    page.get_by_label("or pasted").fill("no json")
    page.get_by_role("button", name="Check", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The request is not JSON")
    expect(alert).to_be_focused()
    expect(page.get_by_label("or pasted")).to_have_value("no json")
    assert page.evaluate("document.getElementById('trace').files[0].name") == "kept.jsonl"
    page.get_by_label("or pasted").fill("{}")
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_url("**/v/**")
    reader.complaints.clear()


def test_a_file_above_the_limit_is_not_even_sent(reader: Reader, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    page = reader.go()
    page.set_input_files("#trace", [{"name": "big.jsonl", "mimeType": "text/plain", "buffer": b"x" * 2000}])
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("larger than 1000 bytes")
    assert page.url.endswith("/")


def test_a_sample_is_one_click_away(reader: Reader) -> None:
    page = reader.go()
    page.get_by_role("button", name="A stream whose two calls share one index").click()
    page.wait_for_url("**/v/**")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fails")


def test_a_large_file_shows_its_progress_and_then_its_verdict(reader: Reader, start_worker: Callable[..., Worker]) -> None:
    page = reader.upload(long_trace(2), "large.jsonl")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    start_worker(processes=1)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Passes", timeout=120_000)
    expect(page.locator("#verdict")).to_be_focused()


def test_a_running_check_is_told_anew_every_second(reader: Reader, settings: Settings) -> None:
    settings.INLINE_LIMIT = 0
    page = reader.upload(STOPPED)
    for percent in (10, 60):
        Validation.objects.update(state="running", attempts=1, progress=percent * 1024, size=100 * 1024, progress_records=percent)
        expect(page.get_by_role("status").filter(has_text=f"Checking: {percent} %")).to_be_visible()
        expect(page.get_by_text(f"{percent} records, {percent} kB of 100 kB")).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_attribute("value", str(percent))


def test_a_check_that_waits_can_be_cancelled(reader: Reader, settings: Settings) -> None:
    settings.INLINE_LIMIT = 0
    page = reader.upload(STOPPED)
    expect(page.get_by_text("Waiting for its turn")).to_be_visible()
    page.get_by_role("link", name="Cancel and delete").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("status").filter(has_text="Deleted")).to_be_visible()
    assert not Validation.objects.exists()
