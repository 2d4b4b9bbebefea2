"""Where a history can be sent: endpoints with the same verdict for the same rules in one line, those that take it first."""

from dataclasses import dataclass

from uploads import results
from uploads.models import Validation
from uploads.web import verdicts, words
from uploads.web.filters import Filters
from validation.profiles import PROFILES
from validation.report.portability import alike
from validation.rules import RULES


@dataclass(frozen=True)
class Endpoint:
    """An endpoint's profile, and the link that shows the report under it."""

    name: str
    title: str
    href: str


@dataclass(frozen=True)
class Deciding:
    """A rule that decides a verdict. `known`: it has a page."""

    name: str
    known: bool


@dataclass(frozen=True)
class Line:
    """The endpoints that say `word` because of `rules`."""

    word: verdicts.Word
    endpoints: list[Endpoint]
    rules: list[Deciding]


def lines(validation: Validation, view: Filters) -> list[Line]:
    """All endpoints; none for a validation without a history that could be sent to one."""
    return [
        Line(
            verdicts.verdict(target.verdict),
            [_endpoint(name, view) for name in names],
            [Deciding(rule, rule in RULES) for rule in target.rules],
        )
        for target, names in alike(results.portability(validation))
    ]


def _endpoint(name: str, view: Filters) -> Endpoint:
    return Endpoint(name, words.translate(PROFILES[name].title), view.link(profile=name, rule="", severity=""))
