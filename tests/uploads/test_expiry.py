"""What goes when: raw bytes first, reports later, strays after an hour, everything at once when its owner says so."""

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from tests.uploads.making import CLEAN, STOPPED, checked, chunk, dumps, files, keep
from uploads import results, storage
from uploads.jobs.expiry import expire
from uploads.models import Finding, Share, Upload, Validation
from uploads.results.removing import MASKED, delete_upload, masked
from uploads.sharing import mint
from validation.rule import TEXT
from validation.rules import RULES

pytestmark = pytest.mark.django_db(transaction=True)
BROKEN = CLEAN + b'{"secret": "hunter2"\n'


class TestExpiry:
    def test_nothing_goes_before_its_time(self) -> None:
        checked()
        assert expire() == {"validations": 0, "raw": 0, "strays": 0}
        assert len(files()) == 2

    def test_raw_bytes_and_evidence_go_first_and_the_report_stays(self) -> None:
        validation = checked(STOPPED)
        assert expire(timezone.now() + timedelta(days=31))["raw"] == 1
        assert files() == []
        kept = Validation.objects.select_related("upload").get(pk=validation.pk)
        assert not kept.upload.has_raw
        assert results.head(kept)["verdict"] == validation.verdict
        assert results.findings(kept).total > 0

    def test_texts_that_findings_took_from_the_trace_go_with_it(self) -> None:
        validation = checked(BROKEN)
        assert "hunter2" in str(list(Finding.objects.values("params")))
        expire(timezone.now() + timedelta(days=31))
        assert "hunter2" not in str(list(Finding.objects.values()))
        assert MASKED in str(list(Finding.objects.values("params")))
        assert results.findings(validation).findings

    def test_numbers_places_and_words_stay(self) -> None:
        rule = next(rule for rule in RULES.values() if TEXT in rule.params.values() and set(rule.params.values()) != {TEXT})
        before: dict[str, object] = {name: 1 if kind in ("number", "place") else "value" for name, kind in rule.params.items()}
        after = masked(rule.name, before)
        assert after == {name: MASKED if rule.params[name] == TEXT else value for name, value in before.items()}

    def test_what_a_rule_of_the_past_said_counts_as_text(self) -> None:
        assert masked("a-rule-of-the-past", {"at": 3, "what": "content"}) == {"at": 3, "what": MASKED}

    def test_the_report_goes_a_year_later(self) -> None:
        checked()
        expire(timezone.now() + timedelta(days=31))
        assert expire(timezone.now() + timedelta(days=366)) == {"validations": 1, "raw": 0, "strays": 0}
        assert not Upload.objects.exists()

    def test_a_second_time_changes_nothing(self) -> None:
        checked(BROKEN)
        expire(timezone.now() + timedelta(days=31))
        assert expire(timezone.now() + timedelta(days=31)) == {"validations": 0, "raw": 0, "strays": 0}

    def test_it_can_be_run_by_hand(self, capsys: pytest.CaptureFixture[str]) -> None:
        Upload.objects.filter(pk=checked().upload_id).update(raw_expires=timezone.now())
        call_command("expire")
        assert "the raw bytes of 1 uploads" in capsys.readouterr().out
        call_command("sweep")
        assert "Queued again 0" in capsys.readouterr().out


class TestDeleting:
    def test_everything_of_it_goes(self) -> None:
        validation = checked()
        mint(validation, 7)
        results.delete(validation)
        assert files() == []
        assert not Upload.objects.exists()
        assert not Share.objects.exists()
        assert list(storage.root().glob("[!i]*")) == []

    def test_files_stay_as_long_as_another_validation_needs_them(self) -> None:
        first = checked()
        second = Validation.objects.create(upload=first.upload, expires=first.expires, size=first.size)
        results.delete(first)
        assert files() == [f"{first.upload.folder}/trace"]
        results.delete(second)
        assert files() == []

    def test_a_derived_copy_goes_with_what_it_was_derived_from(self) -> None:
        original, copy = checked(), checked()
        share, _ = mint(original, 7)
        Share.objects.filter(pk=share.pk).update(derived_upload=copy.upload, derived_validation=copy)
        results.delete(original)
        assert files() == []
        assert not Validation.objects.exists()

    def test_a_second_time_changes_nothing(self) -> None:
        validation = checked()
        results.delete(validation)
        results.delete(validation)

    def test_files_stay_when_the_deletion_is_rolled_back(self) -> None:
        validation = checked()
        with transaction.atomic():
            results.delete(validation)
            transaction.set_rollback(True)
        assert len(files()) == 2
        assert Validation.objects.filter(pk=validation.pk).exists()

    def test_an_upload_goes_with_all_its_validations(self) -> None:
        first = checked()
        Validation.objects.create(upload=first.upload, expires=first.expires, size=first.size)
        delete_upload(first.upload)
        assert files() == []
        assert not Upload.objects.exists()

    def test_the_admin_removes_files_too(self, database_url: str) -> None:
        checked()
        checked()
        program = (
            "import django; django.setup(); from django.contrib.admin import site; from uploads.models import Upload, Validation\n"
            "site.get_model_admin(Validation).delete_queryset(None, Validation.objects.filter(pk=Validation.objects.first().pk))\n"
            "site.get_model_admin(Upload).delete_queryset(None, Upload.objects.all())\n"
        )
        own = {"DATABASE_URL": database_url, "CALLCHECK_ADMIN": "1", "DJANGO_SETTINGS_MODULE": "validator_site.settings"}
        subprocess.run([sys.executable, "-c", program], env={**os.environ, **own}, check=True)
        assert files() == []
        assert not Upload.objects.exists()


class TestStrays:
    def test_a_file_without_a_row_goes_after_an_hour(self) -> None:
        kept = keep()
        draft = storage.Draft()
        storage.make_folder("zz/zzzz")
        storage.path("zz/zzzz/trace").write_bytes(b"x")
        storage.path(f"{kept.validation.upload.folder}/{storage.EVIDENCE}left-1").write_bytes(b"x")
        assert storage.remove_strays() == 0
        before = set(files())
        assert storage.remove_strays(time.time() + 3700) == 3
        gone = before - set(files())
        assert {Path(name).name for name in gone} == {draft.path.name, "trace", f"{storage.EVIDENCE}left-1"}
        assert len(files()) == 2

    def test_what_is_still_written_to_stays(self) -> None:
        with storage.Draft() as draft:
            os.utime(draft.path, (0, 0))
            draft.file.write(b"x" * 100_000)
            draft.file.flush()
            assert storage.remove_strays() == 0

    def test_an_empty_storage_has_none(self) -> None:
        assert storage.remove_strays(time.time() + 3700) == 0


def test_long_lines_of_findings_do_not_stop_the_masking() -> None:
    bad = b"".join(b'{"n": %d, "secret": "hunter2"\n' % number for number in range(150))
    checked((dumps(chunk()) + "\n").encode() + bad)
    expire(timezone.now() + timedelta(days=31))
    assert "hunter2" not in str(list(Finding.objects.values()))
