"""What a call can look up of the tools that its request declares: the tool of that name, read once a request."""

from collections.abc import Mapping
from typing import Any


class Declaration:
    """One declared tool. `parameters`: its JSON Schema, None when it has none. `strict`: the endpoint promised to keep to it.

    `prepared`: what `schemas` made of the parameters at the first check, so that a thousand calls of a tool prepare it once.
    """

    __slots__ = ("name", "parameters", "prepared", "strict")

    def __init__(self, name: str, parameters: Mapping[str, Any] | None, strict: bool) -> None:
        self.name = name
        self.parameters = parameters
        self.strict = strict
        self.prepared: object = None


class Declarations:
    """The declared tools by name; of two with one name the first counts.

    `known`: the wire held a list. `complete`: each entry has a name, so that a name that is not here was not declared; an entry without
    one is a tool of the server's own, which may call itself anything.
    """

    __slots__ = ("by_name", "complete", "known")

    def __init__(self, wire: object) -> None:
        self.known = isinstance(wire, list)
        self.complete = self.known
        self.by_name: dict[str, Declaration] = {}
        for entry in wire if isinstance(wire, list) else ():
            tool = _read(entry)
            if tool is None:
                self.complete = False
            else:
                self.by_name.setdefault(tool.name, tool)


def _read(entry: object) -> Declaration | None:
    """A tool as Chat Completions has it, a custom one, or the flat forms of the Responses API and of Anthropic Messages."""
    if not isinstance(entry, Mapping):
        return None
    inner = next((entry[key] for key in ("function", "custom") if isinstance(entry.get(key), Mapping)), entry)
    name = inner.get("name")
    if not isinstance(name, str) or not name:
        return None
    parameters = inner.get("parameters", inner.get("input_schema"))
    strict = inner.get("strict") is True or entry.get("strict") is True
    return Declaration(name, parameters if isinstance(parameters, Mapping) else None, strict)
