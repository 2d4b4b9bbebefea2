"""OpenInference's spans of calls to a model, as Phoenix and its instrumentations write them: one attribute a leaf, nested attributes, or
the rows of a table with a column an attribute.

Sources: Arize-ai/openinference spec/semantic_conventions.md; Arize-ai/phoenix, `get_spans_dataframe`.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from validation.decoding.wrappers.conversions.span_messages import histories_of
from validation.decoding.wrappers.conversions.spans import RESOURCES, attributes_of, is_row, spans_of
from validation.facts.carriage import Wrapped

NAME = "openinference"
PATH = "llm.input_messages, llm.output_messages"

DOCUMENTS = (*RESOURCES, "trace", "spans", "attributes", "data", "tags")
PREFIXES = ("llm.input_messages.", "llm.output_messages.")
LOOKED_AT = 10_000


def sniff(value: Any) -> bool:
    """True for a document with such a span."""
    if not isinstance(value, Mapping) or not (any(name in value for name in DOCUMENTS) or is_row(value)):
        return False
    return any(any(name.startswith(PREFIXES) for name in attributes_of(span)) for span in islice(spans_of(value), LOOKED_AT))


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every span. Spans of other conventions in the same document are read, too."""
    yield from histories_of(spans_of(value))
