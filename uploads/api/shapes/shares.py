"""Shares."""

from rest_framework import serializers as s

from uploads.models import LONGEST_NOTE
from uploads.sharing import DAYS


class ShareRequest(s.Serializer[None]):
    """What a share is to be like."""

    days = s.ChoiceField(choices=DAYS, default=7, help_text="How long its link opens.")
    note = s.CharField(max_length=LONGEST_NOTE, default="", allow_blank=True, help_text="For yourself: who it is for.")


class Share(s.Serializer[None]):
    """A link that shows a report to others."""

    id = s.CharField()
    detail = s.CharField(help_text="What it shows: `full` is everything as sent.")
    active = s.BooleanField(help_text="Whether its link opens now.")
    note = s.CharField(allow_blank=True)
    created = s.DateTimeField()
    content_until = s.DateTimeField(help_text="When raw trace and texts stop being shown.")
    until = s.DateTimeField(help_text="When the link stops opening.")
    revoked = s.DateTimeField(allow_null=True)


class MintedShare(Share):
    """A new share. Its token and links are told this once."""

    token = s.CharField()
    url = s.URLField(help_text="The report as JSON, for programs.")
    html_url = s.URLField(help_text="The page to pass on.")


class ShareList(s.Serializer[None]):
    """All shares of a validation, the newest first."""

    shares = s.ListField(child=Share())


__all__ = ["MintedShare", "Share", "ShareList", "ShareRequest"]
