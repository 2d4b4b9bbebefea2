"""Who visits the pages."""

import pytest

from tests.uploads.web.visitor import Visitor


@pytest.fixture
def visitor(db: None) -> Visitor:
    """Somebody with a browser of their own."""
    return Visitor()


@pytest.fixture
def stranger(db: None) -> Visitor:
    """Somebody else, who has uploaded something too."""
    other = Visitor()
    other.post("upload", example="stream-ends-with-stop.sse")
    return other
