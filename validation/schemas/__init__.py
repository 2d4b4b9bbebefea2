"""Arguments against the JSON Schema of their tool: 2020-12, with what Draft 7 wrote differently (item lists, `dependencies`).

Both sides come from an upload, so nothing here can run away: schema and arguments have a largest size, a check has so many steps and a
validation so many seconds (`facts.budgets`), patterns run in the `regex` package with a timeout, nothing is ever fetched. Beyond a bound,
and for a schema that cannot be read, the answer is `Unchecked`, never a complaint. `jsonschema` is imported by the first check.
"""

import json
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from validation.facts.budgets import Budget
from validation.facts.declarations import Declaration
from validation.facts.json_text import Json, JsonText
from validation.schemas.bounds import MAX_TEXT, TOO_DEEP, Bounds, Refused, fit, within
from validation.schemas.properties import Undeclared, undeclared
from validation.schemas.wording import told

MAX_ERRORS: Final = 20
MAX_PYTHON_DIGITS: Final = 4_300


class Mismatch(NamedTuple):
    """What does not fit: a JSON pointer inside the arguments ("" is the whole), what the schema expects there, what is there instead.

    `times`: how many things do not fit, at most 20.
    """

    pointer: str
    expected: str
    actual: str
    times: int


class Unchecked(NamedTuple):
    """Why arguments were not checked, in a few plain words."""

    reason: str


def check(text: str, what: JsonText, tool: Declaration, budget: Budget) -> Mismatch | Unchecked | None:
    """`text`, which is JSON, against the schema of `tool`. Never raises; takes its time from `budget`."""
    if what.state is not Json.VALID or tool.parameters is None:
        return None
    if budget.left <= 0:
        return Unchecked("the time for schema checks was used up")
    keywords = import_module("validation.schemas.keywords")
    with budget.spending() as deadline:
        try:
            refusal = _refusal(tool)
            if refusal or len(text) > MAX_TEXT:
                return Unchecked(refusal or "the arguments are too long")
            if tool.prepared == "":
                tool.prepared = keywords.validator(tool.parameters)
            with within(Bounds(deadline)):
                return _outcome(tool.prepared, text)
        except Refused as refused:
            return Unchecked(str(refused))
        except RecursionError:
            return Unchecked(TOO_DEEP)
        except Exception:
            # Keywords of a form that no draft knows end in any exception: the schema is at fault, not the arguments.
            return Unchecked("the schema cannot be read")


def _outcome(validator: Any, text: str) -> Mismatch | None:
    errors = list(islice(validator.iter_errors(decoded(text)), MAX_ERRORS))
    if not errors:
        return None
    first = min(errors, key=lambda error: len(error.absolute_path))
    return Mismatch(*told(first), len(errors))


def _refusal(tool: Declaration) -> str:
    """Why the schema of `tool` is not used, "" when it is; looked at once."""
    if tool.prepared is None:
        try:
            fit(tool.parameters)
            tool.prepared = ""
        except Refused as refused:
            tool.prepared = str(refused)
    return tool.prepared if isinstance(tool.prepared, str) else ""


def unnamed(text: str, what: JsonText, tool: Declaration, budget: Budget) -> Undeclared | None:
    """The first property in `text`, which is JSON, that the schema of `tool` neither names nor forbids. Never raises.

    None as well for what is too large, and when `budget` is used up.
    """
    if what.state is not Json.VALID or tool.parameters is None or len(text) > MAX_TEXT or budget.left <= 0:
        return None
    with budget.spending():
        try:
            return None if _refusal(tool) else undeclared(decoded(text), tool.parameters)
        except RecursionError:
            return None


def decoded(text: str) -> Any:
    """The value of a text that is JSON; of an integer that Python does not read, the first 4,300 digits."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return json.loads(text, parse_int=lambda digits: int(digits[:MAX_PYTHON_DIGITS]))
