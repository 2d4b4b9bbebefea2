"""Query parameters: each is declared once and gives both the check of a request and its entry in the OpenAPI document."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter

from uploads.api.problems import Problem, shown

Value = TypeVar("Value")


@dataclass(frozen=True)
class Parameter(Generic[Value]):
    """One query parameter. `read` turns its text into a value, or raises ValueError saying what is expected."""

    name: str
    read: Callable[[str], Value]
    default: Value
    description: str
    schema: dict[str, Any]

    def described(self) -> OpenApiParameter:
        """Its entry in the OpenAPI document."""
        explode = False if self.schema["type"] == "array" else None
        return OpenApiParameter(
            self.name, type=cast(Any, self.schema), location=OpenApiParameter.QUERY, description=self.description, explode=explode
        )


class Values:
    """The values of a request's parameters: `values[WAIT]` has the type that WAIT declares."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getitem__(self, parameter: Parameter[Value]) -> Value:
        return cast(Value, self._values[parameter.name])


def read(request: HttpRequest, parameters: Iterable[Parameter[Any]]) -> Values:
    """The values of `parameters` in the query of `request`. Raises Problem naming every parameter at fault and what is allowed."""
    known = {parameter.name: parameter for parameter in parameters}
    values = {name: parameter.default for name, parameter in known.items()}
    errors = []
    for name, texts in request.GET.lists():
        try:
            values[name] = _value(name, texts, known)
        except ValueError as error:
            errors.append({"parameter": shown(name), "detail": str(error)})
    if errors:
        raise Problem("invalid-parameter", " ".join(error["detail"] for error in errors[:5]), errors=errors[:20])
    return Values(values)


def _value(name: str, texts: list[str], known: dict[str, Parameter[Any]]) -> object:
    if name not in known:
        allowed = ", ".join(sorted(known)) or "none"
        raise ValueError(f'There is no parameter "{shown(name)}" here. Allowed: {allowed}.')
    if len(texts) != 1:
        raise ValueError(f'"{name}" stands there {len(texts)} times. Give it once.')
    if "\0" in texts[0]:
        raise ValueError(f'"{name}" contains a NUL. Leave it out.')
    try:
        return known[name].read(texts[0])
    except ValueError as error:
        raise ValueError(f'"{name}" cannot be "{shown(texts[0])}". Expected: {error}.') from None


def choice(name: str, words: Iterable[str], default: Value, description: str) -> Parameter[str | Value]:
    """One of `words`."""
    allowed = tuple(words)

    def parse(text: str) -> str:
        if text not in allowed:
            raise ValueError("one of " + ", ".join(allowed))
        return text

    schema: dict[str, Any] = {"type": "string", "enum": list(allowed)}
    return Parameter(name, parse, default, description, _with_default(schema, default))


def several(name: str, words: Iterable[str], description: str) -> Parameter[tuple[str, ...]]:
    """Any of `words`, separated by commas; nothing given means no restriction."""
    allowed = tuple(words)

    def parse(text: str) -> tuple[str, ...]:
        chosen = tuple(text.split(","))
        if not set(chosen) <= set(allowed):
            raise ValueError("any of " + ", ".join(allowed) + ", separated by commas")
        return chosen

    return Parameter(name, parse, (), description, {"type": "array", "items": {"type": "string", "enum": list(allowed)}, "minItems": 1})


def whole(name: str, lowest: int, highest: int, default: Value, description: str) -> Parameter[int | Value]:
    """A whole number from `lowest` to `highest`."""

    def parse(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,18}", text) or not lowest <= int(text) <= highest:
            raise ValueError(f"a whole number from {lowest} to {highest}")
        return int(text)

    schema: dict[str, Any] = {"type": "integer", "minimum": lowest, "maximum": highest}
    return Parameter(name, parse, default, description, _with_default(schema, default))


def flag(name: str, description: str, default: bool = False) -> Parameter[bool]:
    """1 or 0."""

    def parse(text: str) -> bool:
        if text not in ("0", "1"):
            raise ValueError("1 or 0")
        return text == "1"

    return Parameter(name, parse, default, description, {"type": "string", "enum": ["0", "1"], "default": "1" if default else "0"})


def line(name: str, longest: int, description: str, pattern: str | None = None, expected: str = "") -> Parameter[str]:
    """A short text on one line; with `pattern` one that it matches in full."""

    def parse(text: str) -> str:
        if len(text) > longest or not all(sign.isprintable() for sign in text):
            raise ValueError(f"at most {longest} printable characters on one line")
        if pattern is not None and not re.fullmatch(pattern, text):
            raise ValueError(expected)
        return text

    schema: dict[str, Any] = {"type": "string", "maxLength": longest}
    if pattern is not None:
        schema["pattern"] = f"^{pattern}$"
    return Parameter(name, parse, "", description, schema)


def _with_default(schema: dict[str, Any], default: object) -> dict[str, Any]:
    return schema if default is None else {**schema, "default": default}
