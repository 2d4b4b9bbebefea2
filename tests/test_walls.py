"""What the import contracts cannot say: the engine is the standard library and msgspec, two packages more in one file."""

import sys

import grimp
import pytest

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def imports() -> set[tuple[str, str]]:
    """Each (importing module, package outside the engine)."""
    graph = grimp.build_graph("validation", include_external_packages=True, cache_dir=None)
    inside = [module for module in graph.modules if module.split(".")[0] == "validation"]
    found = {(module, name) for module in inside for name in graph.find_modules_directly_imported_by(module)}
    return {(module, name.split(".")[0]) for module, name in found if not name.startswith("validation")}


def test_the_engine_uses_the_standard_library_and_msgspec(imports: set[tuple[str, str]]) -> None:
    others = {(module, name) for module, name in imports if name not in sys.stdlib_module_names and name != "msgspec"}
    assert all(module.startswith("validation.schemas") for module, _ in others), others
    assert {name for _, name in others} <= {"jsonschema", "referencing", "regex"}


def test_the_graph_is_not_empty(imports: set[tuple[str, str]]) -> None:
    assert "msgspec" in {name for _, name in imports}
