"""`python -m bench [--quick] [--rounds N] [--door [N]]`: the tables of docs/performance.md."""

import argparse
import sys
from pathlib import Path

from bench import data
from bench.door import door
from bench.rounds import Result, child, compare, run


def main() -> None:
    """Measure and print. `--quick` leaves out what takes minutes (100 MB, 1 GB)."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed and size against floors of the same run.")
    parser.add_argument("--quick", action="store_true", help="10 MB instead of 100 MB, and no 1 GB")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--door", nargs="?", type=int, const=300, metavar="N", help="only the door: N histories sent to the real server")
    parser.add_argument("--child", nargs=2, metavar=("WORK", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child[0], Path(options.child[1]))
        return
    if options.door:
        door(options.door)
        return
    size = "10M" if options.quick else "100M"
    print(f"CPU against F, orjson.loads on every line of the same file; {options.rounds} rounds, median (least-most)")
    for path in (data.trace(size), data.interleaved(size, 32)):
        table(compare(["floor", "decoding", "validation", "untyped"], [path] * 4, options.rounds))
    print("\nA file in which every line is bad, against the clean one")
    table(compare(["validation", "validation"], [data.trace("10M"), data.broken("10M")], options.rounds))
    print("\nOne stream open, and a thousand: CPU a line")
    table(compare(["validation", "validation"], [data.interleaved("10M", 1), data.interleaved("30M", 1000)], options.rounds))
    memory(["10M", "100M"] if options.quick else ["10M", "1G"])


def table(results: list[Result]) -> None:
    """One line a result."""
    for result in results:
        spread = f"({result.least:.2f}-{result.most:.2f})"
        micro = result.cpu / max(1, result.counted) * 1e6
        print(f"  {result.name:32}{result.ratio:6.2f} {spread:14}{result.cpu:8.2f} s {micro:8.2f} us/record {result.peak:7.0f} MB")
    sys.stdout.flush()


def memory(sizes: list[str]) -> None:
    """Peak memory of a whole validation at both sizes."""
    small, large = (run("validation", data.trace(size)).peak for size in sizes)
    print(f"\nPeak memory: {small:.0f} MB at {sizes[0]}, {large:.0f} MB at {sizes[1]}, {large / small:.2f} times")


if __name__ == "__main__":
    main()
