"""A real browser on the running site."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.reader import Reader


@pytest.fixture
def reader(page: Page, live_server: LiveServer) -> Iterator[Reader]:
    """Somebody with script; nothing they do may make the browser complain."""
    page.set_default_timeout(20_000)
    somebody = Reader(page, live_server.url)
    yield somebody
    assert somebody.complaints == []


@pytest.fixture
def open_reader(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Reader]]:
    """Opens further browsers: `open_reader(java_script_enabled=False)`; the words are those of Playwright's `new_context`."""
    contexts = []

    def open_one(**options: object) -> Reader:
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        return Reader(page, live_server.url)

    yield open_one
    for context in contexts:
        context.close()
