"""What the tests of the application share."""

import shutil

import pytest

from uploads import storage


@pytest.fixture(autouse=True)
def _empty_storage() -> None:
    """Every test begins with no file in the storage."""
    shutil.rmtree(storage.root(), ignore_errors=True)
