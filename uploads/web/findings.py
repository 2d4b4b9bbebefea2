"""Findings as the page shows them: grouped by rule, the heaviest first, what they brought about beneath them."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from uploads import results
from uploads.models import Validation
from uploads.results import Weighed
from uploads.visible import inline
from uploads.web import verdicts, words
from uploads.web.excerpts import Line, evidence
from uploads.web.filters import Filters
from uploads.web.links import Links
from uploads.web.places import Spot, spot
from uploads.web.verdicts import Word
from validation.finding import CERTAIN, NEEDS_CONTEXT, Finding
from validation.rendering.prose import Prose, prose
from validation.rules import RULES

A_GROUP = 5
A_PAGE = 50
CAUSED_SHOWN = 50


@dataclass(frozen=True)
class Texts:
    """Why it matters, when it is no error, how to fix it."""

    why: SafeString
    unless: SafeString
    fix: SafeString

    def __bool__(self) -> bool:
        return bool(self.why or self.unless or self.fix)


@dataclass(frozen=True)
class Shown:
    """One finding. `times` and `certainty` are sentences, empty where there is nothing to say."""

    fingerprint: str
    severity: Word
    message: SafeString
    expected: SafeString
    actual: SafeString
    texts: Texts
    times: str
    certainty: str
    needs_request: bool
    where: Spot | None
    evidence: list[Line]
    caused: list["Shown"]
    caused_count: int
    rule: str


@dataclass
class Group:
    """The findings of one rule. `texts`: those that all of them share. `more`: what is not on this page, in words; `href` leads to it."""

    rule: str
    code: str
    title: SafeString
    severity: Word
    findings: list[Shown]
    texts: Texts | None
    count: str
    more: str = ""
    href: str = ""
    known: bool = True

    @property
    def single(self) -> bool:
        """Whether one finding is all there is: it then carries the group's heading itself."""
        return len(self.findings) == 1 and not self.more


@dataclass
class Listing:
    """All groups of a page, and the link to what follows."""

    groups: list[Group] = field(default_factory=list)
    next: str = ""


def listing(validation: Validation, filters: Filters, groups: list[results.Group], links: Links) -> Listing:
    """The findings of `groups` that `filters` let through."""
    result = Listing()
    for group in groups:
        if not group.number or not filters.lets(group):
            continue
        page = _page(validation, group.rule, filters)
        if page.findings:
            result.groups.append(_group(validation, group, page, filters, links))
            if filters.rule and page.next:
                result.next = f"?{urlencode({**filters.query(), 'after': page.next})}"
    return result


def first(validation: Validation, profile: str, groups: list[results.Group]) -> SafeString | None:
    """The message of the first finding by weight, catalogue and place, or None where there is none."""
    for group in groups:
        page = results.findings(validation, profile=profile, rule=group.rule, roots=True, limit=1)
        if page.findings:
            return inline(prose(page.findings[0].finding, words.translate).message)
    return None


def _page(validation: Validation, rule: str, filters: Filters) -> results.Page:
    wanted: dict[str, Any] = {
        "profile": filters.profile,
        "rule": rule,
        "roots": True,
        "severity": filters.letters,
        "segment": filters.segment,
        "choice": filters.choice,
        "tool_index": filters.index,
    }
    if not filters.rule:
        return results.findings(validation, **wanted, limit=A_GROUP)
    try:
        return results.findings(validation, **wanted, limit=A_PAGE, cursor=filters.after)
    except ValueError:
        return results.findings(validation, **wanted, limit=A_PAGE)


def _group(validation: Validation, group: results.Group, page: results.Page, filters: Filters, links: Links) -> Group:
    rule = RULES.get(group.rule)
    findings = [one(validation, weighed, links) for weighed in page.findings]
    alike = all(finding.texts == findings[0].texts for finding in findings)
    made = Group(
        rule=group.rule,
        code=rule.code if rule else "",
        title=inline(words.translate(rule.title).removesuffix(".")) if rule else SafeString(group.rule),
        severity=verdicts.severity(group.letter),
        findings=findings,
        texts=findings[0].texts if alike else None,
        count=words.number(group.number) if group.number > 1 else "",
        known=rule is not None,
    )
    if len(page.findings) < group.number and not filters.narrowed:
        made.more = _more(len(page.findings), group)
        made.href = "" if filters.rule or group.stored <= len(page.findings) else f"?{urlencode({**filters.query(), 'rule': group.rule})}"
    return made


def _more(here: int, group: results.Group) -> str:
    if group.stored < group.number:
        kept = gettext("The first %(stored)s of %(number)s are kept; all are counted.") % {
            "stored": words.number(group.stored),
            "number": words.number(group.number),
        }
        return kept if here >= group.stored else gettext("%(here)s shown.") % {"here": words.number(here)} + " " + kept
    return gettext("%(here)s of %(number)s shown.") % {"here": words.number(here), "number": words.number(group.number)}


def one(validation: Validation, weighed: Weighed, links: Links) -> Shown:
    """One finding with its evidence and what it brought about."""
    finding = weighed.finding
    said: Prose = prose(finding, words.translate)
    beneath = [one(validation, follower, links.without_raw) for follower in weighed.caused[:CAUSED_SHOWN]]
    return Shown(
        fingerprint=finding.fingerprint,
        severity=verdicts.severity(weighed.letter),
        message=inline(said.message),
        expected=inline(said.expected),
        actual=inline(said.actual),
        texts=Texts(inline(said.why), inline(said.unless), inline(said.fix)),
        times=_times(finding),
        certainty=_certainty(finding),
        needs_request=finding.certainty == NEEDS_CONTEXT,
        where=_where(validation, finding, links),
        evidence=evidence(validation, finding, links),
        caused=beneath,
        caused_count=len(weighed.caused),
        rule=finding.rule,
    )


def _where(validation: Validation, finding: Finding, links: Links) -> Spot | None:
    """The primary place. That of a message is told by its own line, since its record may be a whole document."""
    if not finding.places:
        return None
    place = finding.places[0]
    if place.message is not None:
        place = msgspec.structs.replace(place, line=results.line_of(validation, place.byte_start) if links.raw else 0)
    merged = place.chunk is not None and validation.response_count > 0 and validation.stream_count == 0
    return spot(place, links, finding.segment if validation.segment_count > 1 else None, merged=merged)


def _times(finding: Finding) -> str:
    if finding.count <= 1:
        return ""
    return words.fill(ngettext("seen %(number)s time", "seen %(number)s times", finding.count), finding.count)


def _certainty(finding: Finding) -> str:
    if finding.certainty == CERTAIN:
        return ""
    if finding.certainty == NEEDS_CONTEXT:
        return gettext("depends on the request, which was not given")
    return gettext("inferred")
