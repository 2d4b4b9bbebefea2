"""Room 4: facts -> findings. One folder a family, one file a rule; the registry finds them by walking the folders.

A rule judges a call, a choice, a stream, a history (its turns, results, messages), a body, or the file, and yields at most one finding a
judged object. `RULES` is name -> rule in catalogue order; `rules_for(type)` are those that judge a type.
"""

import importlib
import pkgutil
from functools import cache

from validation.rule import Rule


def _load() -> dict[str, Rule]:
    rules: list[Rule] = []
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module.ispkg:
            last = module.name.rpartition(".")[2]
            check = getattr(importlib.import_module(module.name), last)
            rules.append(check.rule)
    order = {"INP": 0, "SSE": 1, "CHK": 2, "TCD": 3, "FIN": 4, "ARG": 5, "HIS": 6, "MSG": 7, "TGT": 8, "RSP": 9}
    rules.sort(key=lambda rule: (order[rule.code[:3]], rule.code))
    return {rule.name: rule for rule in rules}


RULES: dict[str, Rule] = _load()
RULESET = "2026-12-01"
"""The date of this catalogue. It changes when a rule, a variant or a letter does."""


@cache
def rules_for(judged: type, families: frozenset[str] | None = None) -> tuple[Rule, ...]:
    """The rules that judge `judged`, in catalogue order; only those of `families`, which may also name single rules, when given."""
    return tuple(
        rule for rule in RULES.values() if judged in rule.judges and (families is None or not families.isdisjoint({rule.family, rule.name}))
    )
