"""LiteLLM's spend logs: one row of the table a request, exported as they are or read from the proxy's interface.

Messages and response are there when the proxy was told to store prompts; newer versions keep the request in `proxy_server_request` alone.
Source: docs.litellm.ai/docs/proxy/ui_logs.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.exchanges import exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "litellm-spend-logs"
PATH = "$.messages, $.response"

REQUEST = "proxy_server_request"
DETAILS = frozenset({"messages", "response", REQUEST})


def sniff(value: Any) -> bool:
    """True for a row, and for a page of rows."""
    return _is_row(value) or (isinstance(value, Mapping) and isinstance(value.get("data"), list) and any(map(_is_row, value["data"][:4])))


def _is_row(value: object) -> bool:
    """True for a row, and for what the interface gives as the details of one."""
    if not isinstance(value, Mapping):
        return False
    return ("spend" in value and "request_id" in value and ("messages" in value or REQUEST in value)) or value.keys() >= DETAILS


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every row that holds messages, and a word on each that failed."""
    rows = [Held(value)] if _is_row(value) else Held(value).get("data").elements()
    for row in rows:
        yield from _row(row)


def _row(row: Held) -> Iterator[Wrapped]:
    body = row.get(REQUEST).opened()
    body = body.get("body") if isinstance(body.keys.get("body"), dict) else body
    messages = row.get("messages").opened()
    is_whole = messages.value and not isinstance(messages.value, str)
    sent = messages if is_whole or "messages" not in body.keys else body.get("messages")
    tools = body.get("tools") if isinstance(body.keys.get("tools"), list) else None
    is_failed = row.word("status") == "failure" or row.get("metadata").opened().word("status") == "failure"
    answer = row.get("response")
    request = Request(body.keys) if "messages" in body.keys else None
    answer = answer._replace(value=None) if is_failed else answer
    yield from exchange(sent, answer, request=request, tools=tools, streamed=body.keys.get("stream") is True)
    if is_failed:
        yield failed(row.get("metadata").opened().get("error_information").word("error_message"), row)
