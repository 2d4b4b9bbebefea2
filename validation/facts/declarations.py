"""What a call can look up of the tools that its request declares: the tool of that name, read once a request."""

from collections.abc import Iterator, Mapping
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
    """The declared tools by name; of two with one name the first counts. Two of different namespaces may share a name: which of them a
    call means its name does not tell, so what stands here has no parameters.

    `known`: the wire held a list. `complete`: each entry has a name, so that a name that is not here was not declared; an entry without
    one is a tool of the server's own, which may call itself anything.
    """

    __slots__ = ("by_name", "complete", "known")

    def __init__(self, wire: object) -> None:
        self.known = isinstance(wire, list)
        self.complete = self.known
        self.by_name: dict[str, Declaration] = {}
        for tool, in_namespace in _every(wire):
            if tool is None:
                self.complete = False
            elif in_namespace and tool.name in self.by_name:
                self.by_name[tool.name] = Declaration(tool.name, None, strict=False)
            else:
                self.by_name.setdefault(tool.name, tool)


def _every(wire: object) -> Iterator[tuple[Declaration | None, bool]]:
    """Each entry, and whether it stands in a namespace: an entry of the Responses API that holds tools and is none itself."""
    for entry in wire if isinstance(wire, list) else ():
        if not isinstance(entry, Mapping) or entry.get("type") != "namespace":
            yield _read(entry), False
        elif isinstance(inner := entry.get("tools"), list):
            yield from ((_read(tool), True) for tool in inner)
        else:
            yield None, True


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
