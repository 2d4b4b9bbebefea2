"""The input file of a batch: a line a request, `{"custom_id", "method", "url", "body"}`."""

from collections.abc import Iterator
from typing import Any

from validation.facts.carriage import Wrapped

NAME = "openai-batch-input"
PATH = "$.body"


def sniff(value: Any) -> bool:
    """True for a request with a `custom_id`; `method` and `url` are left out by some."""
    return isinstance(value, dict) and "custom_id" in value and isinstance(value.get("body"), dict) and "response" not in value


def parts(value: Any) -> Iterator[Wrapped]:
    """The body, as the request that it is about to become."""
    body = value["body"]
    if "messages" in body:
        yield Wrapped(Wrapped.HISTORY, body, "/body", purpose="send")
    elif "input" in body:
        yield Wrapped(Wrapped.RECORD, body, "/body")
