"""Validations and reports."""

from typing import Any

from rest_framework import serializers as s

from uploads.api.shapes.findings import Finding
from uploads.api.shapes.segments import History, Stream
from uploads.api.shapes.words import StatusField, VerdictField, natural, tally


class Versioned(s.Serializer[None]):
    """A report, whole or shortened: `schema` names its version."""

    def get_fields(self) -> dict[str, Any]:
        """The fields, with `schema`. It cannot be an attribute: serializers have one of that name."""
        return {"schema": s.CharField(help_text="`callcheck.report/1`."), **super().get_fields()}


class Counts(s.Serializer[None]):
    """Findings that count, by what they weigh."""

    error = natural()
    warning = natural()
    info = natural()


class Input(s.Serializer[None]):
    """What was read."""

    name = s.CharField(allow_null=True, allow_blank=True)
    bytes = natural()
    sha256 = s.CharField()
    container = s.CharField(required=False, allow_null=True, help_text="`sse`, `jsonl` or `json`.")
    wrappers = s.ListField(child=s.CharField(), required=False)
    lines = natural(required=False)
    records = natural(required=False)
    tiers = s.ListField(child=s.IntegerField(), required=False, help_text="How many records each decoder read.")
    encoding = s.CharField(required=False, allow_null=True)


class Progress(s.Serializer[None]):
    """How far a validation is."""

    bytes = natural("Bytes read.")
    records = natural("Records read.")
    of_bytes = natural("Bytes to read.")
    percent = natural()


class Head(s.Serializer[None]):
    """What every view of a validation begins with. Until `status` is `done`, what it will find is null or empty."""

    id = s.CharField()
    status = StatusField()
    verdict = VerdictField(allow_null=True, help_text="Under `profile`.")
    verdicts = s.DictField(child=VerdictField(), help_text="Profile -> verdict.")
    counts = Counts(allow_null=True)
    complete = s.BooleanField(allow_null=True, help_text="Everything was read and there was something to judge.")
    profile = s.CharField()
    purpose = s.CharField(allow_null=True, help_text="What a history was judged for: `send`, `archive` or `train`.")
    looks_like = s.CharField(allow_null=True, help_text="Whose habits its streams show; `mixed` for several.")
    label = s.CharField(allow_blank=True)  # type: ignore[assignment]
    input = Input()
    progress = Progress(allow_null=True, help_text="While it is queued or running.")
    trouble = s.CharField(allow_null=True, help_text="Why it failed, where `status` is `failed`.")
    created = s.DateTimeField()
    raw_expires = s.DateTimeField(allow_null=True, help_text="When the raw trace and all texts of it are deleted; null once they are.")
    expires = s.DateTimeField(help_text="When the report is deleted.")
    url = s.URLField()
    html_url = s.URLField()


class Target(s.Serializer[None]):
    """One endpoint that a history can be sent to."""

    verdict = VerdictField()
    rules = s.ListField(child=s.CharField(), help_text="The rules that decide it, by name.")


def portability() -> s.DictField:
    """The field that a report with a history has, whole or shortened."""
    return s.DictField(
        child=Target(), required=False, help_text="Profile of an endpoint -> can the history be sent there. Only with a history."
    )


class Content(s.Serializer[None]):
    """Findings and segments, the first ones of each."""

    findings = s.ListField(child=Finding(), help_text="The first 50, errors first.")
    findings_more = natural("How many more there are; `findings_url` has those that are stored.")
    findings_omitted = tally("Rule -> findings that are counted and not stored.")
    streams = s.ListField(child=Stream(), help_text="Those among the first 20 segments.")
    histories = s.ListField(child=History(), help_text="Those among the first 20 segments.")
    segments_omitted = natural("Segments beyond these.")
    portability = portability()


class Validation(Versioned, Head, Content):
    """One validation: its head, the first findings and segments."""

    summary = s.CharField(allow_null=True, help_text="One plain sentence.")
    engine = s.CharField(allow_null=True)
    ruleset = s.CharField(allow_null=True)
    findings_url = s.URLField()
    segments_url = s.URLField()
    report_url = s.URLField()


class CreatedValidation(Validation):
    """A new validation."""

    owner_key = s.CharField(
        allow_null=True,
        help_text="The key to everything of this upload, told this once; null when it was filed under the key or person that asked.",
    )


class ValidationPage(s.Serializer[None]):
    """A page of validations, the newest first."""

    validations = s.ListField(child=Head())
    next = s.URLField(allow_null=True)


class SharedReport(Versioned, Content):
    """What a share shows: nothing that leads to its owner."""

    status = StatusField()
    verdict = VerdictField(allow_null=True)
    verdicts = s.DictField(child=VerdictField())
    counts = Counts(allow_null=True)
    complete = s.BooleanField(allow_null=True)
    summary = s.CharField(allow_null=True)
    profile = s.CharField()
    purpose = s.CharField(allow_null=True)
    looks_like = s.CharField(allow_null=True)
    engine = s.CharField(allow_null=True)
    ruleset = s.CharField(allow_null=True)
    input = Input()
    created = s.DateTimeField()
    content_until = s.DateTimeField()
    until = s.DateTimeField()
    total = natural("Exact number of findings that count.")
    next = s.URLField(allow_null=True, help_text="More findings.")
    html_url = s.URLField()


class Totals(s.Serializer[None]):
    """How much was judged, beyond what is shown too."""

    streams = natural()
    chunks = natural("Of all streams.")
    responses = natural("Whole ones, which hold no chunks.")
    histories = natural()
    messages = natural("Of all histories.")


class Report(Versioned):
    """The whole report, the same as a terminal prints with `--format json`."""

    engine = s.CharField()
    ruleset = s.CharField()
    profile = s.CharField()
    purpose = s.CharField(allow_null=True)
    looks_like = s.CharField(allow_null=True)
    verdict = VerdictField()
    verdicts = s.DictField(child=VerdictField())
    counts = Counts()
    complete = s.BooleanField()
    summary = s.CharField()
    input = Input()
    totals = Totals()
    streams = s.ListField(child=Stream(), help_text="Those among the first 200 segments.")
    histories = s.ListField(child=History(), help_text="Those among the first 200 segments.")
    findings = s.ListField(child=Finding(), help_text="All that are stored.")
    findings_omitted = tally("Rule -> findings that are counted and not stored.")
    segments_omitted = natural()
    portability = portability()


__all__ = ["Counts", "CreatedValidation", "Head", "Report", "SharedReport", "Validation", "ValidationPage"]
