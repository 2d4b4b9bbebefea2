"""What one chunk says about the stream it belongs to: its id, a role, a finish."""

from collections.abc import Iterable
from typing import Any

Wire = dict[str, Any]


def starts_after_done(ids: list[str], wire: Wire) -> bool:
    """True when a chunk behind `[DONE]` belongs to another response than the one with `ids`, and is no late data of it."""
    return (id_of(wire) != "" and id_of(wire) not in ids) or has_role(wire) or tells_of_prompt(wire)


def id_of(wire: Wire) -> str:
    """The id of a chunk, "" when it has none."""
    id = wire.get("id")
    return id if isinstance(id, str) else ""


def choices_of(wire: Wire) -> Iterable[Wire]:
    """The choices of a chunk that are objects."""
    choices = wire.get("choices")
    return [choice for choice in choices if type(choice) is dict] if type(choices) is list else ()


def indices_of(wire: Wire) -> set[str]:
    """The numbers of its choices."""
    return {str(choice.get("index")) for choice in choices_of(wire)}


def finishes(wire: Wire) -> bool:
    """True when a choice of this chunk has a finish_reason."""
    return any(choice.get("finish_reason") for choice in choices_of(wire))


def brings_role(choice: Wire) -> bool:
    """True when the delta of this choice brings a role."""
    delta = choice.get("delta")
    return type(delta) is dict and bool(delta.get("role"))


def has_role(wire: Wire) -> bool:
    """True when a delta of this chunk brings a role."""
    return any(map(brings_role, choices_of(wire)))


def tells_of_prompt(wire: Wire) -> bool:
    """True for a chunk without id and choices that says what Azure's filter made of the prompt: a response begins with it."""
    return wire.get("prompt_filter_results") is not None and not (id_of(wire) or wire.get("choices") or wire.get("usage"))


def has_first_choice(wire: Wire) -> bool:
    """True unless every choice of this chunk has a number above 0: a response does not begin with its second answer."""
    return any(type(index := choice.get("index")) is not int or index == 0 for choice in choices_of(wire))


def only_role(wire: Wire) -> bool:
    """True when the deltas of this chunk bring a role and nothing else."""
    deltas = [choice.get("delta") for choice in choices_of(wire)]
    return has_role(wire) and not any(value for delta in deltas if type(delta) is dict for key, value in delta.items() if key != "role")
