"""A batch of Anthropic's Messages as it is sent in: `{"custom_id", "params"}` a line, or the `requests` of the call that makes it."""

from collections.abc import Iterator
from typing import Any

from validation.facts.carriage import Wrapped

NAME = "anthropic-batch-input"
PATH = "$.params"


def sniff(value: Any) -> bool:
    """True for one request, and for the body with all of them."""
    if not isinstance(value, dict):
        return False
    listed = value.get("requests")
    return _is_request(value) or (isinstance(listed, list) and any(_is_request(one) for one in listed[:1]))


def parts(value: Any) -> Iterator[Wrapped]:
    """Each `params`, as the request that it is about to become."""
    if _is_request(value):
        yield Wrapped(Wrapped.HISTORY, value["params"], "/params", purpose="send")
        return
    for number, one in enumerate(value["requests"]):
        if _is_request(one):
            yield Wrapped(Wrapped.HISTORY, one["params"], f"/requests/{number}/params", purpose="send")


def _is_request(value: object) -> bool:
    return isinstance(value, dict) and "custom_id" in value and isinstance(value.get("params"), dict) and "messages" in value["params"]
