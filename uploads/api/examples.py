"""Examples for the OpenAPI document: answers as they really came, kept beside this file."""

import json
from pathlib import Path
from typing import Any

from drf_spectacular.utils import OpenApiExample

FOLDER = Path(__file__).parent / "example_answers"


def example(name: str, summary: str, *statuses: str) -> OpenApiExample:
    """The answer kept as `name`.json, for these statuses."""
    value: Any = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return OpenApiExample(name, summary=summary, value=value, response_only=True, status_codes=list(statuses) or ["200"])


CREATED = [example("created", "Two calls by index, nothing to complain about", "201")]
