"""A browser without script: it keeps cookies, sends forms and reads pages."""

import html
import io
import re
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from uploads.models import Validation
from uploads.owners import OWNER_COOKIE


class Visitor:
    """Pages come back as text; `answer` is the whole response of the last request."""

    def __init__(self) -> None:
        self.client = Client()
        self.answer: Any = None

    def get(self, address: str, status: int = 200, **headers: Any) -> str:
        """The page at `address`, a path or a name of the site's addresses."""
        self.answer = self.client.get(self._path(address), **headers)
        assert self.answer.status_code == status, self.answer.status_code
        return str(self.answer.content.decode())

    def post(self, address: str, status: int = 302, **fields: Any) -> str:
        """What a form at `address` answers; a file is given as (name, bytes)."""
        sent = {name: _file(*value) if isinstance(value, tuple) else value for name, value in fields.items()}
        self.answer = self.client.post(self._path(address), sent)
        assert self.answer.status_code == status, (self.answer.status_code, self.text[-3000:])
        return str(self.answer.content.decode())

    def upload(self, trace: bytes, name: str = "trace.jsonl", **fields: Any) -> Validation:
        """Choose a file and send the form."""
        self.post("upload", trace=(name, trace), **fields)
        return self.arrived()

    def paste(self, text: str, **fields: Any) -> Validation:
        """Paste a text and send the form."""
        self.post("upload", text=text, **fields)
        return self.arrived()

    def arrived(self) -> Validation:
        """The validation that the last answer led to."""
        found = re.fullmatch(r"/v/(\w+)/#verdict", self.answer["Location"])
        assert found, self.answer["Location"]
        return Validation.objects.get(public_id=found[1])

    def result(self, validation: Validation, query: str = "") -> str:
        """The result page."""
        return self.get(f"/v/{validation.public_id}/{query}")

    @property
    def text(self) -> str:
        """The words of the last page, without tags."""
        return words(self.answer.content.decode())

    @property
    def key(self) -> str:
        """The owner key in this browser's cookie."""
        return str(self.client.cookies[OWNER_COOKIE].value).partition(":")[0]

    def _path(self, address: str) -> str:
        return address if address.startswith("/") else reverse(f"web:{address}")


def words(page: str) -> str:
    """What a reader sees of a page: no tags, blanks made one."""
    body = page.partition("<main")[2].partition("</main>")[0] or page
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def headers(answer: HttpResponse) -> dict[str, str]:
    """The headers of a response."""
    return dict(answer.items())


def _file(name: str, data: bytes) -> io.BytesIO:
    file = io.BytesIO(data)
    file.name = name
    return file
