"""What holds for every rule: its examples give what they say, its texts and params fit, its page can be read, its letters exist."""

import importlib
import pathlib
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import pytest

from tests.validation.rules.checking import loud_roots, report_of
from validation import rules
from validation.examples import Example
from validation.facts.carriage import Input
from validation.facts.streams import Stream
from validation.finding import Finding
from validation.pipeline import asking
from validation.profiles import DEFAULT, LETTERS, PROFILES
from validation.report.causes import CAUSES
from validation.rule import FAMILIES, NUMBER, PLACE, TEXT, WORD, Rule, Texts
from validation.rules import RULES, rules_for

COLUMNS = PROFILES.keys() - {DEFAULT}
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
CODE = re.compile(r"\b[A-Z]{3}\d{3}\b")
PARAM = re.compile(r"\{([^{}]*)\}")
FOLDER = pathlib.Path(rules.__path__[0])
LONGEST_TEXT = 200

WITHOUT_EXAMPLE = {("wrapper-unwrapped", "packed"), ("tool-arguments-cumulative", "")}
"""That a file was packed no bytes alone give: whoever unpacked it tells the engine. Fragments repeat in one of two ways, never plainly:
the plain kind only holds the texts and the letter that both have."""

each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def examples(which: str) -> list[object]:
    """Every bad or good example with its rule."""
    return [
        pytest.param(rule, example, id=f"{rule.name}-{number}")
        for rule in RULES.values()
        for number, example in enumerate(getattr(rule, which))
    ]


def texts_of(texts: Texts) -> Iterator[str]:
    yield from (texts.says, texts.expected, texts.actual, texts.why, texts.unless, texts.fix)


def named_variant(example: Example) -> str | None:
    match = re.search(r"variant: ([a-z0-9-]+)", example.note)
    return match[1] if match else None


# The examples


@pytest.mark.parametrize(("rule", "example"), examples("bad"))
def test_a_bad_example_gives_this_rule_and_nothing_else(rule: Rule, example: Example) -> None:
    report = report_of(example)
    variant = named_variant(example)
    own = [finding for finding in report.findings if finding.rule == rule.name and report.weight(finding, "default")[1]]
    assert own, f"not found; found were {[(finding.kind, finding.cause) for finding in report.findings]}"
    if variant is not None:
        assert variant in {finding.variant for finding in own}
    assert loud_roots(report) - {rule.name, *rule.also} == set()


@pytest.mark.parametrize(("rule", "example"), examples("good"))
def test_a_good_example_gives_neither_this_rule_nor_any_warning(rule: Rule, example: Example) -> None:
    report = report_of(example)
    assert rule.name not in {finding.rule for finding in report.findings}
    assert loud_roots(report) == set()


@pytest.mark.parametrize(("rule", "example"), examples("bad"))
def test_a_finding_has_a_place_and_every_param_its_texts_use(rule: Rule, example: Example) -> None:
    for finding in report_of(example).findings:
        if finding.rule == rule.name:
            assert finding.places or finding.segment is None  # of the file as a whole there is no place
            assert finding.count >= 1
            _check_params(rule, finding)


def _check_params(rule: Rule, finding: Finding) -> None:
    shown = zip(texts_of(rule.texts_of(finding.variant)), texts_of(rule.texts[""]), strict=True)
    used = {name for own, plain in shown for name in PARAM.findall(own or plain)}
    assert used <= finding.params.keys() <= rule.params.keys()
    assert [name for name in used if finding.params[name] == ""] == []
    for name, value in finding.params.items():
        if rule.params[name] in (NUMBER, PLACE):
            assert type(value) is int, name
        else:
            assert isinstance(value, str), name
            assert len(value) <= LONGEST_TEXT, name


