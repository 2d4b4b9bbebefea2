"""The pins and the settings: what a new machine installs is what is written here, and nothing else."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parent.parent


def required_names(path: Path) -> set[str]:
    lines = (line.partition("#")[0].strip() for line in path.read_text().splitlines())
    names = {re.split(r"[\[<>=!;~ ]", line)[0].lower() for line in lines if line and not line.startswith("-")}
    assert names, f"{path.name} names nothing"
    return names


def pins(path: Path) -> dict[str, str]:
    """Each pinned name of a compiled file, with its whole entry."""
    entries = re.split(r"\n(?=[a-z0-9])", path.read_text())
    return {match[1]: entry for entry in entries if (match := re.match(r"([a-z0-9._-]+)(?:\[[^]]*\])?==", entry))}


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
class TestPins:
    def test_every_name_asked_for_is_pinned(self, name: str) -> None:
        assert required_names(ROOT / f"{name}.in") <= set(pins(ROOT / f"{name}.txt"))

    def test_every_pin_has_a_hash(self, name: str) -> None:
        entries = pins(ROOT / f"{name}.txt")
        assert entries
        assert [pin for pin, entry in entries.items() if "--hash=sha256:" not in entry] == []

    def test_no_registry_is_named(self, name: str) -> None:
        text = (ROOT / f"{name}.txt").read_text() + (ROOT / f"{name}.in").read_text()
        assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)


def test_both_lists_pin_a_shared_package_to_the_same_version() -> None:
    runtime, dev = pins(ROOT / "requirements.txt"), pins(ROOT / "requirements-dev.txt")
    assert {name for name in runtime.keys() & dev.keys() if runtime[name].split()[0] != dev[name].split()[0]} == set()


def test_the_image_holds_everything_that_runs() -> None:
    copied = {
        line.split()[1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("COPY") and "--from" not in line
    }
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == let_in
    assert copied == {"requirements.txt", "manage.py", "validator_site", "validation", "uploads", "templates", "locale"}
