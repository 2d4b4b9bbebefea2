"""The box "What does this error mean?" on the page of rules."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from uploads.text import LONGEST_ERROR
from uploads.visible import inline, shown
from uploads.web import words
from validation.error_search import KNOWN, NOTHING_KNOWN, SAME, Match, matches
from validation.rule import Rule
from validation.rules import RULES


@dataclass(frozen=True)
class Meaning:
    """A known error, ready to be shown."""

    text: SafeString
    said_by: str
    means: SafeString
    sure: bool
    rules: list[dict[str, object]]


@dataclass(frozen=True)
class Asked:
    """What was pasted, and what it may mean. `advice` is empty as long as nothing was asked."""

    text: str
    meanings: list[Meaning]
    advice: str
    longest: int = LONGEST_ERROR


def asked(request: HttpRequest) -> Asked:
    """The box for `request`; `?error=` is the text, of which so much is read as the field takes."""
    text = request.GET.get("error", "")[:LONGEST_ERROR]
    if not text.strip():
        return Asked("", [], "")
    found = matches(text)
    return Asked(_typed(text), [_meaning(match) for match in found], gettext(KNOWN if found else NOTHING_KNOWN))


def title(rule: Rule) -> SafeString:
    """A rule's title as a heading: without the full stop of the sentence that it is."""
    return inline(words.translate(rule.title).removesuffix("."))


def _meaning(match: Match) -> Meaning:
    rules = [RULES[name] for name in match.error.rules if name in RULES]
    return Meaning(
        shown(match.wording.replace("{}", "…")),
        ", ".join(match.error.senders),
        inline(words.translate(match.error.means)),
        match.certainty == SAME,
        [{"code": rule.code, "name": rule.name, "title": title(rule)} for rule in rules],
    )


def _typed(text: str) -> str:
    """The text as the field shows it again. A field cannot mark what is invisible, so that is written out."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else f"\\u{ord(sign):04x}" for sign in text.replace("\r\n", "\n"))
