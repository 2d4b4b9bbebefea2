"""The index of a tool-call entry -> the key of its slot, and the label that the call there is shown with."""

from validation.facts.places import index_label

MAX_INDEX = 9_999


def key_of(index: object, given: bool) -> tuple[object, str]:
    """The slot key of a wire index, and the form it came in when that is not a plain number ("" when it is).

    A numeric string counts as its number. A null or missing index has no key; anything else unusable keys itself.
    """
    if type(index) is int:
        if 0 <= index <= MAX_INDEX:
            return index, ""
        return ("odd", "int", index_label(index)), "negative" if index < 0 else "beyond"
    if index is None:
        return None, "null" if given else "missing"
    if type(index) is str and index.isascii() and index.isdecimal() and len(index) < 5:
        return int(index), "string"
    form = {str: "string", float: "float", bool: "boolean", list: "array", dict: "object"}[type(index)]
    return ("odd", form, index_label(index)), form


def label_of(key: object, place: int) -> str:
    """The label of the n-th call under one key: "0", then "0b", "0c"; "?" where the index is missing."""
    return _text(key) + _letter(place)


def _text(key: object) -> str:
    if type(key) is tuple:
        return str(key[-1])
    return "?" if key is None else str(key)


def _letter(place: int) -> str:
    """The letter of the n-th call under one index: none, b, c ... z, then numbers."""
    if place == 0:
        return ""
    return chr(ord("a") + place) if place < 26 else f"-{place + 1}"
