"""The examples of the OpenAPI document are answers that really come, with ids, keys, times and the host put in place of new ones.

To renew one after a rule or a text has changed: empty its file, run this test, read what was written.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import override_settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller
from tests.uploads.api.conformance import document, validate
from uploads.api.examples import FOLDER
from validation.examples import chunk, header, jsonl, tools
from validator_site.settings import API_RATES

TWO_CALLS = jsonl(
    chunk({"role": "assistant", "content": None}),
    chunk(tools(header("call_a1", "get_weather", index=0))),
    chunk(tools({"index": 0, "function": {"arguments": '{"ci'}})),
    chunk(tools(header("call_b2", "get_weather", index=1))),
    chunk(tools({"index": 1, "function": {"arguments": '{"city":"Bergen"}'}}, {"index": 0, "function": {"arguments": 'ty":"Oslo"}'}})),
    chunk({}, finish="tool_calls"),
).data


def created(caller: Caller) -> HttpResponse:
    return Caller().send(TWO_CALLS, filename="two-calls.jsonl", label="staging")


def failing(caller: Caller) -> HttpResponse:
    return Caller().send(traces.BROKEN_ARGUMENTS, verdict_status=1)


def findings(caller: Caller) -> HttpResponse:
    return caller.get(f"{caller.keep(traces.STOP_WITH_A_CALL).path}/findings", severity="warning")


def records(caller: Caller) -> HttpResponse:
    return caller.get(f"{caller.keep(traces.STOP_WITH_A_CALL).path}/records", from_=2, to=2)


def share(caller: Caller) -> HttpResponse:
    return caller.post(f"{caller.keep(traces.CLEAN).path}/shares", json.dumps({"days": 30, "note": "for the bug report"}).encode())


def wrong_parameter(caller: Caller) -> HttpResponse:
    return caller.send(traces.CLEAN, wait=31)


def not_found(caller: Caller) -> HttpResponse:
    return caller.get("/validations/abcdefghijkmnpqrstuv")


def info(caller: Caller) -> HttpResponse:
    with override_settings(API_RATES=API_RATES):
        return caller.get("/info")


def profiles(caller: Caller) -> HttpResponse:
    return caller.get("/profiles")


def error(caller: Caller) -> HttpResponse:
    return Caller().get("/errors", text="must be followed by tool messages responding to each 'tool_call_id'. Not answered: call_b")


GROWING = {"findings", "rules", "profiles", "dialects", "media_types", "report_formats"}
"""Lists to which entries are added as the catalogue and the service grow."""

MAKERS: list[Callable[[Caller], HttpResponse]] = [
    created,
    failing,
    findings,
    records,
    share,
    wrong_parameter,
    not_found,
    info,
    profiles,
    error,
]


def fixed(text: str) -> str:
    """`text` with what is new each time put in place."""
    for pattern, replacement in (
        (r"http://testserver", "https://callcheck.example"),
        (r"\b(ck|cs)_[a-z2-7]{32}\b", r"\1_k5mfug53l4zsngmulo6dejkgxag3o5hg"),
        (r'("id": "|/validations/|/v/)[a-z2-9]{20}\b', r"\g<1>24xuvr6jm6qxkqtnd6im"),
        (r'("created": )"[^"]+"', r'\1"2026-12-01T12:00:00Z"'),
        (r'("(?:raw_expires|content_until|until)": )"[^"]+"', r'\1"2026-12-31T12:00:00Z"'),
        (r'("expires": )"[^"]+"', r'\1"2027-12-01T12:00:00Z"'),
    ):
        text = re.sub(pattern, replacement, text)
    return text


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_what_really_comes(owner: Caller, make: Callable[[Caller], HttpResponse]) -> None:
    answer = fixed(json.dumps(make(owner).json(), ensure_ascii=False, indent=2)) + "\n"
    kept = FOLDER / f"{make.__name__.replace('_', '-')}.json"
    if not kept.read_text(encoding="utf-8"):
        kept.write_text(answer, encoding="utf-8")
        pytest.fail(f"{kept.name} was written. Read it, then run this again.")
    assert outgrown(json.loads(kept.read_text(encoding="utf-8")), json.loads(answer)) == []


def outgrown(kept: Any, now: Any, path: str = "") -> list[str]:
    """Where `kept` is no longer true. New rules, profiles and fields may have come since; what stands in `kept` must still be so."""
    if path.endswith("/counts/info"):
        return [] if now >= kept else [path]
    if isinstance(kept, dict) and isinstance(now, dict):
        return [fault for key, value in kept.items() for fault in outgrown(value, now.get(key), f"{path}/{key}")]
    if isinstance(kept, list) and isinstance(now, list) and path.rpartition("/")[2] in GROWING:
        return [f"{path}: {value}" for value in kept if all(outgrown(value, other) for other in now)]
    return [] if kept == now else [f"{path}: {kept!r} is now {now!r}"]


def test_every_example_is_made_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == {make.__name__.replace("_", "-") for make in MAKERS}


def test_every_example_fits_the_shape_it_stands_at() -> None:
    seen: set[str] = set()
    for operations in document()["paths"].values():
        for operation in operations.values():
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    for name, one in content.get("examples", {}).items():
                        validate(content["schema"]["$ref"].rpartition("/")[2], json.dumps(one["value"]).encode())
                        seen.add(name)
    assert len(seen) == len(list(Path(FOLDER).glob("*.json")))
