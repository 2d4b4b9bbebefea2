"""What a rule is: one function with a code, what it judges, its letters and its texts. The decorator keeps them together."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from validation.examples import Example
from validation.finding import Findings
from validation.profiles import Row

NUMBER = "number"
PLACE = "place"
WORD = "word"
TEXT = "text"
"""Kinds of params. A number or place is an int, a word is a short token of the wire (an id, a name, a reason), a text is trace content."""

FAMILIES = {
    "INP": "input", "SSE": "transport", "CHK": "chunk", "TCD": "toolcall", "FIN": "finish",
    "ARG": "arguments", "HIS": "history", "MSG": "message", "TGT": "target", "RSP": "foreign",
}  # fmt: skip

Check = Callable[[Any], Findings]
Judge = TypeVar("Judge", bound=Callable[..., Findings])


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a kind, plain msgids with `{param}` places. Empty means: nothing to say there."""

    says: str
    expected: str = ""
    actual: str = ""
    why: str = ""
    unless: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `name` is the function's and the file's name with hyphens; it and `code` are never reused.

    `letters`: variant -> row, "" for the plain rule. `texts`: variant -> texts; a variant without its own takes those of "", and what its
    own leave empty it takes from there, too, but for `unless`.
    `needs`: the fact, an attribute of every thing it judges ("id_changes", "quirks.levels"), without which it has nothing to say; "" when
    it is always asked.
    `unusual`: it has nothing to say of a call, a choice or a stream that is `usual` (`facts.streams`).
    `also`: names that its bad examples may give as roots beside it. `breaks`: who is hit, one plain line each.
    """

    code: str
    name: str
    family: str
    judges: tuple[type, ...]
    check: Check
    letters: Mapping[str, Row]
    params: Mapping[str, str]
    texts: Mapping[str, Texts]
    bad: Sequence[Example]
    good: Sequence[Example]
    also: Sequence[str]
    see: Sequence[str]
    breaks: Sequence[str]
    title: str
    page: str
    needs: str = ""
    unusual: bool = False
    status: str = "stable"
    source: str = field(default="", compare=False)

    def texts_of(self, variant: str) -> Texts:
        """The texts of `variant`, or the plain ones."""
        return self.texts.get(variant) or self.texts[""]


def row_of(letters: Row | Mapping[str, Row]) -> Mapping[str, Row]:
    """One row, or a row a variant, as a mapping."""
    return {"": letters} if isinstance(letters, Row) else letters


def _whole(own: Texts, plain: Texts) -> Texts:
    """`own` with what it leaves empty taken from `plain`; an excuse of the plain rule is none of a variant."""
    expected, actual = own.expected or plain.expected, own.actual or plain.actual
    return replace(own, expected=expected, actual=actual, why=own.why or plain.why, fix=own.fix or plain.fix)


def rule(  # noqa: PLR0913 - a rule is declared in one call, everything named
    code: str,
    *,
    judges: type | tuple[type, ...],
    needs: str = "",
    unusual: bool = False,
    letters: Row | Mapping[str, Row],
    says: str,
    expected: str = "",
    actual: str = "",
    why: str = "",
    unless: str = "",
    fix: str = "",
    params: Mapping[str, str] | None = None,
    variants: Mapping[str, Texts] | None = None,
    bad: Sequence[Example],
    good: Sequence[Example],
    also: Sequence[str] = (),
    see: Sequence[str] = (),
    breaks: Sequence[str] = (),
) -> Callable[[Judge], Judge]:
    """Declare a rule. The function's name gives the rule's name, its docstring the title and the page.

    The function takes one judged thing and yields at most one `Found`, but for a file as many as there are. Raises ValueError for a code
    of no family or a missing docstring.
    """

    def declare(check: Judge) -> Judge:
        family = FAMILIES.get(code[:3])
        if family is None or not re.fullmatch(r"[A-Z]{3}\d{3}", code):
            raise ValueError(f"{code!r} is no rule code: three letters of {', '.join(FAMILIES)} and three digits")
        title, _, page = (check.__doc__ or "").strip().partition("\n")
        if not title:
            raise ValueError(f"{code} has no docstring; its first line is the title of the rule's page")
        plain = Texts(says, expected, actual, why, unless, fix)
        texts = {"": plain, **{variant: _whole(own, plain) for variant, own in (variants or {}).items()}}
        check.rule = Rule(  # type: ignore[attr-defined]
            code, check.__name__.replace("_", "-"), family, judges if isinstance(judges, tuple) else (judges,), check,
            row_of(letters), params or {}, texts,
            bad, good, also, see, breaks, title, page, needs, unusual, source=check.__module__,
        )  # fmt: skip
        return check

    return declare
