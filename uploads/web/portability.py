"""Where a history can be sent: endpoints with the same verdict for the same rules in one line, those that take it first."""

from dataclasses import dataclass

from uploads import results
from uploads.models import Validation
from uploads.web import verdicts, words
from uploads.web.filters import Filters
from validation.profiles import PROFILES
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
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name, target in results.portability(validation).items():
        alike.setdefault((target.verdict, target.rules), []).append(name)
    ordered = sorted(alike.items(), key=lambda line: -verdicts.gravity(line[0][0]))
    return [
        Line(verdicts.verdict(word), [_endpoint(name, view) for name in names], [Deciding(rule, rule in RULES) for rule in rules])
        for (word, rules), names in ordered
    ]


def _endpoint(name: str, view: Filters) -> Endpoint:
    return Endpoint(name, words.translate(PROFILES[name].title), view.link(profile=name, rule="", severity=""))
