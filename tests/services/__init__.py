"""Real services for tests: each module finds or starts one and says which. None is ever replaced by a mock."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tier:
    """A service that tests need, and what it runs on here; `missing` tells why there is none."""

    name: str
    runs_on: str = ""
    missing: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.runs_on}" if not self.missing else f"{self.name}: SKIPPED, {self.missing}"
