"""What a run has just saved, kept beside its validation: the request that made it answers without reading it back.

Only in the memory of that request; everybody else reads rows. What stands here is what the rows hold, not what the engine gave.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from uploads.fields import JsonText
from uploads.models import Finding, Segment, Validation

MOST = 200
"""Findings or segments that are kept or read whole; beyond it the database picks those that are shown."""
_PLACE = "_saved_at_hand"
Row = tuple[Any, ...]
Kind = TypeVar("Kind", bound=Model)


@dataclass(frozen=True)
class AtHand:
    """All that a report became, in the order of numbers; `verdicts` by profile."""

    findings: list[Finding]
    segments: list[Segment]
    verdicts: dict[str, str]


def keep(validation: Validation, saved: AtHand) -> None:
    """Have `saved` answer for the rows of `validation`, as long as this object of it lives."""
    validation.__dict__[_PLACE] = saved


def saved(validation: Validation) -> AtHand | None:
    """What was kept, or None."""
    found: AtHand | None = validation.__dict__.get(_PLACE)
    return found


def findings(validation: Validation) -> list[Finding] | None:
    """All findings by number, kept or read with one plain query; None where there may be too many."""
    kept = saved(validation)
    if kept is not None:
        return kept.findings
    if sum(count[3] for count in validation.counts) > MOST:
        return None
    return list(validation.findings.order_by("number"))


def verdicts(validation: Validation) -> dict[str, str]:
    """The verdict under every profile."""
    kept = saved(validation)
    return {row.profile: row.word for row in validation.verdicts.all()} if kept is None else kept.verdicts


def instances(model: type[Kind], columns: Sequence[str], rows: Iterable[Row]) -> list[Kind]:
    """The objects that reading `rows` back would give, without their primary keys."""
    places = _json_places(model, tuple(columns))
    objects = []
    for row in rows:
        values = list(row)
        for place in places:
            values[place] = msgspec.json.decode(values[place])
        objects.append(model.from_db(DEFAULT_DB_ALIAS, columns, values))
    return objects


@cache
def _json_places(model: type[Model], columns: tuple[str, ...]) -> list[int]:
    names = {field.attname for field in model._meta.concrete_fields if isinstance(field, JsonText)}
    return [place for place, column in enumerate(columns) if column in names]
