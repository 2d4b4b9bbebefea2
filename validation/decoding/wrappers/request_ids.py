"""The id under which a log names the request that a record answers: streams are told apart by it where the ids of chunks do not.

What is new on each record (a span, an event, a time) is none of these names. A trace or a session may hold several requests, so they come
last; they never part what belongs together.
"""

from typing import Any, Final

from validation.decoding.wrappers.payloads import is_chunk

NAMES: Final = (
    "requestid", "xrequestid", "reqid", "customid", "litellmcallid", "completionid", "generationid", "responseid", "streamid",
    "correlationid", "xcorrelationid", "runid", "traceid", "conversationid", "sessionid", "threadid", "chatid",
)  # fmt: skip
"""As they are in small letters and without what joins their words; the first of them that a record has names its request."""
LONGEST: Final = 200

_RANK: Final = {name: rank for rank, name in enumerate(NAMES)}


def request_keys(value: dict[str, Any]) -> tuple[str, ...]:
    """The keys of a record that name its request, the one to ask first in front."""
    ranked = [(_RANK[name], key) for key in value if (name := key.lower().replace("_", "").replace("-", "")) in _RANK]
    return tuple(key for _, key in sorted(ranked))


def asked_first(value: dict[str, Any]) -> tuple[str, ...]:
    """These keys up to the first that has an id: where a later record like this one has none there, it names no request, and the session
    that it names beside is none."""
    keys = request_keys(value)
    return next((keys[:number] for number in range(1, len(keys)) if first_of(value, keys[:number])), keys)


def first_of(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The first id under these keys, "" when there is none."""
    for key in keys:
        id = value[key]
        if (type(id) is str and id) or type(id) is int:
            return str(id)[:LONGEST]
    return ""


def request_of(value: object) -> str:
    """The id of the request that a record names, itself or in an object beside what it holds; "" when it names none."""
    if not isinstance(value, dict):
        return ""
    beside = [inner for inner in value.values() if isinstance(inner, dict) and not is_chunk(inner)]
    asked = value.get("request")
    named = [first_of(one, request_keys(one)) for one in (value, *beside)]
    return next(filter(None, [*named, first_of(asked, ("id",)) if isinstance(asked, dict) and "id" in asked else ""]), "")
