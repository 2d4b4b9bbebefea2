"""Who calls the API: an owner, a stranger with a key of their own, and a visitor without any."""

import pytest
from pytest_django import Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads.owners import new_key


@pytest.fixture(autouse=True)
def _no_rates(settings: Settings, db: None) -> None:
    settings.API_RATES = {"reads": None, "uploads": None}


@pytest.fixture
def visitor() -> Caller:
    """Sends no key."""
    return Caller()


@pytest.fixture
def owner() -> Caller:
    """Files everything under one key."""
    return Caller(new_key())


@pytest.fixture
def stranger() -> Caller:
    """Has a key, and nothing is filed under it."""
    return Caller(new_key())


@pytest.fixture
def kept(owner: Caller) -> Kept:
    """The owner's validation of a trace with one warning."""
    return owner.keep(traces.STOP_WITH_A_CALL)
