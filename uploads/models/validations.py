"""What was found: validations, their verdicts, segments and findings."""

from django.db import models
from django.utils import timezone

from uploads.fields import JsonText
from uploads.models.public_ids import new_public_id
from uploads.models.uploads import Upload


class Validation(models.Model):
    """One run of the engine over an upload. The row is the truth of its job; the broker only rings the bell.

    What a report holds beyond findings and segments stands here, as of the ruleset that judged: `letters` (kind -> column -> letter),
    `counts` ([kind, cause, dialect, number], exact), `input`, `omitted` (rule -> findings not stored) and the totals.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id)
    upload = models.ForeignKey(Upload, models.CASCADE, related_name="validations")
    purpose = models.CharField(max_length=10, blank=True, help_text="As asked for; empty means: from the shape.")
    profile = models.CharField(max_length=40, default="default")
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()

    state = models.CharField(max_length=7, choices=State.choices, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="The number of the latest claim; a final write with another is refused."
    )
    enqueued = models.DateTimeField(null=True, blank=True, help_text="When the broker was last told; none means it could not be told.")
    sends = models.PositiveSmallIntegerField(default=0, help_text="How often it had to be told again.")
    heartbeat = models.DateTimeField(null=True, blank=True)
    progress = models.BigIntegerField(default=0, help_text="Bytes read.")
    progress_records = models.BigIntegerField(default=0, help_text="Records read, counted by the sparse index.")
    size = models.BigIntegerField(help_text="Bytes to read.")
    finished = models.DateTimeField(null=True, blank=True)
    trouble = models.TextField(blank=True, help_text="Why it failed, one plain sentence.")

    engine = models.CharField(max_length=20, blank=True)
    ruleset = models.CharField(max_length=20, blank=True)
    judged_purpose = models.CharField(max_length=10, blank=True, help_text="The purpose it was judged for.")
    verdict = models.CharField(max_length=30, blank=True, help_text="Under the profile it was made with.")
    looks_like = models.CharField(max_length=40, blank=True)
    complete = models.BooleanField(default=False)
    input = JsonText(default=dict)
    letters = JsonText(default=dict)
    counts = JsonText(default=list)
    omitted = JsonText(default=dict)
    segment_count = models.BigIntegerField(default=0)
    stream_count = models.BigIntegerField(default=0)
    history_count = models.BigIntegerField(default=0)
    chunk_count = models.BigIntegerField(default=0)
    message_count = models.BigIntegerField(default=0)
    evidence = models.CharField(max_length=120, blank=True, help_text="The file of joined texts, seams and the record index.")
    index_at = models.BigIntegerField(default=0, help_text="Byte of the evidence file where the record index stands.")

    class Meta:
        indexes = [
            models.Index(fields=["state", "heartbeat"], name="validation_state"),
            models.Index(fields=["expires"], name="validation_expiry"),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.state}"

    @property
    def response_count(self) -> int:
        """How many whole responses were found: segments that are neither streams nor histories."""
        return self.segment_count - self.stream_count - self.history_count

    @property
    def is_finished(self) -> bool:
        """Done or failed: nothing more will happen to it."""
        return self.state in (self.State.DONE, self.State.FAILED)

    @property
    def percent(self) -> int:
        """How much of the bytes is read, 0 to 100."""
        if self.state == self.State.DONE:
            return 100
        return min(99, self.progress * 100 // self.size) if self.size else 0


class Verdict(models.Model):
    """What a validation says under one profile, and how many roots of each letter led to it."""

    validation = models.ForeignKey(Validation, models.CASCADE, related_name="verdicts")
    profile = models.CharField(max_length=40)
    word = models.CharField(max_length=30)
    errors = models.BigIntegerField(default=0)
    warnings = models.BigIntegerField(default=0)
    infos = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["validation", "profile"], name="one_verdict_a_profile")]

    def __str__(self) -> str:
        return f"{self.profile}: {self.word}"


class Segment(models.Model):
    """A stream, response or history found in the upload; `facts` are content-free (`validation.report.segments.Segment`)."""

    validation = models.ForeignKey(Validation, models.CASCADE, related_name="segments")
    number = models.BigIntegerField()
    kind = models.CharField(max_length=20)
    wire_id = models.CharField(max_length=200, null=True)  # noqa: DJ001 - no id and an empty id are two things
    model = models.CharField(max_length=200, null=True)  # noqa: DJ001
    dialect = models.CharField(max_length=40, null=True)  # noqa: DJ001
    place = JsonText(default=dict)
    first_line = models.BigIntegerField()
    last_line = models.BigIntegerField()
    facts = JsonText(default=dict)
    evidence_at = models.BigIntegerField(help_text="Byte of the evidence file where its line begins.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["validation", "number"], name="one_segment_a_number")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Finding(models.Model):
    """A rule's complaint as it is stored: in file order by `number`.

    `kind` is rule and variant in one word, `segment` the number of a segment, `cause` and `caused_by` the kind and fingerprint of the
    finding that caused it. `places` are all its places, whole; the columns from `line` on are the primary one once more, to search by.
    """

    validation = models.ForeignKey(Validation, models.CASCADE, related_name="findings")
    number = models.PositiveIntegerField()
    rule = models.CharField(max_length=80)
    variant = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=121)
    certainty = models.CharField(max_length=16)
    cause = models.CharField(max_length=121, null=True)  # noqa: DJ001 - part of a triple that is compared with null
    caused_by = models.CharField(max_length=16, null=True)  # noqa: DJ001
    segment = models.BigIntegerField(null=True)
    dialect = models.CharField(max_length=40, null=True)  # noqa: DJ001
    line = models.BigIntegerField(default=0)
    byte_start = models.BigIntegerField(default=0)
    byte_end = models.BigIntegerField(default=0)
    record = models.BigIntegerField(default=0)
    chunk = models.BigIntegerField(null=True)
    message = models.BigIntegerField(null=True)
    pointer = models.CharField(max_length=400, blank=True)
    choice = models.CharField(max_length=40, null=True)  # noqa: DJ001
    tool_index = models.BigIntegerField(null=True)
    call_id = models.CharField(max_length=200, null=True)  # noqa: DJ001
    places = JsonText(default=list)
    params = JsonText(default=dict)
    count = models.BigIntegerField(default=1)
    fingerprint = models.CharField(max_length=16)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["validation", "number"], name="one_finding_a_number")]
        indexes = [models.Index(fields=["validation", "kind", "number"], name="finding_of_kind")]

    def __str__(self) -> str:
        return f"{self.kind} at line {self.line}"
