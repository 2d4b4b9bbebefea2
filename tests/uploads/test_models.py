"""The rows: what the columns promise on either database."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import CharField, QuerySet
from django.utils import timezone

from tests.uploads.making import checked
from uploads.models import Finding, Part, Segment, Upload, Validation, Verdict, new_public_id
from validation.profiles import DIALECTS, PROFILES
from validation.rules import RULES

pytestmark = pytest.mark.django_db


def test_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", "uploads", check=True, dry_run=True, verbosity=0)


def test_public_ids_are_random_and_need_no_escaping() -> None:
    ids = {new_public_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(public_id) == 20 and public_id.isalnum() and public_id.isascii() for public_id in ids)


@pytest.mark.parametrize("model", [Part, Segment, Verdict])
def test_numbers_roles_and_profiles_occur_once(model: type[Part] | type[Segment] | type[Verdict]) -> None:
    checked()
    row = model._default_manager.first()
    assert row is not None
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_every_name_of_the_engine_fits_its_column() -> None:
    columns = {field.name: field.max_length or 0 for field in Finding._meta.get_fields() if isinstance(field, CharField)}
    assert max(map(len, RULES)) <= columns["rule"]
    assert max(len(variant) for rule in RULES.values() for variant in rule.letters) <= columns["variant"]
    assert max(map(len, DIALECTS)) <= columns["dialect"]
    assert max(map(len, PROFILES)) <= (Verdict._meta.get_field("profile").max_length or 0)


def test_progress_is_told_in_percent_and_is_whole_only_when_done() -> None:
    told = [
        Validation(state=state, progress=progress, size=size).percent
        for state, progress, size in [("running", 50, 200), ("running", 200, 200), ("done", 0, 0), ("queued", 0, 0), ("running", 300, 200)]
    ]
    assert told == [25, 99, 100, 0, 99]


def test_what_is_looked_for_all_the_time_is_found_by_an_index() -> None:
    now = timezone.now()
    asked: list[QuerySet[Any]] = [
        Validation.objects.filter(state="running", heartbeat__lt=now),
        Validation.objects.filter(state="queued", enqueued__lt=now),
        Validation.objects.filter(expires__lte=now),
        Upload.objects.filter(raw_expires__lte=now, raw_deleted=None),
        Upload.objects.filter(owner_hash="a").order_by("-created"),
        Finding.objects.filter(validation=1, kind__in=["a", "b"]),
        Finding.objects.filter(validation=1, number__gt=5).order_by("number"),
        Segment.objects.filter(validation=1, number__gt=5).order_by("number"),
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A table of two rows is read whole unless that is forbidden.
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert [str(query.query) for query in asked if "INDEX" not in query.explain().upper()] == []
