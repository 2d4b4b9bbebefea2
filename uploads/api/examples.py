"""Examples for the OpenAPI document: answers as they really came, kept beside this file and held against new ones by a test."""

import json
from pathlib import Path
from typing import Any

from drf_spectacular.utils import OpenApiExample

FOLDER = Path(__file__).parent / "example_answers"


def example(name: str, summary: str) -> list[OpenApiExample]:
    """The answer kept as `name`.json."""
    value: Any = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8") or "null")
    return [OpenApiExample(name, summary=summary, value=value)]


CREATED = example("created", "Two calls, joined by index")
FAILING = example("failing", "Arguments that are not JSON, with verdict_status=1")
FINDINGS = example("findings", "A call is there and the finish reason says stop")
RECORDS = example("records", "The last record of a trace")
SHARE = example("share", "A share for a bug report")
WRONG_PARAMETER = example("wrong-parameter", "A value that is not allowed")
NOT_FOUND = example("not-found", "An unknown id, or another owner's")
INFO = example("info", "The defaults")
PROFILES = example("profiles", "The profiles")
ERROR = example("error", "What OpenAI says when a result is missing")
