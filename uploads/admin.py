"""The admin's view: who holds what for how long, never what is inside. It is off unless a setting turns it on."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from uploads.models import ApiToken, Share, Upload, Validation
from uploads.results.removing import delete, delete_upload
from uploads.sharing import revoke

if TYPE_CHECKING:
    _OfUpload = admin.ModelAdmin[Upload]
    _OfValidation = admin.ModelAdmin[Validation]
    _OfShare = admin.ModelAdmin[Share]
    _OfToken = admin.ModelAdmin[ApiToken]
else:
    _OfUpload = _OfValidation = _OfShare = _OfToken = admin.ModelAdmin


class ReadOnly:
    """Rows can be looked at and removed, not made or changed: they describe what happened."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody makes one here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes one here."""
        return False


@admin.register(Upload)
class UploadAdmin(ReadOnly, _OfUpload):
    list_display = ["folder", "origin", "label", "wire_bytes", "created", "raw_expires", "raw_deleted"]
    list_filter = ["origin", "created"]
    exclude = ["owner_hash"]
    search_fields = ["folder", "label"]

    def delete_model(self, request: HttpRequest, obj: Upload) -> None:
        """Its files go too."""
        delete_upload(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Upload]) -> None:
        """Their files go too."""
        _each(delete_upload, queryset)


@admin.register(Validation)
class ValidationAdmin(ReadOnly, _OfValidation):
    list_display = ["public_id", "state", "verdict", "profile", "attempts", "size", "created", "finished", "expires"]
    list_filter = ["state", "verdict", "profile", "created"]
    exclude = ["input"]
    search_fields = ["public_id"]

    def delete_model(self, request: HttpRequest, obj: Validation) -> None:
        """Its files go too."""
        delete(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Validation]) -> None:
        """Their files go too."""
        _each(delete, queryset)


@admin.register(Share)
class ShareAdmin(ReadOnly, _OfShare):
    list_display = ["public_id", "validation", "detail", "state", "created", "until", "revoked"]
    list_filter = ["detail", "state"]
    exclude = ["token_hash"]
    actions = ["revoke_now"]

    @admin.action(description="Revoke")
    def revoke_now(self, request: HttpRequest, queryset: QuerySet[Share]) -> None:
        """End the selected links."""
        _each(revoke, queryset)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly, _OfToken):
    list_display = ["name", "user", "scopes", "created", "last_used", "expires"]
    exclude = ["token_hash"]


def _each(act: Any, rows: Iterable[Any]) -> None:
    for row in rows:
        act(row)
