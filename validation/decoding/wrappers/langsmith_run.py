"""Runs of LangSmith: one run a line, a list of them, or the tree of a trace. Those of the type `llm` are exchanges with a model.

Runs of chains, tools and agents repeat their messages; one that has no run of a model in it is looked into like any other log.
Source: langsmith, `schemas.RunBase`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from validation.decoding.wrappers.conversions.exchanges import exchange, failed
from validation.decoding.wrappers.conversions.held import Held
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

NAME = "langsmith-run"
PATH = "$.inputs, $.outputs"

MODEL = "llm"
CHILDREN = "child_runs"
IDS = frozenset({"dotted_order", "parent_run_id", "session_id", "trace_id"})
MAX_LEVELS = 16


def sniff(value: Any) -> bool:
    """True for a run of a model, and for one with such a run beneath it."""
    return _is_run(value) and any(True for _ in _of_models(Held(value)))


def _is_run(value: object) -> bool:
    if not (isinstance(value, Mapping) and isinstance(value.get("run_type"), str)):
        return False
    return isinstance(value.get("inputs"), Mapping) and not IDS.isdisjoint(value)


def _of_models(run: Held, levels: int = MAX_LEVELS) -> Iterator[Held]:
    """The runs of a model in a tree of runs."""
    if run.word("run_type") == MODEL:
        yield run
    elif levels:
        for child in run.get(CHILDREN).elements():
            if _is_run(child.value):
                yield from _of_models(child, levels - 1)


def parts(value: Any) -> Iterator[Wrapped]:
    """The history of every run of a model, and a word on each that failed."""
    for run in _of_models(Held(value)):
        sent, answer = run.get("inputs"), run.get("outputs")
        options = run.get("extra", "invocation_params")
        body = sent if "tools" in sent.keys else options
        tools = options.get("tools") if isinstance(options.keys.get("tools"), list) and body is options else None
        is_failed = bool(run.keys.get("error")) and not answer.value
        request = Request(body.keys) if body.keys else None
        yield from exchange(sent, answer, request=request, tools=tools, streamed=options.keys.get("stream") is True)
        if is_failed:
            yield failed(run.word("error"), run)
