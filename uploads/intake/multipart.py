"""Files of a multipart form, written once, straight into the storage's own folder, and hashed on the way."""

from typing import IO, TYPE_CHECKING, Any, cast

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import QueryDict
from django.http.multipartparser import MultiPartParser
from django.utils.datastructures import MultiValueDict

from uploads.intake import refusals
from uploads.intake.receiving import Receiver, Stored
from uploads.models import Part

if TYPE_CHECKING:
    _File = UploadedFile[bytes]
    _Form = tuple[QueryDict, MultiValueDict[str, UploadedFile[Any]]]
else:
    _File = UploadedFile

SIDE_PART_BYTES = 16 << 20
"""Largest request or tools part."""
_MAIN = (Part.Role.TRACE, Part.Role.HISTORY)
_FORM_BYTES = 1 << 20
_TAIL = 4096


class ReceivedPart(_File):
    """A file of a form that stands in the storage already. It is removed when the request ends, unless it was kept."""

    def __init__(self, stored: Stored, name: str, content_type: str) -> None:
        super().__init__(file=None, name=name, content_type=content_type, size=stored.size)
        self.stored = stored

    def close(self) -> None:
        """Django closes all files of a request at its end; what was not kept until then is removed."""
        self.stored.discard()

    def whole(self) -> bytes:
        """All of a request or tools part, which is never large."""
        return self.stored.draft.path.read_bytes()


class FormHandler(FileUploadHandler):
    """Takes the whole form: Django's own parser would take a form that breaks off for one that is complete."""

    chunk_size = 256 << 10

    def __init__(self) -> None:
        super().__init__()
        self._parsing = False
        self._receiver: Receiver | None = None
        self._parts: list[ReceivedPart] = []
        self._roles: set[str] = set()

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803  Django's name
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> "_Form | None":
        """Parse the form from a counted input. Raises Refused where it is cut off or too large."""
        if self._parsing:
            return None
        most = settings.MAX_UPLOAD_BYTES + 2 * SIDE_PART_BYTES + settings.DATA_UPLOAD_MAX_MEMORY_SIZE + _FORM_BYTES
        if content_length > most:
            raise refusals.too_large(settings.MAX_UPLOAD_BYTES, content_length, exact=True)
        self._parsing = True
        counted = Counted(input_data, most)
        try:
            form = MultiPartParser(META, cast(Any, counted), [self], encoding).parse()
            counted.check_closed(content_length, boundary)
        except BaseException:
            self._discard()
            raise
        return form

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """A file begins."""
        super().new_file(*args, **kwargs)
        self._check_role(str(self.field_name))
        limit = settings.MAX_UPLOAD_BYTES if self.field_name in _MAIN else SIDE_PART_BYTES
        self._receiver = Receiver(limit, settings.MAX_DECODED_RATIO)

    def _check_role(self, role: str) -> None:
        if role not in Part.Role.values:
            raise refusals.unknown_file(role[:80], Part.Role.values)
        if role in self._roles:
            raise refusals.repeated_file(role)
        if role in _MAIN and self._roles & set(_MAIN):
            raise refusals.which_trace(list(_MAIN))
        self._roles.add(role)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write it; nothing is left for another handler."""
        if self._receiver is None:
            raise StopUpload(connection_reset=False)
        try:
            self._receiver.feed(raw_data)
        except refusals.Refused as refused:
            raise self._named(refused) from refused

    def file_complete(self, file_size: int) -> ReceivedPart | None:
        """The file has ended; its name is only ever shown."""
        if self._receiver is None:
            return None
        receiver, self._receiver = self._receiver, None
        part = ReceivedPart(receiver.finish(), self.file_name or "", self.content_type or "")
        self._parts.append(part)
        return part

    def upload_interrupted(self) -> None:
        """The form broke off inside a file."""
        self._discard()

    def _named(self, refused: refusals.Refused) -> refusals.Refused:
        if self.field_name in _MAIN or refused.code != "too-large":
            return refused
        return refusals.part_too_large(str(self.field_name)[:40], SIDE_PART_BYTES)

    def _discard(self) -> None:
        if self._receiver is not None:
            self._receiver.discard()
        for part in self._parts:
            part.stored.discard()


class Counted:
    """An input that knows how much of it was read and how it ended; `most` bytes are read from one without a declared length."""

    def __init__(self, body: IO[bytes], most: int) -> None:
        self._body = body
        self._most = most
        self.read_bytes = 0
        self._tail = b""

    def read(self, size: int = -1) -> bytes:
        """The next bytes. Raises Refused when they do not come."""
        try:
            block = self._body.read(size)
        except refusals.Refused:
            raise
        except Exception as error:
            raise refusals.cut_off(self.read_bytes) from error
        self.read_bytes += len(block)
        if self.read_bytes > self._most:
            raise refusals.too_large(settings.MAX_UPLOAD_BYTES, self.read_bytes, exact=False)
        self._tail = (self._tail + block)[-_TAIL:] if len(block) < _TAIL else block[-_TAIL:]
        return block

    def check_closed(self, declared: int, boundary: bytes) -> None:
        """Raises Refused unless all declared bytes came and the closing boundary was among the last of them."""
        if declared and self.read_bytes < declared:
            raise refusals.cut_off(self.read_bytes, declared)
        if b"--" + boundary + b"--" not in self._tail:
            raise refusals.form_not_closed()


def upload_handler() -> FileUploadHandler:
    """The handler for multipart forms: hashes and writes into the storage's own folder under the hard cap.

    Set `request.upload_handlers = [upload_handler()]` before anything reads the form (CSRF does: exempt the view and protect an inner one).
    `request.FILES` then holds `ReceivedPart`s; reading it may raise Refused.
    """
    return FormHandler()
