"""The tools that a request or a training line declares, as they were read. Written by `reassembly.tools`, read by rules."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class Declared(StrEnum):
    """What stands where `tools` belongs. JSON_TEXT: a string that holds the array. BROKEN: nothing that says which tools there are."""

    ABSENT = "absent"
    ARRAY = "array"
    JSON_TEXT = "json-text"
    BROKEN = "broken"


class SchemaFault(NamedTuple):
    """Why a JSON Schema is none (Draft 7): the first fault, with a JSON pointer inside the schema."""

    pointer: str
    what: str


class DeclaredTool(NamedTuple):
    """One entry of `tools`: its number, its name ("" when it has none), its schema (None when it has none) and the fault of that.

    `name_pointer`, `schema_pointer`: JSON pointers inside the entry.
    """

    number: int
    name: str
    name_pointer: str
    schema: object
    schema_pointer: str
    fault: SchemaFault | None


class Tools:
    """The declared tools. `type`: the JSON type of what stands there. `pointer`: of `tools` in the history's record, "" when it stands
    elsewhere. `entries` is empty unless they are known."""

    __slots__ = ("entries", "pointer", "state", "type")

    def __init__(self, state: Declared, type: str = "", pointer: str = "", entries: Sequence[DeclaredTool] = ()) -> None:
        self.state = state
        self.type = type
        self.pointer = pointer
        self.entries = entries

    @property
    def known(self) -> bool:
        """True when it is known which tools there are, none at all included."""
        return self.state in (Declared.ARRAY, Declared.JSON_TEXT)

    def pointer_to(self, tool: DeclaredTool, inside: str) -> str:
        """The JSON pointer of a part of `tool`; of `tools` itself where the entry stands in a string or elsewhere."""
        return f"{self.pointer}/{tool.number}{inside}" if self.pointer and self.state is Declared.ARRAY else self.pointer


NO_TOOLS: Final = Tools(Declared.ABSENT)
