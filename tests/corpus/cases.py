"""The cases beside the project: small inputs made from public reports, with the right answer."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.services import Tier

CASES = Path(__file__).parents[2].parent / "shared" / "cases"


def tier() -> Tier:
    """Whether the cases are there: many tests make their inputs from them."""
    if not CASES.is_dir():
        return Tier("Cases", missing="they are not beside the project (../shared/cases): what is tested on them is left out")
    return Tier("Cases", f"{len(list(CASES.glob('*/*')))} files beside the project")


def rows(family: str) -> list[dict[str, Any]]:
    """The rows of a family; where the cases are not there the whole module is skipped and says so, and fails in CI."""
    index = CASES / family / "INDEX.jsonl"
    if not index.is_file() and os.environ.get("CI") != "true":
        pytest.skip("the cases are not beside the project (../shared/cases)", allow_module_level=True)
    return [{**json.loads(line), "family": family} for line in index.read_text(encoding="utf-8").splitlines()]


def data(row: dict[str, Any]) -> bytes:
    """The bytes of a row's file."""
    return (CASES / str(row["family"]) / str(row["file"])).read_bytes()
