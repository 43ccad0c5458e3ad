"""Runs every benchmark in a process of its own: each module of this package that measures when it is run (1: a target was missed)."""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from pathlib import Path

_FOLDER = Path(__file__).parent

# What prepares the benchmarks and what shows them.
_NO_BENCHMARKS = frozenset({"__init__", "__main__", "chat_rounds", "history", "shape", "table"})


def benchmarks() -> list[str]:
    """The names of all benchmarks."""
    return sorted(path.stem for path in _FOLDER.glob("*.py") if path.stem not in _NO_BENCHMARKS)


def main() -> int:
    """Run those that are named, or else all, one after the other; 1 where any target was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Run benchmarks; 1 where a target was missed.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(benchmarks()))
    names = parser.parse_args().names or benchmarks()
    if unknown := set(names).difference(benchmarks()):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}")
    missed = []
    for name in names:
        print(f"\n{name}: {_what_it_measures(name)}\n", flush=True)
        # What one leaves in memory, or leaves switched off, is not the next one's.
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode:
            missed.append(name)
    print(f"\nmissed targets: {', '.join(missed)}" if missed else "\nevery target was met")
    return int(bool(missed))


def _what_it_measures(name: str) -> str:
    words = ast.get_docstring(ast.parse((_FOLDER / f"{name}.py").read_text(encoding="utf-8"))) or ""
    return words.partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main())
