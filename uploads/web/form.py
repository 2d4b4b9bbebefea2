"""The upload form, read without losing anything: what is wrong is told beside its field, and every text comes back."""

import json
from dataclasses import dataclass, field

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy as _

from uploads.intake import ReceivedPart, Refused
from uploads.models import LONGEST_LABEL
from uploads.web import words
from validation.pipeline import PURPOSES
from validation.profiles import DEFAULT, PROFILES

PURPOSE_TITLES = {
    "": _("taken from its shape"),
    "send": _("about to be sent to an endpoint"),
    "archive": _("a record of what happened"),
    "train": _("a training example"),
}
ANCHORS = {"trace": "trace", "text": "text", "request": "request_text", "profile": "profile", "purpose": "purpose", "label": "label"}


@dataclass(frozen=True)
class Problem:
    """What is wrong with one field, and the id of the element to go to."""

    field: str
    anchor: str
    text: str


@dataclass
class Problems:
    """All that is wrong, beneath one title."""

    title: str
    items: list[Problem] = field(default_factory=list)

    @property
    def errors(self) -> dict[str, str]:
        """Field -> what is wrong with it."""
        return {problem.field: problem.text for problem in self.items}


@dataclass
class Form:
    """What was asked for. `parts`: the files that came with it."""

    text: str = ""
    profile: str = DEFAULT
    purpose: str = ""
    label: str = ""
    request_text: str = ""
    parts: dict[str, ReceivedPart] = field(default_factory=dict)

    @property
    def pasted(self) -> bytes:
        """The pasted text with the line ends that the reader saw: a form sends each of them as CRLF."""
        return _lines(self.text)

    @property
    def pasted_request(self) -> bytes | None:
        """The pasted request, or None."""
        return _lines(self.request_text) if self.request_text.strip() else None

    @property
    def request(self) -> bytes | None:
        """The request, however it came."""
        return self.parts["request"].whole() if "request" in self.parts else self.pasted_request


def read(request: HttpRequest) -> Form:
    """The form as sent. Raises what reading its files raises."""
    post = request.POST
    return Form(
        text=post.get("text", ""),
        profile=post.get("profile", DEFAULT) or DEFAULT,
        purpose=post.get("purpose", ""),
        label=post.get("label", "").strip(),
        request_text=post.get("request_text", ""),
        parts={role: part for role, part in request.FILES.items() if isinstance(part, ReceivedPart)},
    )


def check(form: Form, *, trace: bool = True) -> Problems | None:
    """What is wrong with the form, or None. `trace`: it must hold one."""
    found = [*(_trace(form) if trace else []), *_request(form), *_choices(form)]
    return Problems(gettext("Nothing was checked yet"), found) if found else None


def refused(refusal: Refused) -> Problems:
    """A refusal by intake, beside the field that it is about."""
    name = str(refusal.extra.get("field") or refusal.extra.get("part") or "trace")
    name = name if name in ANCHORS else "trace"
    return Problems(str(refusal.title), [Problem(name, ANCHORS[name], str(refusal.detail))])


def too_much() -> Problems:
    """The pasted texts are beyond what a form may hold."""
    text = gettext("Pasted text may have up to %(limit)s. Save it as a file and choose that instead.")
    return Problems(gettext("Nothing was checked yet"), [_problem("text", text % {"limit": words.size(paste_limit())})])


def paste_limit() -> int:
    """Bytes that the texts of a form may have."""
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0


def _problem(name: str, text: str) -> Problem:
    return Problem(name, ANCHORS[name], text)


def _trace(form: Form) -> list[Problem]:
    if "trace" in form.parts and form.text.strip():
        return [_problem("text", gettext("A file was chosen and text was pasted. Clear one of them: they are checked one at a time."))]
    if "trace" not in form.parts and not form.text.strip():
        return [_problem("trace", gettext("Choose a file, drop one on the page, or paste the trace."))]
    return []


def _request(form: Form) -> list[Problem]:
    if "request" in form.parts and form.pasted_request is not None:
        return [_problem("request", gettext("The request was given twice: as a file and as text. Clear one of them."))]
    if form.pasted_request is None:
        return []
    try:
        value = json.loads(form.pasted_request)
    except (ValueError, RecursionError):
        return [_problem("request", gettext("The request is not JSON. Paste the whole body, from its first { to its last }."))]
    if not isinstance(value, dict):
        return [_problem("request", gettext("The request must be a JSON object, as it was sent to the endpoint."))]
    return []


def _choices(form: Form) -> list[Problem]:
    found = []
    if form.profile not in PROFILES:
        found.append(_problem("profile", gettext("There is no such profile. There are: %(names)s.") % {"names": ", ".join(PROFILES)}))
    if form.purpose and form.purpose not in PURPOSES:
        names = ", ".join(PURPOSES)
        found.append(_problem("purpose", gettext("There is no such purpose. There are: %(names)s.") % {"names": names}))
    if len(form.label) > LONGEST_LABEL or not form.label.isprintable():
        found.append(_problem("label", gettext("A name has up to %(most)s characters on one line.") % {"most": LONGEST_LABEL}))
    return found


def _lines(text: str) -> bytes:
    return text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")
