"""Every page, in light and dark, on a wide and on the smallest screen."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.browser.reader import Reader
from tests.uploads.making import STOPPED, many_faults
from uploads.models import Upload, Validation
from validation.examples import assistant, call, chunk, header, history, jsonl, result, stream, tools, user

LONG_KEYS = stream('{"a"', ":1}", chunk({}, finish="tool_calls", provider_routing_and_fallback_decision="none"), finish=None).data
"""A census with a key that is wider than the smallest screen."""
WRAPPED = jsonl(
    {
        "id": "batch_req_1",
        "custom_id": "first",
        "response": {
            "status_code": 200,
            "body": {
                "id": "chatcmpl-1",
                "object": "chat.completion",
                "choices": [{"index": 0, "message": assistant(call(arguments='{"city":"Os')), "finish_reason": "length"}],
            },
        },
    }
).data
"""A finding whose place is a long path into what holds the answer."""


@dataclass
class Site:
    """A browser that has sent things of every kind, and the path of each page it can see."""

    reader: Reader
    pages: dict[str, str]


@pytest.fixture
def site(open_reader: Callable[..., Reader]) -> Site:
    reader = open_reader()
    page = reader.page
    pages = {
        "upload": "/", "rules": "/rules/", "rule": "/rules/tool-calls-finish-stop/", "privacy": "/privacy/", "owner key": "/owner-key/",
        "api": "/docs/api/", "nothing there": "/v/nothing/", "no such link": "/s/nothing/", "no such page": "/nowhere",
    }  # fmt: skip
    warned = path(reader, STOPPED, "stopped.jsonl")
    pages |= {name: f"{warned}{name}/" for name in ("raw", "share", "again", "delete", "markdown")}
    pages |= {"warned": warned, "notes": f"{warned}?notes=1", "my validations": "/mine/"}
    pages["failed"] = path(
        reader, stream(tools(header(arguments='{"a":1}')), tools(header("call_b", arguments='{"b":')), finish="stop").data
    )
    pages["many"] = path(reader, many_faults(230))
    pages["filtered"] = pages["many"] + "?rule=tool-calls-finish-stop"
    pages["long"] = path(reader, stream('{"text": "', *["word" * 20] * 50, '"}').data, "a" * 150 + ".jsonl")
    pages["history"] = path(reader, history(user(), assistant("call_a", "call_b"), result("call_a"), user()).data, "history.json")
    pages["long keys"] = path(reader, LONG_KEYS)
    pages["wrapped"] = path(reader, WRAPPED, "batch.jsonl")
    pages["empty"] = path(reader, b"")
    pages["passed"] = path(reader, stream('{"a"', ":1}").data)
    reader.go(f"{warned}share/")
    page.get_by_role("button", name="Make the link").click()
    pages["shared"] = page.locator("#address").inner_text().removeprefix(reader.site)
    pages["shared raw"] = pages["shared"] + "raw/"
    for name, values in {"broken": {"state": "failed", "trouble": "It ran out of time."}, "queued": {"state": "queued"}}.items():
        pages[name] = path(reader, STOPPED)
        Validation.objects.filter(public_id=pages[name].split("/")[2]).update(**values)
    pages["gone"] = path(reader, STOPPED)
    Upload.objects.filter(validations__public_id=pages["gone"].split("/")[2]).update(raw_deleted="2026-11-01T00:00:00Z")
    reader.complaints.clear()
    return Site(reader, pages)


def path(reader: Reader, trace: bytes, name: str = "trace.jsonl") -> str:
    """Send a trace and tell the path of its result."""
    return reader.upload(trace, name).url.removeprefix(reader.site).partition("#")[0]


def test_axe_finds_nothing_in_light_and_dark_and_the_browser_refuses_nothing(site: Site) -> None:
    wrong = {}
    for name, address in site.pages.items():
        page = site.reader.go(address)
        if name == "api":
            page.locator(".opblock").first.wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            wrong[name, scheme] = site.reader.violations(leave_out="#swagger-ui")
    assert {place: found for place, found in wrong.items() if found} == {}
    assert site.reader.complaints == []


def test_every_page_has_one_heading_a_title_and_room_on_the_smallest_screen(site: Site) -> None:
    site.reader.page.set_viewport_size({"width": 320, "height": 640})
    wrong = {}
    for name, address in site.pages.items():
        page = site.reader.go(address)
        seen = (page.locator("#content h1:not(#swagger-ui h1)").count(), page.title().endswith("Callcheck"), site.reader.width_needed())
        if seen != (1, True, 320):
            wrong[name] = seen
    assert wrong == {}
