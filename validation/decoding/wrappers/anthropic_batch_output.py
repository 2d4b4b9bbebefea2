"""The results of a batch of Anthropic's Messages: a line an answer, `{"custom_id", "result": {"type", "message" or "error"}}`."""

from collections.abc import Iterator
from typing import Any

from validation.decoding.wrappers.payloads import is_message
from validation.decoding.wrappers.searching import error_text
from validation.facts.carriage import Wrapped

NAME = "anthropic-batch-output"
PATH = "$.result.message"


def sniff(value: Any) -> bool:
    """True for a result with a `custom_id`."""
    return isinstance(value, dict) and "custom_id" in value and isinstance(value.get("result"), dict) and "type" in value["result"]


def parts(value: Any) -> Iterator[Wrapped]:
    """The answer, a history of its own, or the failure: errored, canceled, expired."""
    result = value["result"]
    message, name = result.get("message"), str(value["custom_id"])[:64]
    if is_message(message):
        yield Wrapped(Wrapped.MESSAGE, message, "/result/message", group=f"{NAME} {name}")
    elif result["type"] != "succeeded":
        error = result.get("error")
        words = [name, str(result["type"])[:64], error_text(error) if error else ""]
        yield Wrapped(Wrapped.FAILED, None, "/result/error" if error else "/result", detail=": ".join(filter(None, words)))
