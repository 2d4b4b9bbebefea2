"""The work that is measured. Each function is run in a process of its own; only the work is timed, imports are not."""

import io
from collections.abc import Callable
from pathlib import Path


def floor(path: Path) -> int:
    """F: `orjson.loads` on every line and nothing else."""
    import orjson

    with path.open("rb", 1 << 20) as lines:
        return sum(1 for line in lines if orjson.loads(line) is not None)


def decoding(path: Path) -> int:
    """Room 1 alone: numbered records with their places."""
    from validation.decoding import records
    from validation.facts.carriage import Input

    with path.open("rb") as source:
        return sum(1 for _ in records(source, Input()))


def validation(path: Path) -> int:
    """The whole validation, all rules, one process."""
    from validation.pipeline import validate
    from validation.pipeline.collector import come_less_often

    come_less_often()
    with path.open("rb") as source:
        report = validate(source)
    return report.chunks or report.messages


def untyped(path: Path) -> int:
    """The whole validation without exact shapes: tier 2 alone."""
    import os

    os.environ["CALLCHECK_EXACT_SHAPES"] = "0"
    return validation(path)


def history(path: Path) -> int:
    """One history of a file at a time, as the inline path has them."""
    from validation.pipeline import validate

    with path.open("rb") as lines:
        return sum(validate(io.BytesIO(line)).messages for line in lines)


WORK: dict[str, Callable[[Path], int]] = {function.__name__: function for function in (floor, decoding, validation, untyped, history)}
