"""Pages as a real browser shows them: headless Chromium, cut off from everything but loopback."""

import os
import shutil
import tempfile
from pathlib import Path

from tests.services.ports import LOOPBACK
from tests.services.processes import ServiceError, missing, run

NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
    "--no-proxy-server",
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {LOOPBACK}",
)


def browser() -> str:
    """The browser's program."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    return found or missing("A Chromium browser", "chromium fonts-dejavu-core")


def screenshot(url: str, path: Path, width: int = 1000, height: int = 700) -> None:
    """Write a picture (PNG) of the top of a page, as large as told."""
    _browse(url, f"--window-size={width},{height}", f"--screenshot={path.resolve()}")
    if not path.exists():
        raise ServiceError(f"Chromium made no picture of {url}")


def dump_dom(url: str) -> str:
    """The page's HTML after its scripts have run."""
    return _browse(url, "--dump-dom")


def _browse(url: str, *options: str) -> str:
    # Chromium's sandbox does not work for root.
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="chromium-of-tests-", ignore_cleanup_errors=True) as profile:
        return run([browser(), *OPTIONS, *as_root, f"--user-data-dir={profile}", *options, url])
