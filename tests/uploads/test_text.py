"""Whatever a trace holds can be stored and comes back the same, on either database."""

import json
import string
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from uploads.models import Upload, Validation
from uploads.text import number, storable, visible, word

HOSTILE = st.text(st.characters(), max_size=400) | st.text(
    "\x00\ud800\udfff\n\x7f\x85\u202e\ufffe\U0010ffff" + string.ascii_letters, max_size=60
)
LEAVES = st.none() | st.booleans() | st.integers() | st.integers(-(10**30), 10**30) | st.floats() | HOSTILE
TREES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(HOSTILE, inner, max_size=4), max_leaves=12)


@given(HOSTILE, st.integers(1, 300))
def test_visible_text_fits_and_stays_as_it_is(text: str, limit: int) -> None:
    shown = visible(text, limit)
    assert len(shown) <= limit
    assert visible(shown, limit) == shown
    assert shown.encode().decode() == shown
    assert not any(character < " " or "\x7f" <= character <= "\x9f" for character in shown)


def test_what_cannot_be_seen_is_written_out() -> None:
    assert visible("a\x00b\ud800c\td\ne\x1bf") == "a\\u0000b\\ud800c\\td\\ne\\u001bf"


def test_what_can_be_seen_is_left_alone() -> None:
    assert visible("Zoë, 东京, 👩‍💻, café") == "Zoë, 东京, 👩‍💻, café"


def test_a_text_of_several_lines_keeps_them() -> None:
    assert storable(["a\r\n\tb\x00"]) == ["a\r\n\tb\\u0000"]


def test_a_cut_text_says_so() -> None:
    assert visible("abcdef", 4) == "abc…"


@given(TREES)
def test_a_structure_becomes_one_that_every_json_reader_agrees_on(tree: Any) -> None:
    clean = storable(tree)
    text = json.dumps(clean, allow_nan=False, ensure_ascii=False)
    assert text.encode().decode() == text
    assert storable(clean) == clean


def test_numbers_that_no_column_holds_become_texts() -> None:
    assert storable({"a": 2**63, "b": -(2**63), "c": float("nan"), "d": True}) == {"a": str(2**63), "b": -(2**63), "c": "nan", "d": True}
    assert storable(10**5000) == f"an integer of {(10**5000).bit_length()} bits"


def test_only_integers_of_64_bits_are_numbers() -> None:
    assert [number(value) for value in (0, 2**63 - 1, 2**63, True, 1.0, "1", None)] == [0, 2**63 - 1, None, None, None, None, None]


def test_depth_has_an_end() -> None:
    deep: Any = "end"
    for _ in range(5000):
        deep = [deep]
    assert "…" in json.dumps(storable(deep), ensure_ascii=False)


@pytest.mark.django_db
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=HOSTILE, tree=TREES)
def test_it_comes_back_from_the_database_as_it_went_in(text: str, tree: Any, db: None) -> None:
    now = timezone.now()
    upload = Upload.objects.create(
        origin="api", folder=visible(text, 20) + str(now.timestamp()), wire_bytes=0, raw_expires=now, label=word(text)
    )
    validation = Validation.objects.create(
        upload=upload, expires=now, size=0, trouble=visible(text), input=storable({"tree": tree, "text": text})
    )
    kept = Validation.objects.get(pk=validation.pk)
    assert kept.input == validation.input
    assert kept.trouble == validation.trouble
    assert Upload.objects.get(pk=upload.pk).label == upload.label


@pytest.mark.django_db
def test_a_structure_keeps_its_order_and_its_floats() -> None:
    now = timezone.now()
    upload = Upload.objects.create(origin="api", folder="f", wire_bytes=0, raw_expires=now)
    made = {"zz": 1, "a": 1e308, "m": -0.0, "b": 0.1}
    validation = Validation.objects.create(upload=upload, expires=now, size=0, input=made)
    kept = Validation.objects.get(pk=validation.pk).input
    assert json.dumps(kept) == json.dumps(made)
