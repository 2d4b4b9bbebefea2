"""The catalogue as one Markdown page, made of the rules alone: an index by family, then every rule with an example of each side."""

import re
from collections.abc import Iterable, Iterator

from validation.examples import Example
from validation.profiles import DEFAULT, ERROR, INFO, LETTERS, OFF, PROFILES, WARNING, Row
from validation.rendering.text import visible
from validation.rule import Rule, Texts
from validation.rules import RULES, RULESET

LINES = 8
WIDTH = 400

FAMILY_TITLES = {
    "input": "The file itself",
    "transport": "How the event stream is framed",
    "chunk": "The envelope of a chunk",
    "toolcall": "Deltas of tool calls",
    "finish": "How a stream ends",
    "arguments": "Arguments, once put together",
    "history": "Calls and their results in a history",
    "message": "The shape of one message",
    "target": "What one endpoint refuses",
    "foreign": "Other wire formats",
}
PARTS = {"says": "Says", "why": "Why", "unless": "Not an error if", "fix": "Fix"}
SIGNS = {ERROR: "**E**", WARNING: "W", INFO: "i", OFF: "·"}

_MARKUP = re.compile(r"([\\*<>|\[\]]|(?<!\w)_|_(?!\w))")


def rules_page(rules: Iterable[Rule] = RULES.values(), ruleset: str = RULESET) -> str:
    """The page of `rules`, which are in catalogue order. The same rules give the same text."""
    kept = list(rules)
    families = {family: [rule for rule in kept if rule.family == family] for family in FAMILY_TITLES}
    lines = [*_head(kept, ruleset)]
    for family, members in families.items():
        lines += _index(family, members) if members else []
    for family, members in families.items():
        if members:
            lines += [f"## {FAMILY_TITLES[family]}: the rules", ""]
        for rule in members:
            lines += _rule(rule)
    return "\n".join(lines).rstrip("\n") + "\n"


def _head(rules: list[Rule], ruleset: str) -> list[str]:
    return [
        "# Rules",
        "",
        "<!-- Written by `make rules` from validation/rules/. Change a rule's file, not this page. -->",
        "",
        f"{len(rules)} rules, as of {ruleset}. A rule weighs by the profile that a trace is measured by: **E** error, W warning, i info,",
        "· off. Where a rule has variants the index shows the first; the others stand at the rule. In the texts `{name}` is a value of the",
        "trace.",
        "",
        "| profile | is | base |",
        "|---|---|---|",
        *(f"| `{profile.name}` | {_prose(profile.title)} | {profile.base or ''} |" for profile in PROFILES.values()),
        "",
    ]


def _index(family: str, rules: list[Rule]) -> list[str]:
    rows = (
        f"| [{rule.code}](#{rule.name}) | `{rule.name}` | {_prose(rule.title)} | {' | '.join(_signs(rule.letters[_first(rule)]))} |"
        for rule in rules
    )
    return [
        f"## {FAMILY_TITLES[family]}",
        "",
        f"| code | name | title | {' | '.join(PROFILES)} |",
        f"|---|---|---|{'---|' * len(PROFILES)}",
        *rows,
        "",
    ]


def _rule(rule: Rule) -> Iterator[str]:
    yield from (f"### {rule.name}", "", f"{rule.code} · {rule.family} · {rule.status}", "", f"**{_prose(rule.title)}**", "")
    for paragraph in rule.page.strip().split("\n\n"):
        if paragraph.strip():
            yield from (_prose(paragraph), "")
    for variant in rule.letters:
        own = rule.texts.get(variant)
        if own:
            yield from _texts(own, variant, rule.texts[""])
    if rule.breaks:
        yield from ("Who breaks:", "", *(f"- {_prose(line)}" for line in rule.breaks), "")
    yield from ("Letters:", "", *(f"- {_weighs(variant, row)}" for variant, row in rule.letters.items()), "")
    yield from _example("Breaks it", rule.bad[0])
    yield from _example("Does not", rule.good[0])
    if rule.see:
        yield from ("Sources: " + "; ".join(_prose(source) for source in rule.see), "")


def _texts(texts: Texts, variant: str, plain: Texts) -> Iterator[str]:
    """The texts of a kind as a list. Of a variant only what it says otherwise than the plain rule."""
    if variant:
        yield from (f"Variant `{variant}`:", "")
    for part, label in PARTS.items():
        text = getattr(texts, part)
        if text and not (variant and text == getattr(plain, part)):
            yield f"- {label}: {_prose(text)}"
    yield ""


def _example(label: str, example: Example) -> Iterator[str]:
    beside = [_prose(example.note)] if example.note else []
    beside += [f"purpose {example.purpose}"] if example.purpose else []
    beside += ["with its request"] if example.request is not None else []
    lines = [_wire(line) for line in example.data.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n")]
    more = [f"({len(lines) - LINES} more lines)"] if len(lines) > LINES else []
    fence = "`" * max(3, 1 + max(len(run) for run in re.findall("`*", "\n".join(lines))))
    told = f" ({'; '.join(beside)})" if beside else ""
    yield from (f"{label}{told}:", "")
    yield from (f"{fence}text", *lines[:LINES], *more, fence, "")


def _wire(line: str) -> str:
    shown = visible(line)
    return shown if len(shown) <= WIDTH else f"{shown[:WIDTH]}… ({len(shown) - WIDTH} more characters)"


def _signs(row: Row) -> list[str]:
    return [SIGNS[row.letter(name)] for name in PROFILES]


def _weighs(variant: str, row: Row) -> str:
    """One kind in words: its letter, then the profiles under which it weighs otherwise."""
    usual = row.letter(DEFAULT)
    others = {letter: [name for name in PROFILES if row.letter(name) == letter] for letter in reversed(LETTERS) if letter != usual}
    told = [f"{letter} under {', '.join(names)}" for letter, names in others.items() if names]
    return "; ".join((f"`{variant}`: {usual}" if variant else usual, *told))


def _first(rule: Rule) -> str:
    return min(rule.letters)


def _prose(text: str) -> str:
    """A rule's text on one line; what stands between backticks stays code, the rest is no markup."""
    pieces = " ".join(text.split()).split("`")
    if len(pieces) % 2 == 0:
        return _MARKUP.sub(r"\\\1", "'".join(pieces))
    return "".join(f"`{piece}`" if place % 2 else _MARKUP.sub(r"\\\1", piece) for place, piece in enumerate(pieces))
