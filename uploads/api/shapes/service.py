"""Problem documents."""

from rest_framework import serializers as s

from uploads.api.shapes.words import natural


class Fault(s.Serializer[None]):
    """One fault of a request, with the name of what is at fault."""

    detail = s.CharField()
    parameter = s.CharField(required=False, help_text="Name of a query parameter.")
    part = s.CharField(required=False, help_text="Name of a part of a form.")
    pointer = s.CharField(required=False, help_text="JSON pointer into the body.")


class Problem(s.Serializer[None]):
    """What went wrong (RFC 9457)."""

    type = s.URLField(help_text="A page about this kind of problem.")
    title = s.CharField()
    status = natural("The HTTP status.")
    detail = s.CharField(help_text="What was wrong, what was expected, what to do.")
    code = s.CharField(help_text="A word for the kind, which never changes.")
    errors = s.ListField(  # type: ignore[assignment]
        child=Fault(), help_text="The single faults, where there are several or one has a name."
    )
    limit = natural("The limit that was exceeded, in bytes.", required=False)
    size = natural("The size that was seen, in bytes.", required=False)
    ratio = natural("How many times its size a body may unpack to.", required=False)
    received = natural("Bytes that came.", required=False)
    declared = natural("Bytes that were announced; null when none were.", required=False, allow_null=True)
    accepted = s.ListField(child=s.CharField(), required=False, help_text="What would have been accepted.")
    allowed = s.ListField(child=s.CharField(), required=False, help_text="The values that exist.")
