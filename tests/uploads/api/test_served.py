"""What only a real server shows: bodies in chunks, clients that go or stall, waiting for a worker."""

import gzip
import http.client
import json
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.services.served import Served
from tests.uploads.api import traces

pytestmark = pytest.mark.once
THREADS = 8
SLOW_ALLOWED = 2


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("api") / "var"


@pytest.fixture(scope="module")
def server(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    served = Served(data, WEB_THREADS=str(THREADS), INLINE_LIMIT="2000", STATIC_ROOT=str(tmp_path_factory.mktemp("static")))
    address = urlsplit(served.start())
    yield str(address.hostname), int(address.port or 0)
    served.end(signal.SIGTERM)


class Connection:
    """A connection on which a request is written piece by piece."""

    def __init__(self, server: tuple[str, int], *headers: str, kind: str = "application/x-ndjson", query: str = "wait=30") -> None:
        self.socket = socket.create_connection(server, timeout=60)
        head = [f"POST /api/v1/validations?{query} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}", *headers]
        self.write("\r\n".join([*head, "", ""]).encode())

    def write(self, data: bytes) -> None:
        self.socket.sendall(data)

    def chunk(self, data: bytes) -> None:
        self.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def answer(self) -> tuple[int, dict[str, Any]]:
        response = http.client.HTTPResponse(self.socket)
        response.begin()
        return response.status, json.loads(response.read())


def stored(data: Path) -> set[Path]:
    return {path for path in (data / "uploads").rglob("*") if path.is_file()}


def settled(data: Path, before: set[Path]) -> bool:
    """Whether no file is left that was not there before; a server needs a moment to see that a client has gone."""
    deadline = time.monotonic() + 20
    while stored(data) - before and time.monotonic() < deadline:
        time.sleep(0.1)
    return stored(data) == before


def test_a_body_in_chunks_is_read_as_it_arrives(server: tuple[str, int]) -> None:
    connection = Connection(server, "Transfer-Encoding: chunked")
    for start in range(0, len(traces.CLEAN), 7):
        connection.chunk(traces.CLEAN[start : start + 7])
    connection.chunk(b"")
    status, answer = connection.answer()
    assert (status, answer["verdict"], answer["input"]["bytes"]) == (201, "passes", len(traces.CLEAN))


def test_chunks_may_be_gzip(server: tuple[str, int]) -> None:
    connection = Connection(server, "Transfer-Encoding: chunked", "Content-Encoding: gzip")
    packed = gzip.compress(traces.CLEAN)
    connection.chunk(packed[:20])
    connection.chunk(packed[20:])
    connection.chunk(b"")
    assert connection.answer()[1]["verdict"] == "passes"


def test_a_form_may_come_in_chunks(server: tuple[str, int]) -> None:
    connection = Connection(server, "Transfer-Encoding: chunked", kind="multipart/form-data; boundary=x")
    form = b'--x\r\nContent-Disposition: form-data; name="trace"; filename="run.jsonl"\r\n\r\n' + traces.CLEAN + b"\r\n--x--\r\n"
    connection.chunk(form[:100])
    connection.chunk(form[100:])
    connection.chunk(b"")
    status, answer = connection.answer()
    assert (status, answer["input"]["name"]) == (201, "run.jsonl")


def test_chunks_that_are_none_are_told_and_leave_nothing(server: tuple[str, int], data: Path) -> None:
    before = stored(data)
    connection = Connection(server, "Transfer-Encoding: chunked")
    connection.chunk(traces.CLEAN)
    connection.write(b"not a length\r\n")
    status, answer = connection.answer()
    assert (status, answer["code"]) == (400, "body-cut-off")
    assert settled(data, before)


@pytest.mark.parametrize("framing", ["Content-Length: 100000", "Transfer-Encoding: chunked"])
def test_a_client_that_goes_in_mid_upload_leaves_nothing(server: tuple[str, int], data: Path, framing: str) -> None:
    before = stored(data)
    connection = Connection(server, framing)
    connection.write((f"{100_000:x}\r\n".encode() if "chunked" in framing else b"") + traces.CLEAN)
    connection.socket.close()
    assert settled(data, before)


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (b"GET /api/v1/info?%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"x" * 9000), 414, "address-too-long"),
        (b"GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\nX: %s\r\n\r\n" % (b"x" * 9000), 431, "headers-too-large"),
        (b"GET /api/v1/info HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (b"X: 1\r\n" * 150), 431, "headers-too-large"),
        (b"POST /api/v1/validations HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", 400, "malformed-request"),
        (b"POST /api/v1/validations HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: br\r\n\r\n", 400, "malformed-request"),
        (b"get /api/v1/info HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "malformed-request"),
        (b"\x16\x03\x01\x00\r\n\r\n", 400, "malformed-request"),
        (b"GET /api/v1/info HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n", 400, "malformed-request"),
    ],
)
def test_what_the_server_itself_refuses_is_a_problem_too(server: tuple[str, int], request_: bytes, status: int, code: str) -> None:
    with socket.create_connection(server, timeout=60) as connection:
        connection.sendall(request_)
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert response.headers["Content-Type"] == "application/problem+json"
        assert (response.status, json.loads(response.read())["code"]) == (status, code)


def test_waiting_brings_the_verdict_of_a_worker(server: tuple[str, int]) -> None:
    body = traces.many_streams(50)
    connection = Connection(server, f"Content-Length: {len(body)}")
    connection.write(body)
    status, answer = connection.answer()
    assert (status, answer["status"], answer["verdict"]) == (201, "done", "passes")


def test_slow_clients_never_hold_all_threads(server: tuple[str, int], data: Path) -> None:
    """More stalled uploads than threads: all but a quarter are turned away, and the others are served."""
    before = stored(data)
    with ExitStack() as closing:
        stalled = []
        for _ in range(THREADS + 2):
            connection = Connection(server, "Content-Length: 100000")
            closing.callback(connection.socket.close)
            connection.write(b"{")
            stalled.append(connection)
        served = Connection(server, f"Content-Length: {len(traces.CLEAN)}")
        served.write(traces.CLEAN)
        assert served.answer()[1]["verdict"] == "passes"
        answered = until_answered(stalled, len(stalled) - SLOW_ALLOWED)
        assert len(answered) == len(stalled) - SLOW_ALLOWED
        assert {(status, answer["code"]) for status, answer in (one.answer() for one in answered)} == {(503, "busy")}
    kept = {path.parent for path in stored(data) - before if path.name == "trace"}
    assert len(kept) == 1
    assert settled(data, before | {path for path in stored(data) if path.parent in kept})


def until_answered(connections: list[Connection], number: int) -> list[Connection]:
    """Those that have an answer, once so many have."""
    deadline = time.monotonic() + 60
    while True:
        ready, _, _ = select.select([connection.socket for connection in connections], [], [], 0)
        if len(ready) >= number or time.monotonic() > deadline:
            return [connection for connection in connections if connection.socket in ready]
        time.sleep(0.1)


def test_a_refusal_reaches_a_client_that_is_still_sending(server: tuple[str, int]) -> None:
    connection = Connection(server, "Content-Length: 100000000", query="nope=1")
    connection.write(b"{" * 60_000)
    status, answer = connection.answer()
    assert (status, answer["code"]) == (400, "invalid-parameter")
