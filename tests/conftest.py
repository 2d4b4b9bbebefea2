"""What every test can ask for: the real broker, the database's address, a worker, a browser page."""

import os
from collections.abc import Callable, Iterator

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection
from playwright.sync_api import Browser, Page, sync_playwright

from tests import settings
from tests.corpus import cases
from tests.services import Tier, browser as browsers, database
from tests.services.broker import Broker
from tests.services.worker import Worker

hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")


def tiers() -> list[Tier]:
    return [settings.DATABASE_TIER, settings.BROKER.tier, browsers.tier(), cases.tier()]


def pytest_report_header() -> list[str]:
    return [str(tier) for tier in tiers()]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "once: does not depend on the database; the PostgreSQL run leaves it out")
    missing = [tier for tier in tiers() if tier.missing]
    if missing and IN_CI:
        pytest.exit("CI must have every service. " + "; ".join(map(str, missing)), returncode=3)
    if settings.DATABASE_TIER.missing:
        pytest.exit(str(settings.DATABASE_TIER), returncode=0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if database.wanted() == "sqlite":
        return
    left_out = [item for item in items if item.get_closest_marker("once")]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def need(tier: Tier) -> None:
    """Skip a test, with a reason in the closing lines, where its service cannot be had."""
    if tier.missing:
        pytest.skip(str(tier))


@pytest.fixture(scope="session")
def running_broker() -> Iterator[Broker]:
    settings.BROKER.start()
    yield settings.BROKER
    settings.BROKER.stop()


@pytest.fixture(autouse=True)
def _own_cache_and_queue(request: pytest.FixtureRequest) -> None:
    """A test that touches the application starts with an answering, empty broker; the engine's tests need none."""
    if "tests/validation" in request.node.nodeid or "tests/corpus" in request.node.nodeid:
        return
    request.getfixturevalue("running_broker").start()
    settings.BROKER.empty()
    cache.clear()


@pytest.fixture
def broker(running_broker: Broker) -> Iterator[Broker]:
    """The real broker, empty. A test may `kill` it and `start` it again."""
    need(running_broker.tier)
    yield running_broker
    running_broker.start()


@pytest.fixture
def database_url(transactional_db: None) -> str:
    """DATABASE_URL for a process that must see this test's rows; they are really committed."""
    return database.url_of(connection.settings_dict)


@pytest.fixture
def start_worker(broker: Broker, database_url: str) -> Iterator[Callable[..., Worker]]:
    """Starts real Celery workers, `start_worker(processes=2, beat=False)`; those left at the end are killed."""
    started: list[Worker] = []

    def start(processes: int = 2, beat: bool = False) -> Worker:
        started.append(Worker(database_url, broker.url, settings.FOLDER, processes, beat))
        return started[-1].start()

    yield start
    for worker in started:
        worker.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    need(browsers.tier())
    # Playwright's loop makes Django believe that its own calls are asynchronous.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        started = browsers.launch(playwright)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page of a browser profile that no other test has used."""
    context = browser.new_context()
    yield context.new_page()
    context.close()
