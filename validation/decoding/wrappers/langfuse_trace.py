"""A trace downloaded from Langfuse: the trace, its observations and its scores in one document.

Source: langfuse.com/faq/all/export-single-trace-or-session.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.langfuse import is_observation, observations
from validation.facts.carriage import Wrapped

NAME = "langfuse-trace"
PATH = "$.observations[*]"


def sniff(value: Any) -> bool:
    """True for an object with observations."""
    return (
        isinstance(value, Mapping) and isinstance(value.get("observations"), list) and any(map(is_observation, value["observations"][:16]))
    )


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every generation."""
    yield from observations(Held(value).get("observations").elements())
