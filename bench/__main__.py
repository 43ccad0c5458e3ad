"""Runs every benchmark: each module of this package that has a ``main() -> int`` (1: a target was missed)."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

# What prepares the benchmarks and what shows them.
_NO_BENCHMARKS = frozenset({"__init__", "__main__", "chat_rounds", "history", "shape", "table"})


def benchmarks() -> list[str]:
    """The names of all benchmarks."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in _NO_BENCHMARKS)


def main() -> int:
    """Run those that are named, or else all, one after the other; 1 where any target was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Run benchmarks; 1 where a target was missed.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(benchmarks()))
    names = parser.parse_args().names or benchmarks()
    if unknown := set(names).difference(benchmarks()):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    missed = []
    for name in names:
        module = import_module(f"bench.{name}")
        print(f"\n{name}: {(module.__doc__ or '').splitlines()[0]}\n", flush=True)
        if module.main():
            missed.append(name)
    print(f"\nmissed targets: {', '.join(missed)}" if missed else "\nevery target was met")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
