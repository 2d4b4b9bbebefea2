"""`python -m validation FILE...`: the same engine in a terminal or in CI."""

import argparse
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, cast

from validation.pipeline import PURPOSES, validate
from validation.pipeline.collector import come_less_often
from validation.profiles import DEFAULT, PROFILES
from validation.rendering.gnu import gnu
from validation.rendering.json_report import report_document
from validation.rendering.junit import junit
from validation.rendering.markdown import markdown
from validation.rendering.sarif import sarif
from validation.rendering.text import text
from validation.report.weighing import NOT_CHECKED
from validation.unpacking import CannotUnpack, is_gzip, unpack

PASSED, FOUND, USAGE, NOT_FULLY_CHECKED = 0, 1, 2, 3
IN_MEMORY = 16 << 20


def _json(document: dict[str, Any], options: argparse.Namespace) -> str:
    """Indented for one file, one report a line for several."""
    return json.dumps(document, indent=None if len(options.files) > 1 else 2) + "\n"


FORMATS: dict[str, Callable[[dict[str, Any], argparse.Namespace], str]] = {
    "text": lambda document, options: text(document),
    "json": _json,
    "md": lambda document, options: markdown(document),
    "sarif": lambda document, options: json.dumps(sarif(document), indent=2) + "\n",
    "junit": lambda document, options: junit(document, fail_on=options.fail_on),
    "gnu": lambda document, options: gnu(document),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Validate every file and print a report each. The exit code: 0 passed, 1 findings at or above `--fail-on`, 2 usage or a file that
    cannot be opened, 3 could not be fully checked."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        request = _request(options.request)
    except _Unusable as problem:
        return _refused(problem)
    codes = []
    for name in options.files:
        try:
            codes.append(_one(name, request, options))
        except _Unusable as problem:
            codes.append(_refused(problem))
    return max(codes, key=(PASSED, NOT_FULLY_CHECKED, FOUND, USAGE).index)


def _refused(problem: Exception) -> int:
    print(f"callcheck: {problem}", file=sys.stderr)
    return USAGE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m validation", description="Validate recorded tool-call streams and conversation histories."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a recorded stream or a history, also as .gz; - reads standard input")
    parser.add_argument("--profile", choices=list(PROFILES), default=DEFAULT)
    parser.add_argument("--purpose", choices=PURPOSES, help="what a history is for; taken from its shape when not given")
    parser.add_argument("--request", metavar="FILE", help="the request that led to the stream, as JSON")
    parser.add_argument("--format", choices=tuple(FORMATS), default="text")
    parser.add_argument(
        "--fail-on", choices=("error", "warning", "never"), default="error", help="the lightest finding that makes the exit code 1"
    )
    return parser


class _Unusable(Exception):  # noqa: N818 - told to the user in one line, not a bug
    pass


def _request(name: str | None) -> dict[str, Any] | None:
    if name is None:
        return None
    try:
        request = json.loads(Path(name).read_bytes())
    except (OSError, ValueError, RecursionError) as problem:
        raise _Unusable(f"the request {name} cannot be read: {problem}") from problem
    if not isinstance(request, dict):
        raise _Unusable(f"the request {name} is not a JSON object")
    return request


def _one(name: str, request: dict[str, Any] | None, options: argparse.Namespace) -> int:
    with _opened(name) as given, _unpacked(name, given) as source:
        digest = hashlib.sha256()
        while block := source.read(1 << 20):
            digest.update(block)
        source.seek(0)
        shown = "standard input" if name == "-" else Path(name).name
        report = validate(
            source, name=shown, purpose=options.purpose, profile=options.profile, request=request, sha256=digest.hexdigest(),
            packed=source is not given,
        )  # fmt: skip
    document = report_document(report)
    sys.stdout.write(FORMATS[options.format](document, options))
    counts = document["counts"]
    heavy = counts["error"] + (counts["warning"] if options.fail_on == "warning" else 0)
    if heavy and options.fail_on != "never":
        return FOUND
    return NOT_FULLY_CHECKED if document["verdict"] == NOT_CHECKED else PASSED


def _opened(name: str) -> BinaryIO:
    """The file, or standard input kept where it can be read twice."""
    if name != "-":
        try:
            return Path(name).open("rb")
        except OSError as problem:
            raise _Unusable(f"{name} cannot be opened: {problem.strerror or problem}") from problem
    kept = _spool()
    while block := sys.stdin.buffer.read(1 << 20):
        kept.write(block)
    kept.seek(0)
    return kept


def _unpacked(name: str, source: BinaryIO) -> BinaryIO:
    """What a gzip file holds, as the doors of the service unpack it; any other file as it is."""
    if not is_gzip(source):
        return source
    kept = _spool()
    try:
        unpack(source, kept)
    except CannotUnpack as problem:
        kept.close()
        raise _Unusable(f"{name} cannot be unpacked: {problem}") from problem
    kept.seek(0)
    return kept


def _spool() -> BinaryIO:
    return cast(BinaryIO, tempfile.SpooledTemporaryFile(max_size=IN_MEMORY))


if __name__ == "__main__":
    come_less_often()
    sys.exit(main())
