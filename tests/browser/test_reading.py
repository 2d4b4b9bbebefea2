import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.uploads.making import STOPPED, many_faults
from uploads.models import Validation
from validation.examples import chunk, entry, header, jsonl, stream, tools

EVIL = '<script>window.owned=1</script><img src=x onerror="window.owned=1">\u202egnp\u202c'
TWO_FAULTS = stream(tools(header(arguments='{"a":1}')), tools(header("call_b", arguments='{"b":')), finish="stop").data


def test_hostile_text_is_shown_and_does_nothing(reader: Reader) -> None:
    trace = jsonl(
        chunk({"role": "assistant", "content": EVIL}, model=EVIL),
        chunk(tools(entry('{"a":"' + EVIL, index=0, id=EVIL, name=EVIL)), model=EVIL),
        chunk({}, finish="stop", model=EVIL),
        EVIL,
    ).data
    page = reader.upload(trace, "hostile.jsonl")
    expect(page.get_by_text("<script>window.owned=1</script>").first).to_be_visible()
    expect(page.get_by_text("U+202E").first).to_be_visible()
    page.locator(".label .where a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("As it was sent")
    assert page.evaluate("window.owned") is None


def test_the_deciding_words_are_in_view_on_the_smallest_screen(reader: Reader) -> None:
    reader.page.set_viewport_size({"width": 320, "height": 640})
    page = reader.upload(STOPPED)
    mark = page.locator(".evidence .hit mark").first
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


def test_how_often_a_key_stood_is_in_view_on_the_smallest_screen(reader: Reader) -> None:
    reader.page.set_viewport_size({"width": 320, "height": 640})
    page = reader.upload(
        stream('{"a"', ":1}", chunk({}, finish="tool_calls", provider_routing_and_fallback_decision="none"), finish=None).data
    )
    row = page.get_by_role("row").filter(has_text="provider_routing_and_fallback_decision")
    box = row.locator("td.num").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320


def test_a_seam_leads_to_its_chunk_in_the_raw_lines(reader: Reader) -> None:
    page = reader.upload(stream('{"city"', ': "Bonn"}').data)
    page.locator("a.seam").first.click()
    expect(page.locator("#s0-chunk-2")).to_be_in_viewport()
    assert page.url.endswith("#s0-chunk-2")


def test_notes_and_filters_change_the_address_and_only_the_findings(reader: Reader) -> None:
    page = reader.upload(many_faults(230))
    page.evaluate("window.same = true")
    page.get_by_label("Rule", exact=True).select_option("tool-calls-finish-stop")
    expect(page).to_have_url(re.compile(r"rule=tool-calls-finish-stop"))
    expect(page.locator("article.finding")).to_have_count(50)
    assert page.evaluate("window.same") is True
    page.reload()
    expect(page.locator("article.finding")).to_have_count(50)
    page.go_back()
    expect(page.locator("section.group")).not_to_have_count(0)


def test_the_keyboard_alone_reads_a_report(reader: Reader) -> None:
    page = reader.upload(TWO_FAULTS)
    found = page.locator("article.finding")
    assert found.count() >= 2
    page.keyboard.press("j")
    expect(found.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(found.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(found.nth(0)).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.get_by_label("Use these shortcuts in this browser").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("j")
    expect(found.nth(0)).not_to_be_focused()


def test_the_keyboard_alone_sends_shares_and_deletes(reader: Reader) -> None:
    page = reader.go()
    tab_to(reader, "text")
    page.keyboard.insert_text(STOPPED.decode())
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/v/**")
    expect(page.locator("#verdict")).to_be_focused()
    tab_to(reader, "Share…")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Everything, as it was sent.")
    tab_to(reader, "Make the link")
    page.keyboard.press("Enter")
    expect(dialog.locator("#address")).to_contain_text("/s/cs_")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Share…")).to_be_focused()
    tab_to(reader, "Delete")
    page.keyboard.press("Enter")
    page.wait_for_url("**/delete/")
    tab_to(reader, "Delete it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/mine/**")
    assert not Validation.objects.exists()


def test_links_and_markdown_are_copied(open_reader: Callable[..., Reader]) -> None:
    reader = open_reader(permissions=["clipboard-read", "clipboard-write"])
    page = reader.upload(STOPPED)
    page.get_by_role("link", name="Copy as Markdown").click()
    expect(page.locator("#said")).to_have_text("Copied.")
    assert "**Tool-call check: passes with warnings**" in page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("link", name="Copy link").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('#f-')")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    page.goto("about:blank")
    page.goto(copied)
    expect(page.locator("article.finding:target")).to_be_in_viewport()


def test_a_shared_link_is_made_in_the_dialog_read_elsewhere_and_revoked(reader: Reader, open_reader: Callable[..., Reader]) -> None:
    page = reader.upload(STOPPED)
    page.get_by_role("link", name="Share…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("1 day").check()
    dialog.get_by_label("Note to yourself").fill("for issue 12")
    dialog.get_by_role("button", name="Make the link").click()
    address = dialog.locator("#address")
    expect(address).to_be_visible()
    link = address.inner_text()
    other = open_reader()
    other.page.goto(link)
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("Passes with warnings")
    expect(other.page.get_by_role("link", name="Delete")).to_have_count(0)
    dialog.get_by_role("button", name="Revoke").click()
    page.wait_for_url("**/share/")
    other.page.reload()
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This link leads nowhere")


@pytest.mark.parametrize("width", [320, 1200])
def test_long_arguments_unfold(reader: Reader, width: int) -> None:
    reader.page.set_viewport_size({"width": width, "height": 800})
    page = reader.upload(stream('{"text": "', *["word " * 20] * 50, '"}').data)
    page.get_by_text(re.compile("All [0-9,]+ characters")).click()
    expect(page.get_by_role("group", name="Arguments")).to_be_visible()
    assert reader.width_needed() <= width


def tab_to(reader: Reader, goal: str) -> None:
    """Press Tab until the element with these words or this id has the focus."""
    for _ in range(60):
        reader.page.keyboard.press("Tab")
        if goal in (reader.focused(), reader.page.evaluate("document.activeElement.id")):
            return
    raise AssertionError(f"Tab never reaches {goal!r}")
