"""Everything the result page shows, for its owner and behind a share alike."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from uploads import results
from uploads.models import Validation, Verdict
from uploads.visible import shown
from uploads.web import filters, findings, portability, segments, verdicts, words
from uploads.web.links import Links
from uploads.web.names import name_of
from validation.profiles import PROFILES
from validation.report.weighing import FAILS, NOT_CHECKED, PASSES
from validation.rules import RULESET

FINISHES_SHOWN = 3
FEW_RULES = 3


@dataclass(frozen=True)
class Chip:
    """A profile, and the link that shows the report under it."""

    name: str
    title: str
    href: str
    current: bool


@dataclass(frozen=True)
class Profiles:
    """The profiles under which the verdict is `word`."""

    word: verdicts.Word
    chips: list[Chip]


def context(request: HttpRequest, validation: Validation, links: Links, *, content: bool) -> dict[str, Any]:
    """What `result.html` and `shared.html` print. `content`: raw lines and joined texts may be shown."""
    known = {verdict.profile: verdict for verdict in validation.verdicts.all()}
    view = filters.read(request, validation, known)
    verdict = known.get(view.profile) or Verdict(profile=view.profile, word=validation.verdict)
    groups = results.groups(validation, view.profile)
    listing = findings.listing(validation, view, groups, links)
    after = request.GET.get("after_segment", "")
    shown_segments, more = segments.page(validation, int(after) if after.isdecimal() and len(after) < 18 else -1, links, content=content)
    word = verdicts.verdict(verdict.word)
    records = int(validation.input.get("records") or 0)
    where = verdicts.extent(validation.chunk_count, validation.response_count, validation.message_count, records)
    return {
        "validation": validation,
        "name": name_of(validation),
        "links": links,
        "view": view,
        "word": word,
        "headline": verdicts.headline(verdict.errors, verdict.warnings, where),
        "counted": verdicts.counts(verdict.errors, verdict.warnings, verdict.infos),
        "infos": verdict.infos,
        "facts": _facts(validation, shown_segments),
        "lead": _lead(validation, verdict, groups),
        "profiles": _profiles(known, view),
        "portability": portability.lines(validation, view),
        "groups": listing.groups,
        "next": listing.next,
        "show_notes": view.link(notes="1"),
        "hide_notes": view.link(notes=""),
        "clear": view.link(severity="", rule="", choice="", index="", segment=""),
        "filter_rules": groups if _worth_filtering(groups, view) else [],
        **_filters_of_calls(shown_segments),
        "filter_severities": [verdicts.severity(letter) for letter in filters.LETTERS],
        "nothing_wrong": verdict.word == PASSES,
        "unfinished": not validation.complete and validation.segment_count > 0,
        "only_unfinished": verdict.word == NOT_CHECKED,
        "segments": shown_segments,
        "more_segments": view.link(after_segment=str(more)) if more is not None else "",
        "content": content,
        "old_rules": validation.ruleset if validation.ruleset and validation.ruleset != RULESET else "",
        "report_days": settings.REPORT_DAYS,
    }


def _worth_filtering(groups: list[results.Group], view: filters.Filters) -> bool:
    """Whether enough is shown to lose one's way in."""
    seen = [group for group in groups if group.letter in view.letters]
    return view.active or len(seen) > FEW_RULES or any(group.number > findings.A_GROUP for group in seen)


def _filters_of_calls(seen: list[segments.View]) -> dict[str, list[str]]:
    """Choices and indexes to filter by, where there is more than one of them."""
    spots = [spot for segment in seen for spot in segment.spots]
    choices = sorted({choice for choice, _index in spots})
    indexes = sorted({index for _choice, index in spots if index is not None})
    return {
        "filter_choices": choices if len(choices) > 1 else [],
        "filter_indexes": [str(index) for index in indexes] if len(indexes) > 1 else [],
    }


def _profiles(known: dict[str, Verdict], view: filters.Filters) -> list[Profiles]:
    """Profiles by their verdict, the worst verdict first."""
    names = [name for name in (*PROFILES, *sorted(set(known) - set(PROFILES))) if name in known]
    found = [
        Profiles(verdicts.verdict(word), [_chip(name, view) for name in names if known[name].word == word])
        for word in sorted({verdict.word for verdict in known.values()}, key=verdicts.gravity)
    ]
    return [group for group in found if group.chips]


def _chip(name: str, view: filters.Filters) -> Chip:
    profile = PROFILES.get(name)
    title = words.translate(profile.title) if profile else ""
    return Chip(name, title, view.link(profile=name, rule="", severity=""), name == view.profile)


def _facts(validation: Validation, seen: list[segments.View]) -> list[SafeString]:
    facts = []
    streams, histories = validation.stream_count, validation.history_count
    if streams:
        facts.append(words.fill(ngettext("%(number)s stream", "%(number)s streams", streams), streams))
    if histories:
        facts.append(words.fill(ngettext("%(number)s history", "%(number)s histories", histories), histories))
    container = str(validation.input.get("container") or "").upper()
    of_file = ", ".join(part for part in (container, words.size(int(validation.input.get("bytes") or validation.size))) if part)
    shown_facts = [SafeString(fact) for fact in facts] + [shown(of_file)]
    if len(seen) == 1 and validation.segment_count == 1:
        shown_facts += _of_one(seen[0])
    if validation.looks_like:
        shown_facts.append(shown(gettext("looks like %(dialect)s") % {"dialect": validation.looks_like}))
    if validation.history_count and validation.judged_purpose:
        shown_facts.append(shown(_purpose(validation)))
    shown_facts.append(shown(gettext("rules of %(date)s") % {"date": validation.ruleset}))
    return shown_facts


def _purpose(validation: Validation) -> str:
    said = gettext("purpose: %(purpose)s") if validation.purpose else gettext("purpose, from its shape: %(purpose)s")
    return said % {"purpose": validation.judged_purpose}


def _of_one(segment: segments.View) -> list[SafeString]:
    """What is worth a word at the top when the file holds one stream: its model, calls and how it ended."""
    facts = [segment.model] if segment.model else []
    calls = len(segment.calls) or len(segment.linked)
    facts.append(SafeString(words.fill(ngettext("%(number)s tool call", "%(number)s tool calls", calls), calls)))
    finishes = list(dict.fromkeys(finish.value for choice in segment.choices for finish in choice.finishes))
    if finishes:
        names = SafeString(", ".join(format_html("<code>{}</code>", value) for value in finishes[:FINISHES_SHOWN]))
        facts.append(format_html(gettext("ended with {}"), names))
    return facts


def _lead(validation: Validation, verdict: Verdict, groups: list[results.Group]) -> SafeString:
    """The one plain sentence: the first finding by weight, catalogue and place, or what a pass means."""
    if verdict.word == PASSES:
        return shown(
            gettext("No rule of the profile “%(profile)s” was broken in this trace. It says nothing about other requests.")
            % {"profile": verdict.profile}
        )
    if verdict.word in (FAILS, NOT_CHECKED) or verdict.warnings:
        top = findings.first(validation, verdict.profile, groups)
        if top is not None:
            return top
    return shown(gettext("Something in this file was not read, or there was nothing in it to judge."))
