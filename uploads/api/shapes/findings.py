"""Findings and raw records."""

from rest_framework import serializers as s

from uploads.api.shapes.words import LetterField, ObjectField, SeverityField, natural


class Place(s.Serializer[None]):
    """Where something stands. Lines count from 1, everything else from 0. What does not apply is left out."""

    line = natural("Line of the upload; 0 for the whole file.", required=False)
    byte_start = natural("First byte, over the upload as stored.", required=False)
    byte_end = natural("The byte behind the last.", required=False)
    record = natural("Record: a decoded line or event.", required=False)
    chunk = natural("Chunk of the stream.", required=False, allow_null=True)
    message = natural("Message of the history.", required=False, allow_null=True)
    pointer = s.CharField(required=False, allow_blank=True, help_text="JSON pointer into the record.")
    choice = s.CharField(required=False, allow_null=True, help_text="`choices[].index`.")
    tool_index = natural("`tool_calls[].index`.", required=False, allow_null=True)
    call_id = s.CharField(required=False, allow_null=True)


class Finding(s.Serializer[None]):
    """A rule's complaint."""

    rule = s.CharField(help_text="Name of the rule.")
    code = s.CharField(allow_null=True, help_text="Code of the rule.")
    variant = s.CharField(allow_null=True, help_text="Variant of the rule; null for the plain rule.")
    severity = SeverityField(help_text="What it weighs under the profile asked for.")
    certainty = s.CharField(help_text="`certain`, `inferred` or `needs-context`.")
    message = s.CharField()
    expected = s.CharField(allow_null=True)
    actual = s.CharField(allow_null=True)
    why = s.CharField(allow_null=True, help_text="Why it matters.")
    unless = s.CharField(allow_null=True, help_text="When it is no error.")
    fix = s.CharField(allow_null=True)
    params = ObjectField(help_text="The values that the texts are made of.")
    segment = natural("Number of the segment it is in; null for the whole file.", allow_null=True)
    places = s.ListField(child=Place(), help_text="The primary place first; none where the finding is about the file as a whole.")
    count = natural("How often it was seen.")
    caused_by = s.CharField(allow_null=True, help_text="Fingerprint of the finding that caused this one; it is then not counted.")
    fingerprint = s.CharField(help_text="The same for the same fault in another recording.")
    help_url = s.URLField(allow_null=True)


class KindTotal(s.Serializer[None]):
    """How many findings that count a rule has."""

    rule = s.CharField()
    severity = LetterField(help_text="The heaviest of them.")
    number = natural("Exact number of findings that count.")
    caused = natural("Exact number of findings that another caused.")
    stored = natural("How many of those that count are stored and can be read here.")


class FindingPage(s.Serializer[None]):
    """A page of findings."""

    findings = s.ListField(child=Finding())
    total = natural("Exact number that match, those that are not stored included.")
    rules = s.ListField(child=KindTotal(), help_text="Every rule with findings, whatever was filtered.")
    next = s.URLField(allow_null=True, help_text="The next page.")


class Record(s.Serializer[None]):
    """A line of the upload."""

    record = natural("Number of the record, or null for a line that is none.", allow_null=True)
    line = natural("Number of the line, from 1.")
    byte = natural("Where the line starts.")
    text = s.CharField(allow_blank=True, help_text="The line; control characters and invalid bytes are written out.")
    cut = s.BooleanField(help_text="Whether the line goes on: 64 KiB of one are shown.")


class RecordPage(s.Serializer[None]):
    """Some raw records."""

    records = s.ListField(child=Record())
    total = natural("Records in the upload.")
    next = s.URLField(allow_null=True, help_text="The next ones.")
