"""The table of faults in docs/reliability.md and the tests are in step: each row names a test that exists, and no fault is left out."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TEXT.partition("\n# Security\n")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| fault |", "| what |"))
]
TEST = re.compile(r"`(tests/[\w/]+)\.py((?:::\w+)+)`")
FAULTS = (
    *(
        "429",
        "502",
        "503",
        "504",
        "HTML",
        "truncated",
        "slow",
        "time-out",
        "readonly",
        "maxlag",
        "ratelimited",
        "badtoken",
    ),
    *(
        "session",
        "revoked",
        "blocked",
        "protected",
        "AbuseFilter",
        "captcha",
        "deleted",
        "moved",
        "blanked",
        "vandalised",
    ),
    *(
        "clock",
        "fields",
        "down",
        "entry",
        "status",
        "redesign",
        "TLS",
        "304",
        "gone",
        "SIGKILL",
        "disk",
        "locked",
        "corrupt",
    ),
    *("account", "config"),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_each_row_names_a_test_that_exists(row: list[str]) -> None:
    found = TEST.findall(row[-1])
    assert found, row
    for module, names in found:
        thing: object = importlib.import_module(module.replace("/", "."))
        for name in names.split("::")[1:]:
            thing = getattr(thing, name)
        assert callable(thing)
    assert all(row), row


def test_every_fault_has_its_row() -> None:
    told = " ".join(row[0] for row in ROWS).casefold()
    assert [word for word in FAULTS if word.casefold() not in told] == []


def test_every_test_of_faults_proves_a_row() -> None:
    named = set(re.findall(r"tests/faults/(test_\w+)\.py", TEXT))
    files = {path.stem for path in Path(__file__).parent.glob("test_*.py")} - {Path(__file__).stem}
    assert named == files
