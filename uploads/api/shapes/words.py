"""Fields that hold one of a few words, and free JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from uploads.models import Validation


def _one_of(*words: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


@extend_schema_field(_one_of("passes", "passes with warnings", "fails", "could not be fully checked"))
class VerdictField(s.CharField):
    """One of the four verdicts."""


@extend_schema_field(_one_of("error", "warning", "info"))
class SeverityField(s.CharField):
    """What a finding weighs under the profile asked for."""


@extend_schema_field(_one_of("off", "info", "warning", "error"))
class LetterField(s.CharField):
    """What a rule weighs under one profile."""


@extend_schema_field(_one_of("same", "similar"))
class CertaintyOfErrorField(s.CharField):
    """How sure it is that a text is a known error."""


@extend_schema_field(_one_of(*Validation.State.values))
class StatusField(s.CharField):
    """How far a validation is."""


@extend_schema_field({})
class AnyField(s.JSONField):
    """Any JSON value."""


@extend_schema_field({"type": "object", "additionalProperties": {}})
class ObjectField(s.JSONField):
    """A JSON object with any keys."""


def natural(help_text: str = "", **options: Any) -> s.IntegerField:
    """A whole number from 0."""
    return s.IntegerField(min_value=0, help_text=help_text, **options)


def tally(help_text: str) -> s.DictField:
    """Word -> how often."""
    return s.DictField(child=s.IntegerField(), help_text=help_text)
