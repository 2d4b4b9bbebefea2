"""The files that are measured: made once, seeded, kept in bench/data. The generator stands beside the project (../shared/bench/gen.py)."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "data"
GENERATOR = Path(__file__).parents[1].parent / "shared" / "bench" / "gen.py"


def made(name: str, *arguments: str) -> Path:
    """The file `name`, generated with `arguments` if it is not there yet. Raises SystemExit when the generator is not there."""
    path = FOLDER / name
    if not path.exists():
        if not GENERATOR.exists():
            raise SystemExit(f"{GENERATOR.name} is not beside the project; it makes the traces that are measured")
        FOLDER.mkdir(exist_ok=True)
        subprocess.run([sys.executable, str(GENERATOR), *arguments, "-o", str(path)], check=True, stderr=subprocess.DEVNULL)
    return path


def trace(size: str) -> Path:
    """A trace of `size` ("10M"), one stream after the other."""
    return made(f"trace-{size}.jsonl", "trace", "--size", size)


def interleaved(size: str, streams: int) -> Path:
    """A trace of `size` with `streams` open at once."""
    return made(f"trace-{size}-{streams}.jsonl", "trace", "--size", size, "--interleave", str(streams))


def histories(size: str) -> Path:
    """Histories, one a line."""
    return made(f"histories-{size}.jsonl", "history", "--size", size)


def broken(size: str) -> Path:
    """The trace of `size` with every line cut off in its middle: every line is bad."""
    path = FOLDER / f"broken-{size}.jsonl"
    if not path.exists():
        clean = trace(size)
        with clean.open("rb") as lines, path.open("wb") as out:
            for line in lines:
                out.write(line[: len(line) * 2 // 3] + b"\n")
    return path
