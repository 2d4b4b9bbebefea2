"""What of a report is asked for: the profile and the filters of the address, read once and written back into links."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from uploads.models import Validation
from uploads.results import Group
from validation.profiles import ERROR, INFO, PROFILES, WARNING

LETTERS = (ERROR, WARNING, INFO)
LONGEST = 200


@dataclass(frozen=True)
class Filters:
    """A view of a report. `severity` "" means errors and warnings, and notes too where `notes` is set."""

    profile: str
    severity: str = ""
    rule: str = ""
    choice: str | None = None
    index: int | None = None
    segment: int | None = None
    notes: bool = False
    after: str | None = None

    @property
    def letters(self) -> list[str]:
        """The severities that are shown. A rule that was asked for by name is shown whatever it weighs."""
        if self.severity:
            return [self.severity]
        return [ERROR, WARNING, INFO] if self.notes or self.rule else [ERROR, WARNING]

    @property
    def index_text(self) -> str:
        """The index as a text, for the option that it selects."""
        return "" if self.index is None else str(self.index)

    @property
    def narrowed(self) -> bool:
        """Whether a filter inside a rule is on, so that exact numbers of the rule do not hold."""
        return self.choice is not None or self.index is not None or self.segment is not None or bool(self.severity)

    @property
    def active(self) -> bool:
        """Whether any filter is on."""
        return self.narrowed or bool(self.rule)

    def lets(self, group: Group) -> bool:
        """Whether findings of `group` may be shown."""
        if self.rule and group.rule != self.rule:
            return False
        return group.letter in self.letters or bool(self.severity)

    def query(self) -> dict[str, str]:
        """The parameters that give this view, without the page."""
        given = {
            "profile": self.profile,
            "severity": self.severity,
            "rule": self.rule,
            "choice": self.choice,
            "index": None if self.index is None else str(self.index),
            "segment": None if self.segment is None else str(self.segment),
            "notes": "1" if self.notes else "",
        }
        return {name: value for name, value in given.items() if value}

    def link(self, **changed: str) -> str:
        """This view with some parameters changed; an empty value leaves one out."""
        query = {name: value for name, value in {**self.query(), **changed}.items() if value}
        return f"?{urlencode(query)}"


def read(request: HttpRequest, validation: Validation, profiles: Iterable[str]) -> Filters:
    """The view that the address asks for. What it does not know, it leaves out: an old or broken link still shows the report."""
    query = request.GET
    profile = _text(query, "profile")
    severity = _text(query, "severity")
    return Filters(
        profile=profile if profile in set(profiles) | set(PROFILES) else validation.profile,
        severity=severity if severity in LETTERS else "",
        rule=_text(query, "rule"),
        choice=_text(query, "choice") or None,
        index=_number(query, "index"),
        segment=_number(query, "segment"),
        notes=query.get("notes") == "1",
        after=_text(query, "after") or None,
    )


def _text(query: QueryDict, name: str) -> str:
    value = query.get(name, "")
    return value if len(value) <= LONGEST and value.isprintable() else ""


def _number(query: QueryDict, name: str) -> int | None:
    value = query.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 18 else None
