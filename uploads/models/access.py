"""Who may see it: links that show a report to others, and people's tokens."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from uploads.models.public_ids import new_public_id
from uploads.models.uploads import Upload
from uploads.models.validations import Validation

LONGEST_NOTE = 200


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
