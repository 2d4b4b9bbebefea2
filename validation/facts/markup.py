"""Tool calls that were left in a text: the markup of chat templates, and JSON that is nothing but a call."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

_BAR: Final = "[|｜‖│∣￨]"
_SPACE: Final = r"\s{0,40}"
_NAME: Final = r"[\w.:-]{1,128}"
_BODY: Final = (
    rf"(?={_SPACE}(?:\{{{_SPACE}[\"'}}]|\[{_SPACE}\{{|<function=|<(?:arg_key|parameter|invoke|name)\b"
    rf"|{_NAME}{_SPACE}(?:<arg_key>|</tool_call>|\{{{_SPACE}[\"'}}]|\({_SPACE}\w{{1,64}}{_SPACE}=)))"
)
_MARKER: Final = re.compile(
    rf"<{_BAR}(?:tool[_▁ ]?calls?[\w▁]{{0,40}}|python_tag|channel{_BAR}>{_SPACE}\w{{1,20}}\s{{1,4}}to=functions)(?:{_BAR}>?|\b)"
    rf"|<?/?{_BAR}{{1,2}}DSML{_BAR}{{1,2}}"
    rf"|<(?:minimax:)?(?:tool|function)_calls?>{_BODY}"
    rf"|<function={_NAME}>(?={_SPACE}(?:\{{|<parameter=|</function>))"
    rf"|\[TOOL_CALLS\](?={_SPACE}(?:\[{_SPACE}\{{|{_NAME}{_SPACE}(?:\[ARGS\]|\{{)))"
    rf"|\bfunctools\[(?={_SPACE}\{{)"
)
_WORDS: Final = ("tool", "function", "TOOL_CALLS", "DSML", "python_tag")
"""Every marker holds one of these, and most texts none."""
_FENCE: Final = re.compile(r"^[ \t]{0,3}(```+|~~~+)[^\n]*(?:\n.*?(?:^[ \t]{0,3}\1[`~]*[ \t]*$|\Z)|\Z)", re.DOTALL | re.MULTILINE)
_INLINE: Final = re.compile(r"`[^`\n]{1,400}`")
_NAME_TOKEN: Final = re.compile(rf"<{_BAR}|{_BAR}>|{_BAR}DSML|</?(?:tool_call|function|think)|\[(?:ARGS|TOOL_CALLS|CALL_ID)\]")
_CALL_NAME: Final = re.compile(r"[\w.:/-]{1,128}")

_decode = msgspec.json.Decoder().decode


class Markup(NamedTuple):
    """Markup of a call in a text: the marker, the character where it begins, and whether it only stands in quoted code."""

    marker: str
    char: int
    quoted: bool


def markup_in(text: str) -> Markup | None:
    """The first marker of a tool call in `text`: one with special-token bars, or one with the body of a call behind it.

    Markers outside code (fenced, or between backticks) come first; None when there is none at all.
    """
    hit = _MARKER.search(text) if any(word in text for word in _WORDS) else None
    if hit is None:
        return None
    shown = _MARKER.search(_INLINE.sub(_blank, _FENCE.sub(_blank, text)))
    found = shown or hit
    return Markup(found[0], found.start(), shown is None)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def name_token_in(name: str) -> str | None:
    """A token of a chat template inside the name of a tool, or None."""
    hit = _NAME_TOKEN.search(name)
    return hit[0] if hit else None


def bare_calls_in(text: str) -> list[str]:
    """The names of the calls that `text` is made of and nothing else: an object with a name and arguments, or an array of such.

    Empty for anything else. The declaration of a tool, whose parameters are a schema, is no call.
    """
    stripped = text.strip()
    if not stripped.startswith(("{", "[")) or not stripped.endswith(("}", "]")) or '"name"' not in stripped:
        return []
    try:
        value = _decode(stripped)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, ValueError):
        return []
    items = value if type(value) is list else [value]
    names = [_call_name(item) for item in items]
    return [name for name in names if name] if all(names) else []


def _call_name(item: object) -> str:
    """The name when `item` is a call, else an empty text."""
    if type(item) is not dict:
        return ""
    name, arguments = item.get("name"), item.get("arguments", item.get("parameters"))
    if type(name) is not str or not _CALL_NAME.fullmatch(name) or type(arguments) not in (dict, str):
        return ""
    schema = type(arguments) is dict and "properties" in arguments and arguments.get("type") == "object"
    return "" if schema else name


def asked_about(messages: object, marker: str) -> bool:
    """True when a user message speaks of the marker itself, so that the answer may quote it."""
    word = marker.strip("<>[]|｜‖│∣￨/ ")
    return any(word in text for text in _user_texts(messages)) if word else False


def _user_texts(messages: object) -> Iterator[str]:
    for message in messages if isinstance(messages, list) else ():
        if isinstance(message, Mapping) and message.get("role") == "user":
            yield from _texts(message.get("content"))


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    for part in content if isinstance(content, list) else ():
        if isinstance(part, Mapping) and isinstance(part.get("text"), str):
            yield part["text"]
