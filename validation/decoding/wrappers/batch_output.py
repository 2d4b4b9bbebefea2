"""The output or error file of a batch: a line an answer, `{"custom_id", "response": {"status_code", "body"}, "error"}`.

OpenAI, Azure, Mistral, Groq, Together and vLLM write it so; Fireworks has the body in place of `response`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from validation.decoding.wrappers.payloads import is_response
from validation.decoding.wrappers.searching import error_text
from validation.facts.carriage import Wrapped

NAME = "openai-batch-output"
PATH = "$.response.body"


def sniff(value: Any) -> bool:
    """True for an answer or an error with a `custom_id`."""
    return isinstance(value, dict) and "custom_id" in value and ("response" in value or "error" in value)


def parts(value: Any) -> Iterator[Wrapped]:
    """The answer, or the failure. What other endpoints answered (embeddings) is no part."""
    response = value.get("response")
    holder = response if isinstance(response, dict) else {}
    status = holder.get("status_code")
    body, pointer, via = _body(holder)
    refused = type(status) is int and status >= 400
    if is_response(body):
        yield Wrapped(Wrapped.RESPONSE, body, pointer, via=via)
    elif refused or not holder or value.get("error"):
        error = value.get("error") or (body if isinstance(body, dict) else None)
        words = [f"HTTP {status}" if refused else "", error_text(error) if error else "", "" if refused or error else "no response"]
        where = "/error" if value.get("error") else "/response"
        yield Wrapped(Wrapped.FAILED, None, where, detail=": ".join(filter(None, [str(value["custom_id"])[:64], *words])))
    elif isinstance(body, dict):
        yield Wrapped(Wrapped.RECORD, body, pointer, via=via)


def _body(response: dict[str, Any]) -> tuple[object, str, str]:
    """The body of the answer, where it stands, and how it is held."""
    if "choices" in response:
        return response, "/response", ""
    body = response.get("body")
    if isinstance(body, str):
        try:
            return msgspec.json.decode(body), "/response/body", "json-string"
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            return {"error": body}, "/response/body", ""
    return body, "/response/body", ""
