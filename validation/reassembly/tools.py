"""What stands under `tools` -> the declared tools, each with its name and schema. Reads any JSON value and raises for none."""

from collections.abc import Mapping
from typing import Any, Final

from validation.facts.histories import json_type
from validation.facts.tools import NO_TOOLS, Declared, DeclaredTool, Tools
from validation.reassembly.json_text import REFUSED, decode
from validation.reassembly.schema_faults import fault_of

MAX_TOOLS: Final = 1_024

_SCHEMA_KEYS: Final = ("parameters", "input_schema")


def read_tools(value: object, pointer: str = "") -> Tools:
    """The tools in `value`: an array of tool objects, or a string that holds one, as tables with one column a key have it.

    `pointer`: where `value` stands in its record, "" when it stands in none. Of an array the first 1,024 entries are read.
    """
    if value is None:
        return NO_TOOLS
    state, array = Declared.ARRAY, value
    if isinstance(value, str):
        state, array = Declared.JSON_TEXT, decode(value)
    if array is REFUSED or not isinstance(array, list) or not all(isinstance(entry, dict) for entry in array):
        return Tools(Declared.BROKEN, _type_of(value), pointer)
    return Tools(state, json_type(value), pointer, [_read(number, entry) for number, entry in enumerate(array[:MAX_TOOLS])])


def _type_of(value: object) -> str:
    """The JSON type of what is no array of objects; for an array the type of the first entry that is none."""
    if not isinstance(value, list):
        return json_type(value)
    return f"array with an entry of type {next(json_type(entry) for entry in value if not isinstance(entry, dict))}"


def _read(number: int, entry: Mapping[str, Any]) -> DeclaredTool:
    """Names stand in `function` or `custom`; other interfaces have them in the entry itself."""
    key = next((key for key in ("function", "custom") if isinstance(entry.get(key), dict)), "")
    inside = entry[key] if key else entry
    prefix = f"/{key}" if key else ""
    name = inside.get("name")
    schema_key = next((key for key in _SCHEMA_KEYS if inside.get(key) is not None), "")
    schema = inside.get(schema_key)
    fault = fault_of(schema) if schema_key else None
    return DeclaredTool(number, name if isinstance(name, str) else "", f"{prefix}/name", schema, f"{prefix}/{schema_key}", fault)
