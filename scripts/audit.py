"""Ask an advisory service about the locked dependencies, and tell passed from not asked: exit 0 only where each was looked up.

Exit codes: 0 nothing known against any of them; 1 something is; 2 nobody knows, as the service did not answer for all.
"""

from __future__ import annotations

import json
import subprocess  # nosec B404 - a fixed command, no shell
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent.parent / "requirements.txt"
PASSED, VULNERABLE, UNKNOWN = 0, 1, 2
SECONDS = 300


def main() -> int:
    """Run pip-audit on what an operator installs and print the outcome."""
    code, text = outcome(_report())
    print(text)
    return code


def _report() -> str:
    """What pip-audit says, as JSON; empty where it said nothing in time."""
    asked = ["--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--progress-spinner", "off"]
    command = [sys.executable, "-m", "pip_audit", *asked, "--format", "json"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS).stdout  # noqa: S603 - fixed words  # nosec B603
    except subprocess.TimeoutExpired:
        return ""


def outcome(report: str) -> tuple[int, str]:
    """The exit code and the words for a report of pip-audit."""
    try:
        found: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return UNKNOWN, "not audited: the advisory service gave no answer; nothing is known either way"
    told = [f"{one['name']} {one['version']}: {flaw['id']}" for one in found for flaw in one.get("vulns", ())]
    unasked = [one["name"] for one in found if "skip_reason" in one]
    if told:
        return VULNERABLE, "\n".join(told)
    if unasked or not found:
        return UNKNOWN, f"not audited: the service knows nothing of {len(unasked)} of {len(found)} packages"
    return PASSED, f"nothing is known against the {len(found)} locked packages"


if __name__ == "__main__":
    sys.exit(main())
