"""Streams and histories as they were put together."""

from rest_framework import serializers as s

from uploads.api.shapes.words import AnyField, ObjectField, natural, tally


class FinishReason(s.Serializer[None]):
    """A finish reason and where it came."""

    value = AnyField()
    line = natural()
    chunk = natural()


class Call(s.Serializer[None]):
    """A tool call, joined by (choice, index)."""

    index = AnyField(help_text="`tool_calls[].index` as it was sent.")
    slot = s.CharField(help_text='The index as a word; `"0b"` for a second call under index 0.')
    id = s.CharField(allow_null=True, allow_blank=True)
    name = s.CharField(allow_null=True, allow_blank=True)
    type = s.CharField(allow_null=True, allow_blank=True)
    arguments = s.CharField(
        allow_null=True,
        allow_blank=True,
        help_text="The joined text; null once the raw trace is gone, or where it is left out for its length.",
    )
    arguments_chars = natural("Length of the joined text.")
    fragments = natural("Chunks with arguments.")
    first_chunk = natural()
    last_chunk = natural()
    json = s.CharField(help_text="`valid`, `invalid`, `truncated` or `empty`.")


class Choice(s.Serializer[None]):
    """One choice of a stream."""

    index = AnyField(help_text="`choices[].index`.")
    role = s.CharField(allow_null=True)
    content_chars = natural()
    reasoning_chars = natural()
    finish_reasons = s.ListField(child=FinishReason())
    calls = s.ListField(child=Call())
    message = ObjectField(
        allow_null=True, help_text="The assistant message, ready to be put into a history; null once the raw trace is gone."
    )


class StreamError(s.Serializer[None]):
    """An error that came in place of a chunk."""

    code = AnyField(allow_null=True)
    message = AnyField(allow_null=True)
    line = natural()


class Stream(s.Serializer[None]):
    """One stream, or one response that was not streamed."""

    number = natural()
    kind = s.CharField(help_text="`stream` or `response`.")
    id = s.CharField(allow_null=True)
    model = s.CharField(allow_null=True)
    dialect = s.CharField(allow_null=True, help_text="Whose habits it shows.")
    chunks = natural()
    tool_chunks = natural()
    done = s.BooleanField(help_text="Whether `[DONE]` came.")
    delta_keys = tally("Key of a delta -> chunks with it.")
    extra_keys = tally("Key path that is no part of the format -> chunks with it.")
    usage = AnyField(allow_null=True)
    errors = s.ListField(child=StreamError(), help_text="Errors that the server sent inside the stream.")  # type: ignore[assignment]
    choices = s.ListField(child=Choice())
    first_line = natural()
    last_line = natural()


class HistoryCall(s.Serializer[None]):
    """A call of an assistant message and the messages that answer it."""

    id = AnyField()
    name = AnyField()
    message = natural("The message with the call.")
    results = s.ListField(child=s.IntegerField(), help_text="The messages that answer it.")
    json = s.CharField(help_text="`valid`, `invalid`, `truncated` or `empty`.")


class History(s.Serializer[None]):
    """One conversation history."""

    number = natural()
    line = natural("Where it begins.")
    messages = natural("How many messages it has.")
    purpose = s.CharField(help_text="What it was judged for: `send`, `archive` or `train`.")
    purpose_inferred = s.BooleanField(help_text="Whether its shape told that.")
    roles = tally("Role -> messages.")
    calls = s.ListField(child=HistoryCall())


class SegmentHead(s.Serializer[None]):
    """What a segment is."""

    number = natural()
    kind = s.CharField(help_text="`stream`, `response` or `history`.")
    id = s.CharField(allow_null=True)
    model = s.CharField(allow_null=True)
    dialect = s.CharField(allow_null=True)
    first_line = natural()
    last_line = natural()
    url = s.URLField()


class SegmentPage(s.Serializer[None]):
    """A page of segments."""

    segments = s.ListField(child=SegmentHead())
    total = natural("How many there are.")
    next = s.URLField(allow_null=True)


class SegmentDetail(s.Serializer[None]):
    """One segment: `stream` or `history` holds it, the other is null."""

    stream = Stream(allow_null=True)
    history = History(allow_null=True)
    findings_url = s.URLField(help_text="The findings in it.")
