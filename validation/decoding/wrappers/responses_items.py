"""The Responses API: a request whose `input` is a list of items, a response with its `output`, a list of items, or one item a line."""

from collections.abc import Iterator
from typing import Any

from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.exchanges import failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.foreign import FILTERED, HOSTED_ITEMS, incomplete_reason
from validation.facts.message_keys import LINKS
from validation.facts.requests import Request
from validation.facts.unread_dialects import is_log
from validation.shapes import Shape, shape_of

NAME = "responses-items"
PATH = "a list of items, $.input or $.output"

_LINKED = frozenset({"function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"})
_LINKS = frozenset({"call_id", "arguments", "output"})
_ANSWER = frozenset({"call_id", "output"})
_PARTS = frozenset({"input_text", "output_text", "input_image", "input_file"})
_OF_REQUESTS = frozenset(
    {
        "background", "include", "instructions", "max_output_tokens", "max_tool_calls", "parallel_tool_calls", "previous_response_id",
        "prompt_cache_key", "reasoning", "safety_identifier", "service_tier", "store", "stream", "temperature", "text", "tool_choice",
        "tools", "top_p", "truncation",
    }
)  # fmt: skip
"""Keys of a request for a response; one for embeddings has a model and an input, too, but none of these."""
_OBJECTS = ("reasoning", "text")
"""Keys of a request that are texts in a row of a data set."""
_OF_SDK = frozenset({"extra_body", "extra_headers", "extra_query", "timeout"})
"""What is given to an SDK beside the keys of a request, whatever the request is for."""
_ALLOWED = _OF_REQUESTS | _OF_SDK | {
    "conversation", "input", "metadata", "model", "prompt", "stream_options", "top_logprobs", "user",
}  # fmt: skip
"""All keys of a request: a record with others may be a log that holds an answer, too."""
_ELSEWHERE = ("previous_response_id", "conversation")
"""Keys of a request whose earlier items the server keeps."""
LOOKED_AT = 64


def sniff(value: Any) -> bool:
    """True for what the first items of a list, or the keys of an object, show as items of the Responses API."""
    if isinstance(value, list):
        return any(_is_item(item) for item in value[:LOOKED_AT])
    if not isinstance(value, dict):
        return False
    if value.get("object") == "response" and isinstance(value.get("output"), list):
        return True
    items = value.get("input")
    if _is_text_request(value) or _is_plain_request(value):
        return True
    return _is_item(value) or (isinstance(items, list) and "messages" not in value and any(_is_item(item) for item in items[:LOOKED_AT]))


def parts(value: Any) -> Iterator[Wrapped]:
    """The items as one history; items on lines of their own are one history together."""
    if isinstance(value, list):
        yield Wrapped(Wrapped.HISTORY, value, "")
    elif value.get("object") == "response" and isinstance(value.get("output"), list):
        items = value["output"]
        if items:
            finishes = {len(items) - 1: "length"} if _is_cut(value) else {}
            yield Wrapped(Wrapped.HISTORY, items, "/output", request=_repeated(value), lost=_lost(value), finishes=finishes)
        if isinstance(value.get("error"), dict):
            yield failed(value["error"].get("message"), Held(value).get("error"))
    elif _is_plain_request(value):
        yield Wrapped(Wrapped.HISTORY, value["input"], "/input", request=_without_tools(value), lost=_lost(value), purpose="send")
    elif isinstance(value.get("input"), list):
        yield Wrapped(Wrapped.HISTORY, value["input"], "/input", request=Request(value), lost=_lost(value), purpose="send")
    elif _is_text_request(value):
        yield _of_text(value)
    else:
        yield Wrapped(Wrapped.MESSAGE, value, "")


def _is_cut(response: dict[str, Any]) -> bool:
    """True for a response that says that a limit ended it: in its last item, where it then stops."""
    return response.get("status") == "incomplete" and incomplete_reason(response) != FILTERED


def _is_text_request(value: dict[str, Any]) -> bool:
    """True for a request whose input is one text, and nothing else."""
    if not (isinstance(value.get("input"), str) and isinstance(value.get("model"), str)) or _OF_REQUESTS.isdisjoint(value):
        return False
    return value.keys() <= _ALLOWED and all(isinstance(value.get(key), dict | None) for key in _OBJECTS)


def _is_plain_request(value: dict[str, Any]) -> bool:
    """True for a request whose input is messages, none of which shows by itself that it is of the Responses API, and nothing else."""
    items = value.get("input")
    if not (isinstance(items, list) and items and isinstance(value.get("model"), str) and value.keys() <= _ALLOWED):
        return False
    return all(shape_of(item) is Shape.MESSAGE and LINKS.isdisjoint(item) and not _is_item(item) for item in items)


def _repeated(response: dict[str, Any]) -> Request:
    """The request as a response repeats it: an empty list of tools stands there for none."""
    return Request(response if response.get("tools") else {key: response[key] for key in response if key != "tools"})


def _without_tools(value: dict[str, Any]) -> Request:
    """The request but for its tools, which are not those of Chat Completions."""
    return Request({key: value[key] for key in value if key != "tools"})


def _of_text(value: dict[str, Any]) -> Wrapped:
    """The text of such a request as the one message that it is short for."""
    conversation = Conversation()
    held = Held(value)
    place = conversation.add({"role": "user", "content": value["input"]}, held)
    conversation.point(place, "/content", held.get("input"), alike=True)
    history = conversation.wrapped(request=_without_tools(value))
    history.purpose = "send"
    return history


def _lost(value: dict[str, Any]) -> frozenset[str]:
    """Earlier items are missing where the server kept them, or where items stand for stored ones."""
    items = value.get("input")
    referred = isinstance(items, list) and any(isinstance(item, dict) and item.get("type") == "item_reference" for item in items)
    return frozenset({"earlier-items"}) if referred or any(value.get(key) for key in _ELSEWHERE) else frozenset()


def _is_item(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if isinstance(kind, str) and kind in _LINKED:
        return value.keys() >= _ANSWER or (not _LINKS.isdisjoint(value) and not is_log(value))
    if isinstance(kind, str) and kind in HOSTED_ITEMS:
        return ("id" in value or "call_id" in value) and not is_log(value)
    if kind == "reasoning":
        return isinstance(value.get("summary"), list) and not is_log(value)
    content = value.get("content") if "role" in value else None
    return isinstance(content, list) and any(isinstance(part, dict) and str(part.get("type")) in _PARTS for part in content)
