"""Errors that stand bare, without an `error` around them, as some servers write them where a chunk should be, or in place of an answer.

vLLM's `{"object":"error","message":...}`, FastAPI's and RFC 9457's `{"detail":...}`, both at once from Mistral, `{"code":500,...}` of
gateways, `{"error_code":...}` of Baidu and Databricks, `{"success":false,"errors":[...]}` of Cloudflare, `{"base_resp":...}` of MiniMax.
Sources: ErrorResponse of vLLM's OpenAI server, fastapi.tiangolo.com/tutorial/handling-errors, RFC 9457, the vendors' pages on errors.
"""

from typing import Any, Final

from validation.facts.carriage import BareError, Input
from validation.facts.places import At
from validation.shapes import Shape

_OF_DETAIL: Final = frozenset({"detail", "instance", "status", "title", "type"})
_OF_CODE: Final = frozenset(
    {"code", "data", "details", "message", "msg", "param", "request_id", "requestId", "status", "success", "timestamp", "trace_id", "type"}
)
_OF_ERROR_CODE: Final = frozenset({"details", "error_code", "error_msg", "id", "log_id", "message", "request_id"})
_OF_ERRORS: Final = frozenset({"errors", "messages", "result", "result_info", "success"})
"""All keys of such bodies; a record with others may be one of a log."""


def bare_error(value: dict[str, Any], facts: Input, at: At) -> BareError | None:
    """The error that `value` is, as it would stand under `error`; None where it may as well be something else.

    In lines of JSON any log may have such records; there they count behind records that all were something to check.
    """
    if value.get("object") == "error":
        message = value.get("message")
        return BareError(value) if isinstance(message, str) else _of_detail(message) if isinstance(message, dict) else None
    if "base_resp" in value:
        return _of_base_resp(value)
    error = _of_detail(value) or _of_code(value) or _of_error_code(value) or _of_errors(value)
    if error is None or (facts.container == "jsonl" and (at[0] == 0 or Shape.UNKNOWN in facts.shapes)):
        return None
    return error


def _of_detail(value: dict[str, Any]) -> BareError | None:
    detail = value.get("detail")
    if isinstance(detail, list) and len(value) == 1 and detail and isinstance(detail[0], dict):
        message = detail[0].get("msg")
        return BareError(code=detail[0].get("type"), message=message) if isinstance(message, str) and "loc" in detail[0] else None
    status = value.get("status")
    alone = len(value) == 1 or (type(status) is int and status >= 400 and value.keys() <= _OF_DETAIL)
    return BareError(code=status, message=detail) if alone and isinstance(detail, str) and detail else None


def _of_code(value: dict[str, Any]) -> BareError | None:
    code, message = value.get("code"), value.get("message", value.get("msg"))
    if not (isinstance(message, str) and message and value.keys() <= _OF_CODE) or value.get("success") is True:
        return None
    number = int(code) if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) < 10 else code
    failed = number >= 400 if type(number) is int else isinstance(number, str) and _is_name_of_error(number)
    return BareError(code=code, message=message) if failed else None


def _of_error_code(value: dict[str, Any]) -> BareError | None:
    code, message = value.get("error_code"), value.get("error_msg", value.get("message"))
    known = code and type(code) in (int, str) and isinstance(message, str) and message and value.keys() <= _OF_ERROR_CODE
    return BareError(code=code, message=message) if known else None


def _of_errors(value: dict[str, Any]) -> BareError | None:
    errors = value.get("errors")
    if value.get("success") is not False or not isinstance(errors, list) or not value.keys() <= _OF_ERRORS:
        return None
    first = errors[0] if errors and isinstance(errors[0], dict) else {}
    return BareError(code=first.get("code"), message=first["message"]) if isinstance(first.get("message"), str) else None


def _of_base_resp(value: dict[str, Any]) -> BareError | None:
    state = value["base_resp"]
    if value.get("choices") or not isinstance(state, dict) or type(state.get("status_code")) is not int or not state["status_code"]:
        return None
    return BareError(code=state["status_code"], message=state.get("status_msg"))


def _is_name_of_error(code: str) -> bool:
    """True for `rate_limit_exceeded`, `InternalError`; False for `ok`, `info` or `E12`."""
    low = code.lower()
    return any(word in low for word in ("error", "exceed", "invalid", "fail", "denied", "limit", "timeout", "unavailable", "unauthorized"))
