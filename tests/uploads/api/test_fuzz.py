"""Whatever is posted: an answer in the document's own words, never a fault of the service, never half an upload."""

import random
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings as bounds, strategies as some
from pytest_django import Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller
from uploads.api import media
from uploads.models import Part, Upload, Validation

FILES = sorted(path for path in traces.CASES.rglob("*.*") if path.suffix in (".jsonl", ".json", ".sse") and path.stat().st_size < 100_000)
SEEDS = [path.read_bytes() for path in FILES if "INDEX" not in path.name] or [traces.CLEAN, traces.CLEAN_EVENTS, traces.UNKNOWN_ID]
HOSTILE = (
    b"\x00", b"\xff\xfe", b"\\ud800", b"\\u0000", b"\xe2\x80\xa8", b"NaN", b"-Infinity", b"1e999", b"9" * 5000, b"[" * 500, b'"', b"\r",
    b"\n\n", b"null", b"true", b"[]", b"{}", b'"index":[1]', b'"index":1000000000000', b"data: ", b"event: error\n",
    b"\xef\xbb\xbf", b":", b"\\",
)  # fmt: skip


PLACES = ("", "/findings?order=file", "/segments", "/records", "/report", *(f"/report?format={name}" for name in media.REPORT_FORMATS))


def mutated(seed: int) -> bytes:
    """A case with a few bytes exchanged, repeated, left out or made hostile."""
    dice = random.Random(seed)
    data = bytearray(dice.choice(SEEDS))
    for _ in range(dice.randint(1, 6)):
        start = dice.randrange(len(data) + 1)
        end = min(len(data), start + dice.choice((0, 1, 4, 40, 400)))
        what = dice.choice((b"", bytes(data[start:end]) * 2, dice.choice(HOSTILE), dice.randbytes(dice.randint(1, 8))))
        data[start:end] = what
    return bytes(data[: dice.choice((len(data), dice.randrange(len(data) + 1)))])


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Files of these tests stand alone, so that none can be overlooked."""
    settings.STORAGES = {**settings.STORAGES, "default": {**settings.STORAGES["default"], "OPTIONS": {"location": tmp_path}}}
    return tmp_path


def assert_nothing_is_half_saved(folder: Path) -> None:
    """Every upload is judged and has its files, and every file is somebody's."""
    assert set(Validation.objects.values_list("state", flat=True)) <= {"done"}
    assert Upload.objects.count() == Validation.objects.count()
    named = {folder / name for name in Part.objects.values_list("file", flat=True)}
    named |= {folder / name for name in Validation.objects.exclude(evidence="").values_list("evidence", flat=True)}
    assert {path for path in folder.rglob("*") if path.is_file()} == named


@pytest.mark.parametrize("block", range(4))
def test_mutated_cases_are_judged_and_read(owner: Caller, folder: Path, block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        response = owner.send(mutated(seed))
        assert response.status_code == 201, (seed, response.content)
        place = f"/validations/{response.json()['id']}"
        for part in PLACES if seed % 5 == 0 else ():
            assert owner.get(place + part).status_code == 200, (seed, part)
    assert_nothing_is_half_saved(folder)


def test_random_bytes_are_judged(owner: Caller, folder: Path) -> None:
    for seed in range(40):
        data = random.Random(seed).randbytes(seed * 7)
        response = owner.send(data)
        assert response.status_code == 201, (seed, response.content)
    assert_nothing_is_half_saved(folder)


NAMES = some.sampled_from(["filename", "profile", "purpose", "label", "wait", "fail_on", "verdict_status", "format", "cursor", ""])
WORDS = some.one_of(some.sampled_from(["0", "1", "default", "send", "error", "31", "-1"]), some.text(max_size=30))
HEADER_TEXT = some.text(some.characters(min_codepoint=32, max_codepoint=255), max_size=40)
HEADERS = some.fixed_dictionaries(
    {},
    optional={
        "Content-Encoding": some.one_of(some.sampled_from(["gzip", "identity", "br", ""]), HEADER_TEXT),
        "Content-Length": some.one_of(some.sampled_from(["0", "1", "5", "99999", "-1", "x", ""])),
        "Accept": HEADER_TEXT,
        "Accept-Language": HEADER_TEXT,
        "Transfer-Encoding": some.sampled_from(["chunked", "gzip", "x"]),
        "X-Forwarded-For": HEADER_TEXT,
        "Cookie": HEADER_TEXT,
    },
)
TYPES = some.one_of(some.sampled_from([*media.TYPES, "multipart/form-data; boundary=x", "multipart/form-data", "x/y", ""]), HEADER_TEXT)


@given(some.sampled_from(["POST", "PUT"]), some.dictionaries(NAMES, WORDS, max_size=2), HEADERS, TYPES, some.binary(max_size=300))
@bounds(max_examples=150, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_request_is_answered(
    owner: Caller, folder: Path, method: str, query: dict[str, str], headers: dict[str, str], kind: str, body: bytes
) -> None:
    response = owner.call(method, "/validations", body, kind, {**headers}, **query)
    assert response.status_code < 500
    assert_nothing_is_half_saved(folder)


@given(
    some.text(max_size=40),
    some.sampled_from(["/validations/{}", "/validations/{}/findings", "/validations/x/segments/{}", "/shared/{}", "/rules/{}"]),
)
@bounds(max_examples=60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_address_is_answered(owner: Caller, folder: Path, text: str, place: str) -> None:
    assert owner.get(place.format(quote(text, safe=""))).status_code in (200, 404)
