"""What is kept: uploads and their parts, validations and what they found, shares and tokens.

People see public ids only. Keys and tokens are stored as sha256. Rows hold no content of a trace beyond the declared text params of
findings; content stands in files, which go first.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from uploads.fields import JsonText

LONGEST_LABEL = 200
LONGEST_NAME = 200
LONGEST_NOTE = 200
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 letters and digits that nobody mistakes for one another."""


def new_public_id() -> str:
    """20 random characters, 100 bits, that need no escaping in an address or a command."""
    return "".join(_ALPHABET[byte % 32] for byte in secrets.token_bytes(20))


class Upload(models.Model):
    """What somebody sent, after content coding was removed; never changed. Its files stand in the folder `folder` of the storage."""

    class Origin(models.TextChoices):
        WEB = "web"
        PASTE = "paste"
        API = "api"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="uploads")
    owner_hash = models.CharField(max_length=64, blank=True)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True, help_text="The endpoint or series that the uploader named.")
    origin = models.CharField(max_length=5, choices=Origin.choices)
    folder = models.CharField(max_length=60, unique=True)
    wire_bytes = models.BigIntegerField(help_text="Bytes of the trace as they came, before content coding was removed.")
    coding = models.CharField(max_length=10, blank=True)
    created = models.DateTimeField(default=timezone.now)
    raw_expires = models.DateTimeField()
    raw_deleted = models.DateTimeField(null=True, blank=True, help_text="When the files were removed and the texts of findings masked.")

    class Meta:
        indexes = [
            models.Index(fields=["owner_hash", "-created"], name="upload_of_owner"),
            models.Index(fields=["raw_expires"], name="upload_raw_expiry", condition=Q(raw_deleted=None)),
        ]

    def __str__(self) -> str:
        return f"{self.folder} ({self.origin})"

    @property
    def has_raw(self) -> bool:
        """Whether the bytes as sent can still be shown."""
        return self.raw_deleted is None


class Part(models.Model):
    """One file of an upload."""

    class Role(models.TextChoices):
        TRACE = "trace"
        REQUEST = "request"
        TOOLS = "tools"
        HISTORY = "history"

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="parts")
    role = models.CharField(max_length=7, choices=Role.choices)
    file = models.FileField(max_length=120)
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    name = models.CharField(max_length=LONGEST_NAME, blank=True, help_text="The cleaned base name, for display only.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["upload", "role"], name="one_part_a_role")]

    def __str__(self) -> str:
        return f"{self.role} {self.name}"


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


class Share(models.Model):
    """A link that shows a report to others. `detail_until`: from then on it shows no content, up to `until` the report alone."""

    class Detail(models.TextChoices):
        SKELETON = "skeleton"
        MASKED = "masked"
        FULL = "full"

    class State(models.TextChoices):
        PREPARING = "preparing"
        READY = "ready"
        BLOCKED = "blocked"

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id)
    validation = models.ForeignKey(Validation, models.CASCADE, related_name="shares")
    token_hash = models.CharField(max_length=64, unique=True)
    detail = models.CharField(max_length=8, choices=Detail.choices, default=Detail.FULL)
    state = models.CharField(max_length=9, choices=State.choices, default=State.READY)
    derived_upload = models.ForeignKey(Upload, models.SET_NULL, null=True, blank=True, related_name="derived_for")
    derived_validation = models.ForeignKey(Validation, models.SET_NULL, null=True, blank=True, related_name="derived_for")
    detail_until = models.DateTimeField()
    until = models.DateTimeField()
    created = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)

    def __str__(self) -> str:
        return f"{self.detail} share of {self.validation_id} until {self.until:%Y-%m-%d}"

    @property
    def is_active(self) -> bool:
        """Whether its link opens now."""
        return self.revoked is None and self.state == self.State.READY and self.until > timezone.now()

    @property
    def shows_content(self) -> bool:
        """Whether raw bytes and joined texts may be shown behind its link now."""
        return self.is_active and self.detail != self.Detail.SKELETON and self.detail_until > timezone.now()


class ApiToken(models.Model):
    """A person's token for the API. `scopes` are words separated by blanks."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=200, default="read write")
    created = models.DateTimeField(default=timezone.now)
    last_used = models.DateTimeField(null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"
