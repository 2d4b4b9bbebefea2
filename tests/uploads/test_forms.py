"""Multipart forms: files go straight into the storage, and a form that breaks off leaves nothing."""

import gzip
import io
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from pytest_django.fixtures import Settings

from tests.uploads.making import CLEAN, files
from uploads import storage
from uploads.intake import Received, Refused, Wanted, receive, receive_parts, upload_handler
from uploads.models import Upload

pytestmark = pytest.mark.django_db
BOUNDARY = "a-boundary"


def form(*parts: tuple[str, str, bytes], closed: bool = True) -> bytes:
    """Parts are (name, file name or "" for a plain field, bytes)."""
    body = b""
    for name, filename, content in parts:
        file = f'; filename="{filename}"' if filename else ""
        body += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + content + b"\r\n"
    return body + (f"--{BOUNDARY}--\r\n".encode() if closed else b"")


def request_with(body: bytes, length: int | None = None) -> WSGIRequest:
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "POST", "PATH_INFO": "/", "wsgi.input": io.BytesIO(body),
            "CONTENT_TYPE": f"multipart/form-data; boundary={BOUNDARY}", "CONTENT_LENGTH": str(len(body) if length is None else length),
        }
    )  # fmt: skip
    request.upload_handlers = [upload_handler()]
    return request


def send(body: bytes, length: int | None = None, **wanted: Any) -> Received:
    request = request_with(body, length)
    try:
        return receive_parts({name: request.FILES[name] for name in request.FILES}, Wanted(**wanted))  # type: ignore[misc]
    finally:
        request.close()


def refused(body: bytes, length: int | None = None) -> Refused:
    with pytest.raises(Refused) as error:
        send(body, length)
    assert files() == []
    assert not Upload.objects.exists()
    return error.value


def test_a_file_is_kept_under_its_cleaned_name() -> None:
    received = send(form(("trace", "my trace.jsonl", CLEAN)))
    part = received.validation.upload.parts.get()
    assert received.finished
    assert (part.role, part.name) == ("trace", "my trace.jsonl")
    assert storage.path(str(part.file.name)).read_bytes() == CLEAN


def test_the_name_asked_for_goes_before_the_name_sent() -> None:
    assert send(form(("trace", "blob", CLEAN)), filename="run 7.jsonl").validation.upload.parts.get().name == "run 7.jsonl"


def test_plain_fields_are_read_beside_the_files() -> None:
    request = request_with(form(("profile", "", b"permissive"), ("trace", "t", CLEAN)))
    assert request.POST["profile"] == "permissive"
    assert request.FILES["trace"].size == len(CLEAN)


def test_request_tools_and_history_have_their_places() -> None:
    upload = send(form(("history", "h.json", b"[]"), ("request", "r.json", b"{}"), ("tools", "t.json", b"[]"))).validation.upload
    assert {part.role: part.name for part in upload.parts.all()} == {"history": "h.json", "request": "r.json", "tools": "t.json"}


def test_a_packed_file_is_unpacked() -> None:
    upload = send(form(("trace", "t.jsonl.gz", gzip.compress(CLEAN)))).validation.upload
    assert upload.coding == "gzip"
    assert storage.path(str(upload.parts.get().file.name)).read_bytes() == CLEAN


def test_a_pasted_trace_takes_its_request_from_a_file() -> None:
    request = request_with(form(("text", "", CLEAN), ("request", "r.json", b'{"model": "m"}')))
    part: Any = request.FILES["request"]
    received = receive([CLEAN], Wanted(pasted=True), request=part.whole())
    request.close()
    assert {part.role for part in received.validation.upload.parts.all()} == {"trace", "request"}


def test_a_file_takes_its_request_from_a_field() -> None:
    request = request_with(form(("trace", "t", CLEAN)))
    parts: Any = {"trace": request.FILES["trace"]}
    upload = receive_parts(parts, Wanted(), request=b'{"model": "m"}').validation.upload
    assert {part.role for part in upload.parts.all()} == {"trace", "request"}


def test_files_that_nobody_keeps_go_with_the_request() -> None:
    request = request_with(form(("trace", "t", CLEAN)))
    assert request.FILES["trace"].size == len(CLEAN)
    assert len(files()) == 1
    request.close()
    assert files() == []


@pytest.mark.parametrize("cut", range(0, len(form(("trace", "t", CLEAN))) - 2, 53))
def test_a_form_cut_anywhere_leaves_nothing(cut: int) -> None:
    body = form(("trace", "t", CLEAN))
    assert refused(body[:cut], len(body)).status == 400


@pytest.mark.parametrize("cut", range(80, len(form(("trace", "t", CLEAN))) - 4, 53))
def test_a_content_length_that_is_too_short_leaves_nothing(cut: int) -> None:
    body = form(("trace", "t", CLEAN))
    assert refused(body[:cut], cut).status == 400


def test_a_form_that_is_not_closed_is_cut_off() -> None:
    assert refused(form(("trace", "t", CLEAN), closed=False)).code == "body-cut-off"


def test_a_file_that_is_too_large_is_told_with_the_limit(settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    error = refused(form(("trace", "t", CLEAN)))
    assert (error.status, error.code, error.extra["limit"]) == (413, "too-large", 100)


def test_a_form_that_is_too_large_is_not_read_at_all(settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    assert refused(form(("trace", "t", CLEAN)), 1 << 40).extra == {"limit": 100, "size": 1 << 40}


@pytest.mark.parametrize(
    "parts", [[("trace", "a"), ("history", "b")], [("trace", "a"), ("trace", "b")], [("other", "a")], [("request", "a")], []]
)
def test_exactly_one_trace_or_history_is_taken(parts: list[tuple[str, str]]) -> None:
    assert refused(form(*((name, filename, b"{}") for name, filename in parts), ("note", "", b"x"))).status == 400
