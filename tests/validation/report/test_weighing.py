"""What findings weigh, from stored letters and counts alone."""

import pytest

from validation.profiles import DEFAULT, PROFILES, letter, row
from validation.report.weighing import Count, letter_counts, letters_of, verdict, weight

LETTERS = {
    "broken": letters_of(row("error", permissive="warning")),
    "odd": letters_of(row("warning", openai_strict="error", openrouter="info", permissive="info")),
    "note": letters_of(row("info")),
    "quiet": letters_of(row("off", openai_strict="info")),
}


def count(kind: str, cause: str | None = None, dialect: str | None = None, number: int = 1) -> Count:
    return Count(kind, cause, dialect, number)


@pytest.mark.parametrize(
    ("counts", "complete", "word"),
    [
        ([], True, "passes"),
        ([count("note")], True, "passes"),
        ([count("odd")], True, "passes with warnings"),
        ([count("broken"), count("odd")], True, "fails"),
        ([], False, "could not be fully checked"),
        ([count("odd")], False, "could not be fully checked"),
        ([count("broken")], False, "fails"),
    ],
)
def test_the_verdict_is_the_heaviest_root_unless_something_was_not_read(counts: list[Count], complete: bool, word: str) -> None:
    assert verdict(LETTERS, counts, DEFAULT, complete=complete) == word


def test_a_caused_finding_weighs_the_lower_letter_and_is_not_counted() -> None:
    assert weight(LETTERS, "broken", "odd", None, DEFAULT) == ("warning", False)
    assert letter_counts(LETTERS, [count("odd"), count("broken", "odd", number=5)], DEFAULT) == {"error": 0, "warning": 1, "info": 0}


def test_a_caused_finding_is_a_root_where_its_cause_is_off() -> None:
    assert weight(LETTERS, "broken", "quiet", None, DEFAULT) == ("error", True)
    assert weight(LETTERS, "broken", "quiet", None, "openai-strict") == ("info", False)


def test_a_dialect_lowers_a_warning_to_info_under_default_alone() -> None:
    assert weight(LETTERS, "odd", None, "openrouter", DEFAULT) == ("info", True)
    assert weight(LETTERS, "odd", None, "openrouter", "openai-strict") == ("error", True)
    assert weight(LETTERS, "broken", None, "openrouter", DEFAULT) == ("error", True)


def test_counts_are_exact_by_letter() -> None:
    assert letter_counts(LETTERS, [count("odd", number=7), count("note", number=100_000), count("quiet", number=3)], DEFAULT) == {
        "error": 0, "warning": 7, "info": 100_000,
    }  # fmt: skip


def test_a_kind_that_is_unknown_weighs_nothing() -> None:
    assert weight(LETTERS, "gone", None, None, DEFAULT) == ("off", True)


def test_stored_letters_say_the_same_as_the_row_they_came_from() -> None:
    told = row("warning", openai_strict="error", vllm="info", gemini_compat="off")
    for profile in PROFILES:
        for dialect in (None, "vllm", "openrouter", "gemini-compat", "kimi"):
            assert weight({"kind": letters_of(told)}, "kind", None, dialect, profile)[0] == letter(told, profile, dialect)
