"""What an upload is called on a page."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from uploads.models import Upload, Validation
from uploads.visible import shown


def plain_name(validation: Validation) -> str:
    """The file's name, or words for what has none."""
    part = next((part for part in validation.upload.parts.all() if part.role in ("trace", "history")), None)
    if part is not None and part.name:
        return part.name
    return gettext("pasted text") if validation.upload.origin == Upload.Origin.PASTE else gettext("unnamed upload")


def name_of(validation: Validation) -> SafeString:
    """The same, ready for HTML."""
    return shown(plain_name(validation))
