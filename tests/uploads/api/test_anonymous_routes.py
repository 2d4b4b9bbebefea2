"""What can be asked without a key. The list is pinned: a new address that shows something to everybody must be put here on purpose."""

import pytest

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads.api.schema import document

ANONYMOUS = {
    ("POST", "/api/v1/validations"),
    ("PUT", "/api/v1/validations"),
    ("GET", "/api/v1/shared/{token}"),
    ("GET", "/api/v1/rules"),
    ("GET", "/api/v1/rules/{name}"),
    ("GET", "/api/v1/profiles"),
    ("GET", "/api/v1/info"),
    ("GET", "/api/v1/errors"),
}


def operations() -> list[tuple[str, str]]:
    return [(method.upper(), path) for path, methods in document()["paths"].items() for method in methods]


def test_the_document_asks_for_a_key_everywhere_else() -> None:
    free = {
        (method, path)
        for method, path in operations()
        if (security := document()["paths"][path][method.lower()].get("security")) is None or {} in security or security == []
    }
    assert free == ANONYMOUS


@pytest.mark.parametrize(("method", "path"), sorted(set(operations()) - ANONYMOUS))
def test_nobody_gets_anything_without_a_key(owner: Caller, visitor: Caller, kept: Kept, method: str, path: str) -> None:
    share = owner.post(f"{kept.path}/shares").json()["id"]
    place = path.removeprefix("/api/v1").format(public_id=kept.id, number=1, share_id=share)
    response = visitor.call(method, place, traces.CLEAN)
    assert response.status_code in (401, 404)
    assert b"Oslo" not in response.content
    assert owner.get(kept.path).status_code == 200
