"""The door: histories of 40 messages, posted one after the other to the real server, as one client that keeps its connection does."""

import contextlib
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

WARM_UP = 40
ELSEWHERE = {"CELERY_BROKER_URL", "CACHE_URL", "DATABASE_URL", "INLINE_LIMIT", "STATIC_ROOT", "DEBUG"}
"""Settings that would have something else measured than what `make run` starts by default."""
MANAGE = Path(__file__).parents[1] / "manage.py"


def door(times: int) -> None:
    """Start the server on a free port with a data folder of its own, send `times` histories, print what the answers took."""
    with served() as address:
        there = urlsplit(address)
        connection = http.client.HTTPConnection(str(there.hostname), there.port, timeout=60)
        bodies = [json.dumps({"messages": history(number)}).encode() for number in range(WARM_UP + times)]
        floor = [seconds(connection, "GET", "/healthz") for _ in range(times)]
        taken = [seconds(connection, "POST", "/api/v1/validations", body) for body in bodies][WARM_UP:]
        connection.close()
    print(f"POST of a history of 40 messages ({len(bodies[-1]):,} bytes) until its verdict, embedded default, one connection")
    told("GET /healthz, the floor", floor)
    told("POST /api/v1/validations", taken)


def told(what: str, taken: list[float]) -> None:
    """One line: median, 95th percentile and the least, in milliseconds."""
    p50, p95 = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
    print(f"  {what:32} p50 {p50 * 1e3:6.2f} ms  p95 {p95 * 1e3:6.2f} ms  least {min(taken) * 1e3:6.2f} ms  of {len(taken)}")
    sys.stdout.flush()


def seconds(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None = None) -> float:
    """How long the answer took. Raises RuntimeError for any but the one that is measured: a verdict, at once."""
    headers = {"Content-Type": "application/json"} if body else {}
    begun = time.perf_counter()
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    taken = time.perf_counter() - begun
    if answer.status != (201 if body else 200) or (body and answer.headers["Trace-Verdict"] != "passes"):
        raise RuntimeError(f"{method} {path} answered {answer.status}: {said[:500]!r}")
    return taken


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a server as `make run` starts it: SQLite, embedded broker, one web process."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
        environment = {**kept, "DATA": folder, "API_UPLOAD_RATE": "1000000/hour", "API_READ_RATE": "1000000/hour"}
        command = [sys.executable, str(MANAGE), "serve", "--port", "0"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                if "http://" not in line:
                    raise RuntimeError(f"The server did not start; it said {line!r}")
                yield line[line.index("http://") :].split()[0]
            finally:
                process.terminate()
                process.wait(60)


def history(number: int) -> list[dict[str, Any]]:
    """A history of 40 messages without a fault: a system message, then rounds of a question, two calls, their results and an answer."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": "You plan journeys. Use the tools; do not guess."}]
    while len(messages) < 40:
        place = len(messages)
        ids = [f"call_{number:06d}{place:02d}{letter}abcdefghijklm" for letter in "ab"]
        functions = [
            {"name": "find_trains", "arguments": json.dumps({"from": "Oslo", "to": "Bergen", "after": f"{place:02d}:15", "seats": 2})},
            {"name": "get_weather", "arguments": json.dumps({"city": "Bergen", "days": 3, "note": "windproof? " * 8})},
        ]
        calls = [{"id": id_, "type": "function", "function": function} for id_, function in zip(ids, functions, strict=True)]
        results = [{"role": "tool", "tool_call_id": id_, "content": json.dumps({"found": list(range(20)), "of": id_})} for id_ in ids]
        question = {"role": "user", "content": f"And the next train, number {place}, with the weather there?"}
        messages += [question, {"role": "assistant", "content": None, "tool_calls": calls}, *results]
        messages.append({"role": "assistant", "content": "The train goes at a quarter past; it will rain, so take a coat. " * 3})
    return messages[:40]
