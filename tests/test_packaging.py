"""The laws of the lock: everything pinned with hashes, and no address of any package index written down."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
INSTALL_FILES = re.compile(
    r"^(?:pyproject\.toml|Makefile|requirements[^/]*|setup\.(?:py|cfg)|(?:\.?pip|uv)[^/]*|[^/]*\.lock"
    r"|\.ci/.*|scripts/.*|\.github/.*|Dockerfile[^/]*)$"
)
ADDRESS = re.compile(r"\w+://|\bgit\+|\b[\w-]+\.(?:com|dev|io|net|org)\b", re.IGNORECASE)
INDEX_OPTION = re.compile(r"--(?:extra-)?index-url|--find-links|--trusted-host|_INDEX_URL|^-[if]\b", re.MULTILINE)
LOCAL_PATH = re.compile(r"(?<![\w.])/(?:home|mnt|opt|root|srv|tmp|Users)/")
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)


def tracked_install_files() -> list[Path]:
    """The files, known to git or about to be, that say what is installed and from where."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return [ROOT / name for name in names if INSTALL_FILES.match(name) and (ROOT / name).exists()]


def requirement_blocks(lock: str) -> list[str]:
    """Each requirement of a lock file with its continued lines."""
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def locked_versions(lock: str) -> dict[str, str]:
    pins = (PINNED.match(block) for block in requirement_blocks(lock))
    return {canonicalize_name(pin["name"]): pin["version"] for pin in pins if pin}


def project() -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for, by purpose: to run, to build, and each extra."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = {
        "run": document["project"]["dependencies"],
        "build": document["build-system"]["requires"],
        **document["project"]["optional-dependencies"],
    }
    return {purpose: [Requirement(text) for text in texts] for purpose, texts in asked.items()}


def test_the_files_that_install_are_looked_at() -> None:
    names = {str(path.relative_to(ROOT)) for path in tracked_install_files()}
    assert {"Makefile", "pyproject.toml", ".ci/run", "scripts/lock.sh", *LOCKS} <= names


def test_no_index_address_or_option_is_written_down() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked_install_files()
        for pattern in (ADDRESS, INDEX_OPTION, LOCAL_PATH)
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found, found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_requirement_is_pinned_with_hashes(lock: str) -> None:
    blocks = requirement_blocks(lock)
    loose = [block[:60] for block in blocks if not PINNED.match(block) or "--hash=sha256:" not in block]
    assert blocks
    assert not loose, loose


@pytest.mark.parametrize(
    ("lock", "purposes"),
    [("requirements.txt", ("run", "postgres")), ("requirements-dev.txt", ("run", "postgres", "build", "dev"))],
)
def test_the_lock_holds_what_the_project_asks_for(lock: str, purposes: tuple[str, ...]) -> None:
    locked = locked_versions(lock)
    missing = [
        str(wanted)
        for purpose in purposes
        for wanted in project()[purpose]
        if not wanted.specifier.contains(locked.get(canonicalize_name(wanted.name), "0.dev0"))
    ]
    assert not missing, f"run `make lock`: {missing}"


def test_the_two_locks_name_the_same_versions() -> None:
    development = locked_versions("requirements-dev.txt")
    apart = {name: (pin, development.get(name)) for name, pin in locked_versions("requirements.txt").items()}
    apart = {name: pins for name, pins in apart.items() if pins[0] != pins[1]}
    assert not apart, apart
