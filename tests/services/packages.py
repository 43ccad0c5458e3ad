"""Debian packages unpacked beside the tests instead of installed, so that no web server comes with them."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.services.processes import ServiceError, program, run

PROJECT = Path(__file__).resolve().parents[2]


def cache_directory() -> Path:
    """Where unpacked packages are kept between runs: $TRACKER_TEST_CACHE or .cache/services in the project."""
    chosen = os.environ.get("TRACKER_TEST_CACHE")
    directory = Path(chosen) if chosen else PROJECT / ".cache" / "services"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / ".gitignore").write_text("*\n")
    return directory.resolve()


def unpacked(name: str, packages: Sequence[str], prepare: Callable[[Path], None]) -> Path:
    """The directory with these packages' files: fetched, unpacked and prepared once, then reused."""
    cache = cache_directory()
    finished = cache / name
    with _locked(cache / f"{name}.lock"):
        if not finished.exists():
            partial = cache / f"{name}.partial"
            shutil.rmtree(partial, ignore_errors=True)
            fetch_and_unpack(packages, partial)
            prepare(partial)
            partial.rename(finished)
    return finished


def fetch_and_unpack(packages: Sequence[str], directory: Path) -> None:
    """Put the packages' files below a new directory."""
    downloads = directory / "downloads"
    downloads.mkdir(parents=True)
    try:
        run([program("apt-get", "apt"), "download", *packages], cwd=downloads)
    except ServiceError as error:
        names = " ".join(packages)
        raise ServiceError(f"Debian's packages {names} cannot be fetched: try apt-get update.\n{error}") from error
    for package in sorted(downloads.glob("*.deb")):
        run([program("dpkg", "dpkg"), "-x", str(package), str(directory)])
    shutil.rmtree(downloads)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
