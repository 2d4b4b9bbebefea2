"""Receiving: what is kept is whole and hashed, what is refused leaves nothing."""

import gzip
import hashlib
import io
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st
from pytest_django.fixtures import Settings

from tests.uploads.making import CLEAN, bomb, checked, files, keep
from uploads import storage
from uploads.intake import Refused, Wanted, receive
from uploads.intake.filing import base_name
from uploads.models import Part, Upload, Validation
from uploads.owners import hash_key, new_key
from validation import pipeline

pytestmark = pytest.mark.django_db


def kept_bytes(validation: Validation) -> bytes:
    return storage.path(str(validation.upload.parts.get().file.name)).read_bytes()


def refused(*args: object, **keywords: object) -> Refused:
    with pytest.raises(Refused) as error:
        receive(*args, **keywords)  # type: ignore[arg-type]
    assert files() == []
    assert not Upload.objects.exists()
    return error.value


class TestWhatIsKept:
    def test_the_bytes_are_kept_as_they_came(self) -> None:
        validation = checked(CLEAN)
        part = validation.upload.parts.get()
        assert kept_bytes(validation) == CLEAN
        assert (part.role, part.name, part.size, part.sha256) == ("trace", "trace.jsonl", len(CLEAN), hashlib.sha256(CLEAN).hexdigest())

    def test_files_are_readable_by_this_user_only(self) -> None:
        path = storage.path(str(checked().upload.parts.get().file.name))
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)

    def test_an_iterator_of_blocks_is_a_body_too(self) -> None:
        received = receive((CLEAN[at : at + 7] for at in range(0, len(CLEAN), 7)), Wanted())
        assert kept_bytes(received.validation) == CLEAN

    def test_an_empty_body_is_an_upload_of_nothing(self) -> None:
        validation = checked(b"")
        assert validation.state == "done"
        assert (validation.verdict, validation.complete) == ("fails", False)
        assert [finding.rule for finding in validation.findings.all()] == ["input-empty"]

    def test_a_small_upload_is_finished_at_once(self) -> None:
        received = keep()
        assert received.finished
        assert (received.validation.state, received.validation.attempts, received.validation.verdict) == ("done", 1, "passes")

    def test_a_large_upload_waits_for_a_worker(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = len(CLEAN) - 1
        received = keep()
        assert not received.finished
        assert (received.validation.state, received.validation.attempts) == ("queued", 0)

    def test_an_inline_limit_of_0_sends_everything_to_a_worker(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        assert not keep(b"").finished

    def test_a_run_that_takes_too_long_goes_on_in_a_worker(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pipeline, "SECONDS_BETWEEN", 0.0)
        settings.INLINE_SECONDS = -1
        received = keep()
        assert not received.finished
        assert (received.validation.state, received.validation.attempts, received.validation.heartbeat) == ("queued", 1, None)

    def test_two_expiries(self, settings: Settings) -> None:
        validation = checked()
        upload = validation.upload
        assert (upload.raw_expires - upload.created).days == settings.RAW_DAYS
        assert (validation.expires - upload.created).days == settings.REPORT_DAYS

    def test_no_more_than_a_few_blocks_are_in_memory(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        block = b" " * 65536
        tracemalloc.start()
        received = receive((block for _ in range(512)), Wanted())
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert received.validation.size == 32 << 20
        assert peak < 8 << 20


class TestOwners:
    def test_nobody_gets_a_new_key_once(self) -> None:
        received = keep()
        assert received.owner_key
        assert received.validation.upload.owner_hash == hash_key(received.owner_key)

    def test_who_has_a_key_files_under_it(self) -> None:
        key = new_key()
        received = keep(owner_key=key)
        assert received.owner_key is None
        assert received.validation.upload.owner_hash == hash_key(key)

    def test_a_user_needs_no_key(self, django_user_model: type) -> None:
        user = django_user_model.objects.create(username="ada")  # type: ignore[attr-defined]
        received = keep(user=user)
        assert received.owner_key is None
        assert (received.validation.upload.user, received.validation.upload.owner_hash) == (user, "")


class TestNames:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ("../../etc/passwd", "passwd"), ("C:\\Users\\me\\trace.jsonl", "trace.jsonl"), ("a/b/", "b"), ("..", ""), ("", ""),
            ("a\x00b\n.jsonl", "a\\u0000b\\n.jsonl"),
            ("x" * 300, "x" * 199 + "…"), ("\ud800.json", "\\ud800.json"), ("日本.jsonl", "日本.jsonl"),
        ],
    )  # fmt: skip
    def test_only_a_base_name_is_kept(self, given: str, kept: str) -> None:
        assert base_name(given) == kept

    @hypothesis_settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(name=st.text(), label=st.text())
    def test_no_name_leads_out_of_the_storage(self, name: str, label: str, db: None) -> None:
        received = receive(io.BytesIO(b""), Wanted(filename=name, label=label))
        part = received.validation.upload.parts.get()
        assert storage.path(str(part.file.name)).is_relative_to(storage.root())
        assert part.file.name == f"{received.validation.upload.folder}/trace"


class TestLengths:
    def test_a_body_that_breaks_off_is_refused(self) -> None:
        error = refused(io.BytesIO(CLEAN), Wanted(), declared_length=len(CLEAN) + 1)
        assert (error.status, error.code, error.extra) == (400, "body-cut-off", {"received": len(CLEAN), "declared": len(CLEAN) + 1})

    def test_a_body_whose_connection_breaks_is_refused(self) -> None:
        def breaking() -> Iterator[bytes]:
            yield CLEAN
            raise ConnectionResetError("peer")

        assert refused(breaking(), Wanted()).code == "body-cut-off"

    def test_a_body_longer_than_announced_is_refused(self) -> None:
        error = refused(iter([CLEAN, CLEAN]), Wanted(), declared_length=len(CLEAN))
        assert (error.status, error.code) == (400, "length-mismatch")

    def test_no_more_than_announced_is_asked_for(self) -> None:
        body = io.BytesIO(CLEAN + b"the next request")
        received = receive(body, Wanted(), declared_length=len(CLEAN))
        assert kept_bytes(received.validation) == CLEAN
        assert body.read() == b"the next request"

    def test_too_large_is_told_with_limit_and_size(self, settings: Settings) -> None:
        settings.MAX_UPLOAD_BYTES = 100
        error = refused(io.BytesIO(b"x" * 200), Wanted(), declared_length=200)
        assert (error.status, error.code, error.extra) == (413, "too-large", {"limit": 100, "size": 200})
        assert "200" in error.detail
        assert "100" in error.detail

    def test_too_large_without_a_length_is_stopped_on_the_way(self, settings: Settings) -> None:
        settings.MAX_UPLOAD_BYTES = 100
        asked = []

        def endless() -> Iterator[bytes]:
            while True:
                asked.append(1)
                yield b"x" * 60

        assert refused(endless(), Wanted()).status == 413
        assert len(asked) == 2

    def test_exactly_the_limit_is_taken(self, settings: Settings) -> None:
        settings.MAX_UPLOAD_BYTES = len(CLEAN)
        assert keep(CLEAN).finished


class TestCodings:
    @pytest.mark.parametrize("coding", ["gzip", "x-gzip", "GZIP", None])
    def test_gzip_is_unpacked(self, coding: str | None) -> None:
        packed = gzip.compress(CLEAN)
        received = receive(io.BytesIO(packed), Wanted(), coding=coding)
        upload = received.validation.upload
        assert kept_bytes(received.validation) == CLEAN
        assert (upload.coding, upload.wire_bytes, received.validation.size) == ("gzip", len(packed), len(CLEAN))

    def test_members_follow_each_other_and_zeros_fill_up(self) -> None:
        packed = b"".join(gzip.compress(line) for line in CLEAN.splitlines(keepends=True)) + b"\0" * 100
        blocks = (packed[at : at + 1] for at in range(len(packed)))
        assert kept_bytes(receive(blocks, Wanted(), coding="gzip").validation) == CLEAN

    def test_identity_leaves_the_bytes_alone(self) -> None:
        packed = gzip.compress(CLEAN)
        assert kept_bytes(receive(io.BytesIO(packed), Wanted(), coding="identity").validation) == packed

    def test_an_unknown_coding_is_refused_with_the_known_ones(self) -> None:
        error = refused(io.BytesIO(CLEAN), Wanted(), coding="br")
        assert (error.status, error.extra) == (415, {"accepted": ["gzip", "identity"]})

    @pytest.mark.parametrize("broken", [gzip.compress(CLEAN, mtime=0)[:-9], b"", b"\x1f", gzip.compress(CLEAN, mtime=0) + b"more", CLEAN])
    def test_broken_gzip_is_refused(self, broken: bytes) -> None:
        error = refused(io.BytesIO(broken), Wanted(), coding="gzip")
        assert (error.status, error.code) == (400, "broken-gzip")

    def test_a_bomb_is_refused_before_it_goes_off(self, settings: Settings) -> None:
        error = refused(io.BytesIO(bomb(64)), Wanted(), coding="gzip")
        assert (error.status, error.code, error.extra) == (413, "too-compressed", {"ratio": settings.MAX_DECODED_RATIO})

    def test_a_small_bomb_is_only_a_well_packed_file(self, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        assert keep(bomb(15)).validation.size == 15 << 20

    def test_the_limit_counts_unpacked_bytes(self, settings: Settings) -> None:
        settings.MAX_UPLOAD_BYTES = 1 << 20
        assert refused(io.BytesIO(bomb(2)), Wanted(), coding="gzip").code == "too-large"


class TestWhatIsAskedFor:
    def test_an_unknown_profile_is_refused_with_the_known_ones(self) -> None:
        error = refused(io.BytesIO(CLEAN), Wanted(profile="nope"))
        assert (error.status, error.code) == (400, "unknown-value")
        assert "openai-strict" in error.extra["allowed"]

    def test_an_unknown_purpose_is_refused(self) -> None:
        assert refused(io.BytesIO(CLEAN), Wanted(purpose="win")).extra["parameter"] == "purpose"

    def test_the_request_and_its_tools_are_kept_beside_the_trace(self) -> None:
        received = receive(io.BytesIO(CLEAN), Wanted(), request=b'{"model": "m"}', tools=b"[]")
        assert {part.role for part in received.validation.upload.parts.all()} == {"trace", "request", "tools"}
        assert len(files()) == 4  # with the evidence

    @pytest.mark.parametrize(
        ("role", "body"),
        [
            ("request", b"[]"),
            ("request", b"{"),
            ("request", b"\xff"),
            ("request", b"[" * 100_000),
            ("tools", b'{"a": 1}'),
            ("tools", b"1" * 5000),
        ],
    )
    def test_a_request_that_is_none_is_refused(self, role: str, body: bytes) -> None:
        error = refused(io.BytesIO(CLEAN), Wanted(), **{role: body})
        assert (error.status, error.code, error.extra) == (400, f"bad-{role}", {"part": role})

    def test_a_paste_is_known_as_one(self) -> None:
        assert checked(CLEAN, pasted=True).upload.origin == Upload.Origin.PASTE

    def test_a_history_is_a_part_of_its_own(self) -> None:
        received = receive(io.BytesIO(b"[]"), Wanted(), role="history")
        assert received.validation.upload.parts.get().role == Part.Role.HISTORY


def test_a_fault_on_the_way_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise RuntimeError("the database is away")

    monkeypatch.setattr(Part.objects, "bulk_create", refuses)
    with pytest.raises(RuntimeError):
        keep()
    assert files() == []
