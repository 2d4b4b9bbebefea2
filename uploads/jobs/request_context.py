"""The request that led to a stream, and the tools it declared: small JSON parts, read whole."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from uploads import storage
from uploads.models import Part


class NotUsable(ValueError):  # noqa: N818  it is told to the sender, not handled as a fault
    """Why a request or tools part cannot be used: `what` it is and what was `expected`, both to stand in a sentence."""

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(f"{what}; expected {expected}")
        self.what = what
        self.expected = expected


def read(role: str, body: bytes) -> Any:
    """The value of a request (an object) or tools part (an array, or an object that has it as `tools`). Raises NotUsable."""
    expected = gettext("a JSON object, the request body") if role == Part.Role.REQUEST else gettext("a JSON array of tools")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NotUsable(gettext("is not JSON (%(reason)s)") % {"reason": _reason(error)}, expected) from error
    if role == Part.Role.TOOLS and isinstance(value, dict) and isinstance(value.get("tools"), list):
        return value["tools"]
    if not isinstance(value, dict if role == Part.Role.REQUEST else list):
        raise NotUsable(gettext("is a JSON %(kind)s") % {"kind": _kind(value)}, expected)
    return value


def request_of(found: Mapping[str, Part]) -> Mapping[str, Any] | None:
    """What is known of the request of an upload with these parts (role -> part): its request, with its tools; None when neither was sent.

    Raises NotUsable, and OSError when the files are gone.
    """
    if not found.keys() & {Part.Role.REQUEST, Part.Role.TOOLS}:
        return None
    request: dict[str, Any] = {}
    if Part.Role.REQUEST in found:
        request.update(read(Part.Role.REQUEST, _bytes(found[Part.Role.REQUEST])))
    if Part.Role.TOOLS in found:
        request["tools"] = read(Part.Role.TOOLS, _bytes(found[Part.Role.TOOLS]))
    return request


def _bytes(part: Part) -> bytes:
    return storage.path(str(part.file.name)).read_bytes()


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}, line {error.lineno} column {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return "it is nested too deeply" if isinstance(error, RecursionError) else "it holds a number of too many digits"


def _kind(value: Any) -> str:
    kinds: dict[type, str] = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
    return kinds.get(type(value), "number")
