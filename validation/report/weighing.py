"""What findings weigh: letters, causes and verdicts, from stored data alone.

Everything here works on two small tables that a validation stores, so an old link keeps its meaning when the rules move on: `letters`,
kind -> column -> letter of every kind that occurred, and `counts`, how many findings of each (kind, cause, dialect, kind of segment).
"""

from collections.abc import Iterable, Mapping

import msgspec

from validation.profiles import DEFAULT, DIALECTS, ERROR, INFO, OFF, PROFILES, WARNING, WEIGHT, Row, letter

Letters = Mapping[str, Mapping[str, str]]
"""kind -> column -> letter. A column is a profile name, or a dialect's column that is no profile of its own."""

PASSES = "passes"
PASSES_WITH_WARNINGS = "passes with warnings"
FAILS = "fails"
NOT_CHECKED = "could not be fully checked"

COLUMNS = tuple(dict.fromkeys((*PROFILES, *DIALECTS.values())))


class Count(msgspec.Struct, frozen=True):
    """How many findings of `kind`, caused by `cause` (a kind or None), in segments of `dialect`.

    `segment`: what these are, "stream", "response" or "history"; "file" for what belongs to none of them.
    """

    kind: str
    cause: str | None
    dialect: str | None
    number: int
    segment: str = "file"


def letters_of(row: Row) -> dict[str, str]:
    """The letters of one kind in every column, as a validation stores them."""
    return {column: row.letter(column) for column in COLUMNS}


def weight(letters: Letters, kind: str, cause: str | None, dialect: str | None, profile: str) -> tuple[str, bool]:
    """The letter that a finding weighs under `profile`, and whether it is a root.

    A caused finding weighs the lower of its own letter and its cause's; where the cause's letter is off, it is a root.
    An unknown kind or profile weighs nothing.
    """
    own = _letter(letters, kind, profile, dialect)
    above = OFF if cause is None else _letter(letters, cause, profile, dialect)
    if above == OFF:
        return own, True
    return min(own, above, key=WEIGHT.__getitem__), False


def _letter(letters: Letters, kind: str, profile: str, dialect: str | None) -> str:
    columns = letters.get(kind)
    if columns is None:
        return OFF
    stored = dict(columns)
    return letter(Row(stored.get(DEFAULT, OFF), stored), profile, dialect)


def letter_counts(letters: Letters, counts: Iterable[Count], profile: str) -> dict[str, int]:
    """How many roots are error, warning and info under `profile`."""
    total = {ERROR: 0, WARNING: 0, INFO: 0}
    for count in counts:
        weighs, root = weight(letters, count.kind, count.cause, count.dialect, profile)
        if root and weighs != OFF:
            total[weighs] += count.number
    return total


def verdict(letters: Letters, counts: Iterable[Count], profile: str, *, complete: bool) -> str:
    """The verdict under `profile`. `complete` is false when something was not read or there was nothing to judge."""
    total = letter_counts(letters, counts, profile)
    if total[ERROR]:
        return FAILS
    if not complete:
        return NOT_CHECKED
    return PASSES_WITH_WARNINGS if total[WARNING] else PASSES
