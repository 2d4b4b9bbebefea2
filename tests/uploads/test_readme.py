"""The table of settings in the README names what is read from the environment, and compose passes it on."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r"""(?:environment\.\w+|number|environ(?:\.get)?)[(\[]\s*"([A-Z_]+)\"""")
ELSEWHERE = {"DATABASE_URL"}
"""Read by a library."""
OWN = {"DATA", "CACHE_URL", "STATIC_ROOT", "PORT", "HOST", "DEBUG"}
"""What compose leaves to the image and to itself."""
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")


def told(heading: str = "variable") -> set[str]:
    """The names in the first column of the table under `heading`."""
    table = README.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`([A-Z_]+)`", row.split("|")[1])}


def asked_for() -> set[str]:
    """The names that compose takes from the environment that it is called in."""
    return set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))


def read() -> set[str]:
    """The names that the code reads."""
    sources = [path for folder in ("validator_site", "uploads", "validation") for path in (ROOT / folder).rglob("*.py")]
    return {name for path in sources for name in READ.findall(path.read_text(encoding="utf-8"))} | ELSEWHERE


def test_the_table_names_every_setting_and_no_other() -> None:
    assert len(read()) > 30
    assert told() == read()


@pytest.mark.parametrize("service", ["web", "worker", "beat"])
def test_compose_passes_on_all_that_it_does_not_set_itself(service: str) -> None:
    assert set(yaml.safe_load(COMPOSE)["services"][service]["environment"]) == told() - OWN


def test_what_compose_reads_for_itself_has_a_table_of_its_own() -> None:
    assert told("compose only") == asked_for() - told()
    assert "BIND" in told("compose only")


def test_the_readme_names_all_that_compose_does_not_pass_on_and_no_other() -> None:
    listed = README.partition("those that it sets itself: ")[2].partition(".\n")[0]
    assert set(re.findall(r"`([A-Z_]+)`", listed)) == told() - asked_for()
