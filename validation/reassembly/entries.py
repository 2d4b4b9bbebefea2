"""What one tool-call entry brings to its call: the type, the name or a piece of it, argument text."""

from collections.abc import Callable
from typing import Any

from validation.examples import dumps
from validation.facts.places import Spot, again, short
from validation.facts.streams import Call

MAX_CHANGES = 64
MAX_NAME = 1_000

_WORDS = {dict: "object", list: "array", bool: "boolean"}

Wire = dict[str, Any]


def body_of(call: Call, entry: Wire, spot: Spot) -> Wire:
    """The part that holds name and argument text: `function`, or `custom` with its `input`; {} where there is none."""
    custom = entry.get("custom")
    if type(custom) is dict:
        call.custom = True
        return {key: custom[wire] for key, wire in (("name", "name"), ("arguments", "input")) if wire in custom}
    function = entry.get("function")
    if type(function) is dict:
        if "arguments" not in function:
            call.arguments_absent = again(call.arguments_absent, spot)
        return function
    if entry.get("type") != "custom" and not call.custom:
        call.function_missing = again(call.function_missing, spot)
    return {}


def note_type(call: Call, entry: Wire, spot: Spot) -> None:
    """Note the type, null and odd ones too."""
    if "type" not in entry:
        return
    value = entry["type"]
    call.types.add(value if value is None or type(value) is str else ("odd", type(value).__name__), spot)
    if type(value) is str and value:
        call.type = call.type or value
        call.custom = call.custom or value == "custom"


def note_name(call: Call, body: Wire, spot: Spot) -> None:
    """Fill, join or compare the name; count empty ones."""
    name = body.get("name")
    if not isinstance(name, str) or not name:
        if "name" in body and call.name and not name:
            call.empty_names = again(call.empty_names, spot)
        return
    if call.name is None:
        call.name, call.name_spot = name, spot
        if _begun(call, spot):
            call.name_late = spot
        call.name_pieces.append((name, spot))
    elif name == call.name:
        call.name_repeats = again(call.name_repeats, spot)
    elif not call.pieces and len(call.name) < MAX_NAME:
        call.name += name
        call.name_pieces.append((name, spot))
    elif len(call.name_changes) < MAX_CHANGES:
        call.name_changes.append((name, spot))


def note_arguments(call: Call, body: Wire, spot: Spot, room: Callable[[int], int]) -> int:
    """Append argument text, and anything else as its JSON. How many characters were added.

    `room(number)` says how many are taken; where it is as many as that number, perhaps not all that are.
    """
    value = body.get("arguments")
    if value is None:
        if "arguments" in body:
            call.arguments_null = again(call.arguments_null, spot)
        return 0
    if type(value) is not str:
        call.odd_arguments.add(_WORDS.get(type(value), "number"), spot)
        value = _compact(value)
    if not value:
        return 0
    if len(value) > room(len(value)):
        call.whole = False
        call.choice.stream.limits.add("more than 16 MiB of arguments", spot)
        return 0
    call.bring(value, spot.chunk)
    return len(value)


def _begun(call: Call, spot: Spot) -> bool:
    """True when an entry before the one at `spot` brought an id or a `function`: the call has begun without a name."""
    bare = call.function_missing.count if call.function_missing else 0
    return call.entries > bare or (call.entries > 0 and call.id is not None and call.id_late != spot)


def _compact(value: object) -> str:
    """The JSON of arguments that came as no text, for display."""
    try:
        return dumps(value)
    except (ValueError, RecursionError):
        return short(value)
