"""A JSON column that gives back what was put in: key order, numbers and all."""

from typing import TYPE_CHECKING, Any

import msgspec
from django.db import models

if TYPE_CHECKING:
    _Text = models.TextField[Any, Any]
else:
    _Text = models.TextField


class JsonText(_Text):
    """JSON kept as text.

    PostgreSQL's jsonb would reorder keys, turn 1e308 into a 309-digit integer and lose the sign of -0.0, so a report read back would differ
    from the one a terminal prints. Nothing here is ever searched inside.
    """

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        """The structure behind the column's text."""
        return None if value is None else msgspec.json.decode(value)

    def to_python(self, value: Any) -> Any:
        """The structure behind a fixture's or a form's text."""
        return msgspec.json.decode(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> Any:
        """The text for the column. Raises TypeError or UnicodeEncodeError for what `text.storable` has not seen."""
        return None if value is None else msgspec.json.encode(value).decode()

    def value_to_string(self, obj: models.Model) -> str:
        """The text for a fixture."""
        return str(self.get_prep_value(self.value_from_object(obj)))
