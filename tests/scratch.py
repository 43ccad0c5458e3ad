"""Where the tests keep their files: in memory where the machine has room there, as a disk makes each commit and each saved page wait."""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes its own folder there, which nobody else may enter
ROOM = 2 * 2**30
"""In bytes: a whole run needs less than half of that."""


def choose() -> None:
    """Let temporary files of this process, and of those that it starts, lie in memory; whoever sets ``TMPDIR`` has chosen."""
    if "TMPDIR" not in os.environ and is_fit(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def is_fit(folder: Path) -> bool:
    """Whether there is room enough, and programs may be run from there, as tests do."""
    if not os.access(folder, os.W_OK) or os.statvfs(folder).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(folder).free > ROOM
