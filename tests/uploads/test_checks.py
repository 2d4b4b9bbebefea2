"""Each system check speaks when its setting is wrong, and all are silent about the defaults."""

from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

pytestmark = pytest.mark.once


def own_ids(deploy: bool = False) -> set[str]:
    found = {message.id or "" for message in run_checks(include_deployment_checks=deploy)}
    return {id for id in found if id.startswith("callcheck.")}


def test_the_defaults_with_a_broker_are_silent() -> None:
    assert own_ids(deploy=True) == set()


@pytest.mark.parametrize(
    ("name", "value", "id"),
    [
        ("CELERY_BROKER_URL", "", "callcheck.W001"),
        ("MAX_UPLOAD_BYTES", 0, "callcheck.E001"),
        ("INLINE_LIMIT", 64 << 20, "callcheck.W002"),
        ("RAW_DAYS", 400, "callcheck.E002"),
        ("SECRET_KEY_IS_KEPT", False, "callcheck.W003"),
    ],
)
def test_a_wrong_setting_is_told(settings: Settings, name: str, value: Any, id: str) -> None:
    setattr(settings, name, value)
    assert id in own_ids(deploy=True)


def test_a_folder_that_is_a_file_is_told(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    settings.UPLOADS_DIR = tmp_path / "taken" / "uploads"
    assert own_ids() == {"callcheck.E003"}
