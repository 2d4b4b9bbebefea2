"""Every answer that a test gets is held against the OpenAPI document: address, status, media type and shape, nothing undocumented."""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from jsonschema import Draft202012Validator

from uploads.api.schema import document

WHATEVER_IS_ASKED = {405}
"""Statuses that any address may answer with, without saying so for each method."""


def check(method: str, path: str, response: HttpResponse) -> None:
    """Fails when the answer is none that the document tells of."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code in WHATEVER_IS_ASKED:
        assert media_type == "application/problem+json"
        return validate("Problem", response.content)
    operation = operation_of(method, path)
    if operation is None:
        assert response.status_code == 404, f"{method} {path} is not in the document and answers {response.status_code}"
        return validate("Problem", response.content)
    described = operation["responses"].get(str(response.status_code))
    assert described is not None, (
        f"{method} {path} answered {response.status_code}, which the document does not tell: {response.content[:500]!r}"
    )
    content = described.get("content", {})
    if not content:
        assert response.content == b""
        return None
    assert media_type in content, f"{method} {path} answered {response.status_code} as {media_type}, not as {list(content)}"
    reference = content[media_type]["schema"].get("$ref")
    return validate(reference.rpartition("/")[2], response.content) if reference else None


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    for pattern, operations in patterns():
        if pattern.fullmatch(path.partition("?")[0]):
            return operations.get("get" if method == "HEAD" else method.lower())
    return None


@cache
def patterns() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations) for path, operations in document()["paths"].items()]


def validate(component: str, body: bytes) -> None:
    errors = sorted(validator(component).iter_errors(json.loads(body)), key=lambda error: list(error.path))
    assert errors == [], f"{component}: " + "; ".join(f"{error.json_path}: {error.message[:300]}" for error in errors[:5])


@cache
def validator(component: str) -> Draft202012Validator:
    schemas = {name: strict(schema) for name, schema in document()["components"]["schemas"].items()}
    return Draft202012Validator({"$ref": f"#/components/schemas/{component}", "components": {"schemas": schemas}})


def strict(schema: Any) -> Any:
    """The JSON Schema of an OpenAPI 3.0 one, which allows no member that is not named."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: strict(value) for key, value in schema.items() if key != "nullable"}
    if isinstance(plain.get("properties"), dict) and "additionalProperties" not in plain:
        plain["additionalProperties"] = False
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain
