"""POST /validations with a multipart form: trace or history, and what is known of the request."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from pytest_django import Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller
from uploads.models import Part, Upload

REQUEST = json.dumps({"model": "demo", "messages": [], "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}).encode()


def file(data: bytes, name: str = "run.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, "application/octet-stream")


def send(caller: Caller, parts: dict[str, Any], **query: Any) -> HttpResponse:
    return caller.post("/validations", encode_multipart(BOUNDARY, parts), MULTIPART_CONTENT, **query)


def test_a_trace_is_judged(visitor: Caller) -> None:
    answer = send(visitor, {"trace": file(traces.CLEAN)}).json()
    assert (answer["verdict"], answer["input"]["name"]) == ("passes", "run.jsonl")


def test_a_name_in_the_query_goes_before_that_of_the_file(visitor: Caller) -> None:
    assert send(visitor, {"trace": file(traces.CLEAN)}, filename="other").json()["input"]["name"] == "other"


def test_the_request_is_kept_and_asked(visitor: Caller) -> None:
    """With a forced function `stop` is what OpenAI itself sends."""
    alone = send(visitor, {"trace": file(traces.STOP_WITH_A_CALL)}).json()
    asked = send(visitor, {"trace": file(traces.STOP_WITH_A_CALL), "request": file(REQUEST, "request.json")}).json()
    assert alone["verdict"] == "passes with warnings"
    assert asked["verdict"] == "passes"
    assert Part.objects.filter(role="request").count() == 1


def test_a_history_is_judged(visitor: Caller) -> None:
    assert send(visitor, {"history": file(traces.UNKNOWN_ID)}, purpose="send").json()["verdict"] == "fails"


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({}, "one-trace"),
        ({"request": file(REQUEST)}, "one-trace"),
        ({"trace": file(traces.CLEAN), "history": file(traces.UNKNOWN_ID)}, "one-trace"),
        ({"trace": file(traces.CLEAN), "request": file(b"[1]")}, "bad-request"),
        ({"trace": file(traces.CLEAN), "tools": file(b"{")}, "bad-tools"),
        ({"trace": file(traces.CLEAN), "profile": "default"}, "malformed-request"),
        ({"trace": "a field"}, "malformed-request"),
        ({"trace": [file(traces.CLEAN), file(traces.CLEAN)]}, "malformed-request"),
        ({"trace": file(traces.CLEAN), "secret": file(b"x")}, "malformed-request"),
    ],
)
def test_a_form_that_cannot_be_used_leaves_nothing(visitor: Caller, parts: dict[str, Any], code: str) -> None:
    for part in parts.values():
        for one in part if isinstance(part, list) else [part]:
            if not isinstance(one, str):
                one.seek(0)
    response = send(visitor, parts)
    assert (response.status_code, response.json()["code"]) == (400, code)
    assert not Upload.objects.exists()


def test_the_part_at_fault_is_named(visitor: Caller) -> None:
    response = send(visitor, {"trace": file(traces.CLEAN), "secret": file(b"x")})
    assert response.json()["errors"][0]["part"] == "secret"
    assert "trace, request, tools, history" in response.json()["detail"]


def test_a_form_that_is_cut_off_leaves_nothing(visitor: Caller) -> None:
    body = encode_multipart(BOUNDARY, {"trace": file(traces.CLEAN)})
    response = visitor.post("/validations", body[:-12], MULTIPART_CONTENT)
    assert (response.status_code, response.json()["code"]) == (400, "body-cut-off")
    assert not Upload.objects.exists()


def test_a_form_without_a_boundary_is_told(visitor: Caller) -> None:
    response = visitor.post("/validations", b"x", "multipart/form-data")
    assert (response.status_code, response.json()["code"]) == (400, "malformed-request")


def test_a_compressed_form_is_refused(visitor: Caller) -> None:
    body = encode_multipart(BOUNDARY, {"trace": file(traces.CLEAN)})
    response = visitor.post("/validations", body, MULTIPART_CONTENT, headers={"Content-Encoding": "gzip"})
    assert response.status_code == 415


def test_too_large_a_file_leaves_nothing(visitor: Caller, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    response = send(visitor, {"trace": file(traces.CLEAN)})
    assert (response.status_code, response.json()["code"]) == (413, "too-large")
    assert not Upload.objects.exists()