@each_rule
def test_a_rule_finds_one_thing_at_most_but_in_a_file_and_nothing_without_the_fact_it_needs_or_in_what_is_usual(
    rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked_all_the_same(kind: type, families: frozenset[str] | None) -> list[tuple[Rule, Any]]:
        return [(replace(other, unusual=False), partial(_is_there, other)) for other in rules_for(kind, families)]

    monkeypatch.setattr(asking, "asked", asked_all_the_same)
    for example in (*rule.bad, *rule.good):
        report_of(example)


def _is_there(rule: Rule, thing: Any) -> bool:
    there = not rule.needs or bool(attrgetter(rule.needs)(thing))
    found = list(rule.check(thing))
    assert there or not found, rule.name
    assert not (rule.unusual and getattr(thing, "usual", False) and found), rule.name
    assert len(found) <= 1 or isinstance(thing, Input), rule.name
    return there


@each_rule
def test_every_rule_has_a_bad_and_a_good_example(rule: Rule) -> None:
    assert rule.bad
    assert rule.good


@each_rule
def test_an_example_names_only_variants_that_exist(rule: Rule) -> None:
    for example in rule.bad:
        assert (named_variant(example) or "") in rule.letters


@each_rule
def test_every_variant_has_an_example(rule: Rule) -> None:
    shown = {finding.variant for example in rule.bad for finding in report_of(example).findings if finding.rule == rule.name}
    assert rule.letters.keys() - shown == {variant for name, variant in WITHOUT_EXAMPLE if name == rule.name}


# The name, the code, the page


@each_rule
def test_name_function_file_and_folder_agree(rule: Rule) -> None:
    underscored = rule.name.replace("-", "_")
    assert NAME.fullmatch(rule.name)
    assert rule.check.__name__ == underscored
    assert rule.source == f"validation.rules.{rule.family}.{underscored}"
    assert (FOLDER / rule.family / f"{underscored}.py").is_file()


@each_rule
def test_the_code_is_of_its_family(rule: Rule) -> None:
    assert CODE.fullmatch(rule.code)
    assert FAMILIES[rule.code[:3]] == rule.family


def test_no_code_and_no_name_is_used_twice() -> None:
    files = [path for path in FOLDER.glob("*/*.py") if path.name != "__init__.py"]
    found = [getattr(importlib.import_module(f"validation.rules.{path.parent.name}.{path.stem}"), path.stem).rule for path in files]
    assert len({rule.code for rule in found}) == len(found)
    assert len({rule.name for rule in found}) == len(found) == len(RULES)


@each_rule
def test_the_docstring_is_a_title_and_a_page(rule: Rule) -> None:
    assert rule.title.endswith(".")
    assert rule.page.startswith("\n")
    assert len(rule.page.split()) >= 10


@each_rule
def test_codes_that_a_page_mentions_are_of_known_families(rule: Rule) -> None:
    for code in CODE.findall(f"{rule.title} {rule.page}"):
        assert code[:3] in FAMILIES, code
    assert all(NAME.fullmatch(name) for name in rule.also)


# Texts and params


@each_rule
def test_params_and_texts_fit(rule: Rule) -> None:
    used = {name for texts in rule.texts.values() for text in texts_of(texts) for name in PARAM.findall(text)}
    assert used == set(rule.params)
    assert set(rule.params.values()) <= {NUMBER, PLACE, WORD, TEXT}


@each_rule
def test_every_text_is_one_line_and_says_something(rule: Rule) -> None:
    for texts in rule.texts.values():
        assert texts.says
        assert texts.why
        assert texts.fix
        assert not any("\n" in text or text != text.strip() for text in texts_of(texts))


@each_rule
def test_every_rule_says_where_it_stands_and_who_is_hit(rule: Rule) -> None:
    assert rule.see
    assert rule.breaks
    assert all(line.strip() == line and line for line in (*rule.see, *rule.breaks))


# Letters


@each_rule
def test_letters_exist_for_every_profile(rule: Rule) -> None:
    for row in rule.letters.values():
        assert row.columns.keys() <= COLUMNS
        assert {row.letter(column) for column in PROFILES} <= set(LETTERS)


@each_rule
def test_only_variants_with_letters_have_texts(rule: Rule) -> None:
    assert rule.texts.keys() <= {"", *rule.letters}


# Causes


def test_causes_go_round_in_no_circle() -> None:
    follows: dict[str, set[str]] = {}
    for link in CAUSES:
        root = link.root.partition(":")[0]
        follows.setdefault(root, set()).update(_names(link.follow) - {root})
    done: set[str] = set()
    for root in follows:
        _walk(root, follows, (), done)


def _walk(name: str, follows: dict[str, set[str]], path: tuple[str, ...], done: set[str]) -> None:
    assert name not in path, " -> ".join((*path, name))
    if name not in done:
        for follow in follows.get(name, ()):
            _walk(follow, follows, (*path, name), done)
        done.add(name)


def _names(pattern: str) -> set[str]:
    """The rules that a follow-up stands for: itself, or every rule that a `*` at its end allows."""
    if not pattern.endswith("*"):
        return {pattern.partition(":")[0]}
    return {name for name in RULES if name.startswith(pattern[:-1])}


def test_only_what_is_found_once_in_a_segment_follows_with_a_variant() -> None:
    following = {link.follow.partition(":")[0] for link in CAUSES if ":" in link.follow}
    assert all(issubclass(judged, Stream) for name in following for judged in RULES[name].judges)


def test_causes_name_variants_that_exist() -> None:
    for link in CAUSES:
        for kind in (link.root, link.follow):
            name, _, variant = kind.partition(":")
            assert name == "*" or NAME.fullmatch(name) or name == "tool-*", kind
            if name in RULES:
                assert variant in RULES[name].letters, kind
