"""Verdicts and severities in words, shapes and classes."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy as _, ngettext

from uploads.web import words
from validation.profiles import ERROR, INFO, OFF, WARNING
from validation.report.weighing import FAILS, NOT_CHECKED, PASSES, PASSES_WITH_WARNINGS


@dataclass(frozen=True)
class Word:
    """A word with the class that gives it shape and colour. `short` stands where there is little room."""

    title: str
    tone: str
    short: str
    letter: str = ""


_VERDICTS = {
    PASSES: (_("Passes"), "pass", _("passes")),
    PASSES_WITH_WARNINGS: (_("Passes with warnings"), "warning", _("warnings")),
    FAILS: (_("Fails"), "error", _("fails")),
    NOT_CHECKED: (_("Could not be fully checked"), "unknown", _("incomplete")),
}
_SEVERITIES = {
    ERROR: (_("Error"), "error", _("error")),
    WARNING: (_("Warning"), "warning", _("warning")),
    INFO: (_("Note"), "info", _("note")),
    OFF: (_("Off"), "off", _("off")),
}


def verdict(word: str) -> Word:
    """How a verdict is shown. An unknown one, of another ruleset, is shown as it is."""
    title, tone, short = _VERDICTS.get(word, (word, "unknown", word))
    return Word(str(title), tone, str(short))


def gravity(word: str) -> int:
    """A verdict's place when the worst come first."""
    order = (FAILS, NOT_CHECKED, PASSES_WITH_WARNINGS, PASSES)
    return order.index(word) if word in order else len(order)


def severity(letter: str) -> Word:
    """How a letter is shown."""
    title, tone, short = _SEVERITIES.get(letter, (letter, "off", letter))
    return Word(str(title), tone, str(short), letter)


def counts(errors: int, warnings: int, infos: int = 0) -> str:
    """ "2 errors, 1 warning, 3 notes", without what there is none of."""
    return words.joined(
        [
            words.fill(ngettext("%(number)s error", "%(number)s errors", errors), errors) if errors else "",
            words.fill(ngettext("%(number)s warning", "%(number)s warnings", warnings), warnings) if warnings else "",
            words.fill(ngettext("%(number)s note", "%(number)s notes", infos), infos) if infos else "",
        ]
    )


def extent(chunks: int, responses: int, messages: int, records: int) -> str:
    """What was judged: "317 chunks", "2 responses and 12 messages"; records where it was none of them, nothing where there was nothing."""
    if not records:
        return ""
    parts = [
        words.fill(ngettext("%(number)s chunk", "%(number)s chunks", chunks), chunks) if chunks else "",
        words.fill(ngettext("%(number)s response", "%(number)s responses", responses), responses) if responses else "",
        words.fill(ngettext("%(number)s message", "%(number)s messages", messages), messages) if messages else "",
    ]
    *others, last = [part for part in parts if part] or [words.fill(ngettext("%(number)s record", "%(number)s records", records), records)]
    return gettext("%(others)s and %(last)s") % {"others": words.joined(others), "last": last} if others else last


def headline(errors: int, warnings: int, where: str) -> str:
    """What stands behind the verdict's colon: "1 warning in 317 chunks"."""
    found = counts(errors, warnings)
    if not where:
        return found or gettext("nothing to judge")
    if not found:
        return gettext("no rule was broken in %(where)s") % {"where": where}
    return gettext("%(found)s in %(where)s") % {"found": found, "where": where}
