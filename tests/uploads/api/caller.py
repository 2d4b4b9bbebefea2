"""A client of the API that holds every answer against the OpenAPI document."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.test import Client

from tests.uploads.api import conformance

API = "/api/v1"


@dataclass
class Kept:
    """A validation that was made: the answer, and how it is asked for."""

    answer: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.answer["id"])

    @property
    def path(self) -> str:
        return f"/validations/{self.id}"


class Caller:
    """Calls the API as somebody. Paths are given without `/api/v1`; words become the query."""

    def __init__(self, key: str | None = None) -> None:
        self.key = key
        self.client = Client(raise_request_exception=False)

    def call(
        self, method: str, path: str, body: Any = b"", content_type: str = "", headers: dict[str, str] | None = None, **query: Any
    ) -> HttpResponse:
        names = {name.rstrip("_"): value for name, value in query.items()}
        address = f"{API}{path}" + (f"?{urlencode(names, doseq=True)}" if names else "")
        sent = {**({"Authorization": f"Bearer {self.key}"} if self.key else {}), **(headers or {})}
        response = self.client.generic(method, address, body, content_type, headers=sent)
        conformance.check(method, f"{API}{path}", response)
        return response

    def get(self, path: str, **query: Any) -> HttpResponse:
        return self.call("GET", path, **query)

    def delete(self, path: str, **query: Any) -> HttpResponse:
        return self.call("DELETE", path, **query)

    def post(
        self, path: str, body: Any = b"", content_type: str = "application/x-ndjson", headers: dict[str, str] | None = None, **query: Any
    ) -> HttpResponse:
        return self.call("POST", path, body, content_type, headers, **query)

    def send(self, trace: bytes, **query: Any) -> HttpResponse:
        """POST a trace."""
        return self.post("/validations", trace, **query)

    def keep(self, trace: bytes, **query: Any) -> Kept:
        """A validation of `trace`, finished."""
        response = self.send(trace, **query)
        assert response.status_code == 201, response.content
        return Kept(response.json())
