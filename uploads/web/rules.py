"""The catalogue: the list of rules, and a page per rule made of its docstring, texts, letters and examples."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from uploads.visible import decoded, inline, shown
from uploads.web import errors, verdicts, words
from validation.examples import Example
from validation.finding import kind_of
from validation.profiles import DEFAULT, LETTERS, PROFILES
from validation.rendering.rules_page import FAMILY_TITLES
from validation.report.weighing import COLUMNS
from validation.rule import Rule
from validation.rules import RULES, RULESET

LINES_SHOWN = 40
LINE_SHOWN = 1_200


@dataclass(frozen=True)
class Shown:
    """An example as wire lines, with the key by which the upload page can load it."""

    key: str
    note: str
    facts: list[str]
    lines: list[SafeString]
    more: int


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """All rules, by family."""
    families = [
        {"key": family, "title": words.translate(title), "rules": [_entry(rule) for rule in RULES.values() if rule.family == family]}
        for family, title in FAMILY_TITLES.items()
    ]
    kept = [family for family in families if family["rules"]]
    context = {"here": "rules", "families": kept, "total": len(RULES), "ruleset": RULESET, "asked": errors.asked(request)}
    return render(request, "rules.html", context)


@require_safe
def rule(request: HttpRequest, name: str) -> HttpResponse:
    """One rule. A code leads to it as well as a name."""
    found = RULES.get(name) or next((known for known in RULES.values() if known.code == name.upper()), None)
    if found is None:
        raise Http404
    context = {
        "here": "rules",
        "rule": found,
        "title": errors.title(found),
        "plain_title": words.translate(found.title).replace("`", "").removesuffix("."),
        "page": words.paragraphs(words.translate(found.page)),
        "breaks": [inline(words.translate(line)) for line in found.breaks],
        "texts": _texts(found),
        "letters": _letters(found),
        "habits": _habits(found),
        "bad": [_shown(found, "bad", place, example) for place, example in enumerate(found.bad)],
        "good": [_shown(found, "good", place, example) for place, example in enumerate(found.good)],
    }
    return render(request, "rule.html", context)


def example(key: str) -> Example | None:
    """The example that a key "rule/bad/0" names, or None."""
    name, _slash, rest = key.partition("/")
    side, _slash, place = rest.partition("/")
    known = RULES.get(name)
    if known is None or side not in ("bad", "good") or not place.isdecimal():
        return None
    examples = known.bad if side == "bad" else known.good
    return examples[int(place)] if int(place) < len(examples) else None


def _entry(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "name": rule.name,
        "title": errors.title(rule),
        "severity": verdicts.severity(rule.letters[min(rule.letters)].letter(DEFAULT)),
    }


def _texts(rule: Rule) -> list[dict[str, object]]:
    """What each kind of the rule says, with its places for values left visible."""
    shown_texts: list[dict[str, object]] = []
    for variant in rule.letters:
        texts = rule.texts_of(variant)
        if any(entry["texts"] == texts for entry in shown_texts):
            continue
        lines = {part: words.with_places(words.translate(getattr(texts, part))) for part in ("says", "why", "unless", "fix")}
        shown_texts.append({"variant": variant, "texts": texts, **lines})
    return shown_texts


def _letters(rule: Rule) -> list[dict[str, object]]:
    """For each kind: letter -> the profiles under which it has it, the heaviest first."""
    found: list[dict[str, object]] = []
    for variant, row in rule.letters.items():
        weights = [(letter, [name for name in PROFILES if row.letter(name) == letter]) for letter in reversed(LETTERS)]
        rows = [{"severity": verdicts.severity(letter), "profiles": names} for letter, names in weights if names]
        found.append({"kind": kind_of(rule.name, variant), "rows": rows})
    return found


def _habits(rule: Rule) -> list[dict[str, object]]:
    """Columns that are no profile of their own and differ from the default: the habits of emitters that a stream may show."""
    habits: list[dict[str, object]] = []
    for column in COLUMNS:
        if column in PROFILES:
            continue
        differing = [(variant, row) for variant, row in rule.letters.items() if row.letter(column) != row.letter(DEFAULT)]
        habits += [{"column": column, "variant": variant, "severity": verdicts.severity(row.letter(column))} for variant, row in differing]
    return habits


def _shown(rule: Rule, side: str, place: int, example: Example) -> Shown:
    lines = decoded(example.data).split("\n")
    if lines and not lines[-1]:
        lines.pop()
    facts = []
    if example.purpose:
        facts.append(gettext("purpose: %(purpose)s") % {"purpose": example.purpose})
    if example.request is not None:
        facts.append(gettext("with its request"))
    kept = [shown(line if len(line) <= LINE_SHOWN else line[:LINE_SHOWN] + "…") for line in lines[:LINES_SHOWN]]
    return Shown(f"{rule.name}/{side}/{place}", words.translate(example.note), facts, kept, max(0, len(lines) - LINES_SHOWN))
