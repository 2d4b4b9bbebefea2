"""What was sent: uploads and the files they are made of."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

LONGEST_LABEL = 200
LONGEST_NAME = 200


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
