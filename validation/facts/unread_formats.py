"""Formats that hold no trace as Callcheck reads it, but that people have at hand: what gives them away, and what they are called."""

import re
from typing import Any, Final

HTML: Final = "a page of HTML"
XML: Final = "XML"
PYTHON: Final = "objects as Python prints them"
CSV: Final = "a table (CSV)"
YAML: Final = "YAML"
COMMAND: Final = "a command for a shell"
FETCH: Final = "a request that a browser copied as fetch"
SCRIPT: Final = "JavaScript or JSON5, where JSON has quotes around its keys and no comments"
BASE64: Final = "text in base64"
SOURCE: Final = "a program in Python"
CURL_TRACE: Final = "what curl --trace writes"
FLOWS: Final = "flows of mitmproxy"
DATA_STREAM: Final = "a data stream of the AI SDK before version 5"

_MARKUP: Final = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_COMMAND: Final = re.compile(
    r"(?:[$#>%] )?(?:curl|http|wget|Invoke-(?:RestMethod|WebRequest))(?:\.exe)? +(?:-|'|\"|https?:|POST |GET )"
    r"|\$\w+ *= *New-Object ",
    re.IGNORECASE,
)
_SCRIPT: Final = re.compile(r"(?:(?:export +)?(?:const|let|var) +\w+ *= *)?[\[{]+ *(?:[A-Za-z_]\w* *:(?!:)|//|/\*)")
_ENCODED: Final = re.compile(r"(?:eyJ|W3si|ZGF0YTog)[A-Za-z0-9+/]{20,}=*\W*")
_PRINTED: Final = re.compile(
    r"\[?[A-Z]+[a-z]\w*\(\w+=|<(?:[\w.]+ object|generator object \S+|async_generator object \S+) at 0x|\[?b['\"]|.*\bRequest options: \{'"
)
_HEADER: Final = re.compile(r'"?[A-Za-z_][\w.]*"?(?:([,;])"?[A-Za-z_][\w.]*"?)(?:\1"?[A-Za-z_][\w.]*"?)*(?:\1?…)?')
_KEY: Final = re.compile(
    r"(?:- +)?(?:messages|role|content|model|tools|tool_calls|choices|object|requests?|responses?|(?:http_)?interactions) *:(?: |$)"
)
_ANY_KEY: Final = re.compile(r"(?:- +)?[\w.-]+ *:(?: |$)")
_BLOCK_SCALAR: Final = re.compile(r" *(?:- +)?[\w.-]+ *: *[|>][+-]?\d? *")
_DATA_STREAM: Final = re.compile(r'[0-9a-k]:(?:["\[{]|null$)')
_OTHERS: Final = (
    (re.compile(r"(?:await +)?fetch\("), FETCH),
    (re.compile(r"(?:[\d:.]+ )?== Info: "), CURL_TRACE),
    (re.compile(r"\d+:\d{1,2}:[a-z_]+;"), FLOWS),
)
_SOURCE: Final = re.compile(r'(?:from [\w.]+ import \w|import [\w.]+(?: as \w+)?$|def \w+\(.*\).*:$|\w+ *= *[rbfu]{0,2}"""|[rbu]?""")')
_OF_TELEMETRY: Final = frozenset({"resourceSpans", "resource_spans", "resourceLogs", "resource_logs", "resourceMetrics"})


def format_of_text(lines: list[str]) -> str:
    """What a text is of which no line could be read, from the beginnings of its first lines; "" for none of those known."""
    first = lines[0].lstrip() if lines else ""
    second = lines[1] if len(lines) > 1 else ""
    if _MARKUP.match(first):
        return HTML
    if first.startswith("<?xml"):
        return HTML if _MARKUP.match(second.lstrip()) else XML
    if lines and all(map(_DATA_STREAM.match, lines[:2])):
        return DATA_STREAM
    if _PRINTED.match(first):
        return PYTHON
    if _COMMAND.match(first):
        return COMMAND
    if name := next((name for pattern, name in _OTHERS if pattern.match(first)), ""):
        return name
    if _SCRIPT.match(first) or (first.rstrip() in ("{", "[", "[{") and _SCRIPT.match("{" + second.strip())):
        return SCRIPT
    if _ENCODED.fullmatch(first.strip()):
        return BASE64
    header = _HEADER.fullmatch(first.strip())
    if header is not None and header[1] in second:
        return CSV
    return YAML if (_ANY_KEY.match(second.lstrip()) if first.strip() == "---" else _KEY.match(first)) else ""


def format_of_source(lines: list[str]) -> str:
    """What a file is that quotes blocks of code, from the lines before the first of these; "" for prose, whatever it begins with.

    In a program a block stands inside a text between three quotes; lines of code alone are quoted by somebody who put no fence around them.
    """
    name = format_of_text(lines[:2])
    if name in (HTML, XML, PYTHON, CSV):
        return name
    if any(_BLOCK_SCALAR.fullmatch(line) for line in lines):
        return YAML
    inside_a_text = sum(line.count('"""') + line.count("'''") for line in lines) % 2 == 1
    return SOURCE if inside_a_text and any(_SOURCE.match(line) for line in lines) else ""


def format_of_object(value: dict[str, Any]) -> str:
    """What an object is in which nothing was found that can be checked; "" for none of those known."""
    if value.get("jsonrpc") == "2.0" and ("method" in value or "result" in value):
        return "JSON-RPC, as MCP servers speak it"
    if not _OF_TELEMETRY.isdisjoint(value):
        return "OpenTelemetry data in which no span or record has messages of a model"
    version = value.get("schema_version")
    if isinstance(version, str) and version.startswith("ATIF"):
        return "a trajectory in ATIF"
    if "requesterUsername" in value and isinstance(value.get("requests"), list):
        return "an export of Copilot Chat"
    if _is_of_data_stream(value):
        return DATA_STREAM
    info = value.get("info")
    if isinstance(info, dict) and "item" in value and "getpostman.com" in str(info.get("schema")):
        return "a Postman collection"
    return ""


def _is_of_data_stream(value: dict[str, Any]) -> bool:
    """True for what stands behind the code of a line of such a stream: a call, a piece of its input, its result, or an end."""
    if "toolCallId" in value and value.keys() <= {"toolCallId", "toolName", "args", "argsTextDelta", "result"}:
        return len(value) > 1
    return isinstance(value.get("finishReason"), str) and value.keys() <= {"finishReason", "usage", "isContinued"}
