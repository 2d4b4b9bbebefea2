"""LiteLLM's standard logging payload: one exchange a line, the messages of the request beside the response.

A streamed response is logged after it was put together. The payload also stands as `standard_logging_object` in what callbacks write.
Source: docs.litellm.ai/docs/proxy/logging_spec.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.exchanges import exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "litellm-standard-logging"
PATH = "$.messages, $.response"

PAYLOAD = "standard_logging_object"
OTHER_CALLS = ("embedding", "image", "speech", "transcription", "moderation", "rerank")


def sniff(value: Any) -> bool:
    """True for a payload, or an object that has one."""
    if not isinstance(value, Mapping):
        return False
    return _is_payload(value) or _is_payload(value.get(PAYLOAD)) or _is_payload(_of_kwargs(value))


def _of_kwargs(value: Mapping[str, Any]) -> object:
    kwargs = value.get("kwargs")
    return kwargs.get(PAYLOAD) if isinstance(kwargs, Mapping) else None


def _is_payload(value: object) -> bool:
    return isinstance(value, Mapping) and "call_type" in value and "messages" in value and "response" in value and "spend" not in value


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of the exchange, and a word on a failure."""
    held = Held(value)
    if not _is_payload(value):
        held = held.get(PAYLOAD) if PAYLOAD in value else held.get("kwargs", PAYLOAD)
    if any(word in held.word("call_type") for word in OTHER_CALLS):
        return
    options = held.get("model_parameters")
    tools = options.get("tools") if isinstance(options.keys.get("tools"), list) else None
    request = Request({**options.keys, "model": held.keys.get("model")}) if options.keys else None
    is_failed = held.word("status") == "failure"
    answer = held.get("response")
    answer = answer._replace(value=None) if is_failed else answer
    yield from exchange(held.get("messages"), answer, request=request, tools=tools, streamed=held.keys.get("stream") is True)
    if is_failed:
        yield failed(held.word("error_str") or held.get("error_information").word("error_message"), held)
