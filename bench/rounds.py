"""Runs pieces of work in turn, each in a fresh process, and compares each with the first one of the same round.

A machine that drifts moves both, so the ratio of CPU times is steadier than any figure in seconds.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bench.work import WORK


class Run(NamedTuple):
    """One run: CPU seconds, peak memory in MB, and what the work counted."""

    cpu: float
    peak: float
    counted: int


class Result(NamedTuple):
    """One piece of work over all rounds: median CPU seconds, the ratio to the base (median, least, most), peak memory in MB."""

    name: str
    cpu: float
    ratio: float
    least: float
    most: float
    peak: float
    counted: int


def child(name: str, path: Path) -> None:
    """Do the work once in this process and print what it cost."""
    WORK[name](Path("/dev/null"))
    start = time.process_time()
    counted = WORK[name](path)
    cpu = time.process_time() - start
    print(json.dumps([cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, counted]))


def run(name: str, path: Path) -> Run:
    """Do the work once in a fresh process."""
    done = subprocess.run([sys.executable, "-m", "bench", "--child", name, str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} on {path.name} failed: {done.stderr.strip()[-2000:]}")
    return Run(*json.loads(done.stdout.splitlines()[-1]))


def compare(names: list[str], paths: list[Path], rounds: int) -> list[Result]:
    """Every piece of work on its file, `rounds` times in turn. The first one is the base."""
    runs: list[list[Run]] = [[] for _ in names]
    for _ in range(rounds):
        for place, (name, path) in enumerate(zip(names, paths, strict=True)):
            runs[place].append(run(name, path))
    results = []
    for name, path, done in zip(names, paths, runs, strict=True):
        ratios = [one.cpu / base.cpu for one, base in zip(done, runs[0], strict=True)]
        results.append(
            Result(
                f"{name} {path.stem}", statistics.median(one.cpu for one in done), statistics.median(ratios), min(ratios), max(ratios),
                max(one.peak for one in done), done[0].counted,
            )
        )  # fmt: skip
    return results
