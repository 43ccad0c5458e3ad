"""Who holds the lock: this process by a name that no other process ever bears, and whether a holder has certainly ended."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

_PROCESSES = Path("/proc")
_BOOT = _PROCESSES / "sys/kernel/random/boot_id"
_NAMESPACE = _PROCESSES / "self/ns/pid"
_STARTED = 19
"""Which word after a process's name in its ``stat`` is the instant of its start, in clock ticks since the boot."""
_ENDED = frozenset("ZX")
_MARKED = re.compile(r"(?P<told>.*:(?P<pid>\d+)) \[(?P<kernel>[^\]]*) (?P<started>\d+)\]")


def this_process() -> str:
    """``HOST:PID [BOOT NAMESPACE STARTED]``: the marks tell whether a process of that number is the same one.

    Where the system does not show them the name is ``HOST:PID``, and its lock falls when it expires.
    """
    name = f"{socket.gethostname()}:{os.getpid()}"
    started = _started(os.getpid())
    return f"{name} [{_kernel()} {started}]" if started and _kernel() else name


def told(owner: str) -> str:
    """A holder's name for people, without the marks."""
    match = _MARKED.fullmatch(owner)
    return match["told"] if match else owner


def has_ended(owner: str) -> bool:
    """Whether a holder was a process of this very system, and is no more; False where that cannot be known from here.

    Another host, an earlier boot or another container may be one where the process goes on, or whose disk alone we see.
    """
    match = _MARKED.fullmatch(owner)
    if match is None or match["kernel"] != _kernel() or not _is_ours(match["told"]):
        return False
    started = _started(int(match["pid"]))
    return not _is_there(int(match["pid"])) or (started is not None and started != match["started"])


def _is_ours(name: str) -> bool:
    return name.rpartition(":")[0] == socket.gethostname()


def _kernel() -> str:
    """This boot of this kernel and the processes that we see of it; empty where the system does not tell."""
    try:
        return f"{_BOOT.read_text().strip()} {_NAMESPACE.readlink()}".replace("[", "").replace("]", "")
    except OSError:
        return ""


def _started(pid: int) -> str | None:
    """When a process was started, as its system counts; empty where it has ended, None where that is not shown."""
    try:
        stat = (_PROCESSES / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The process's name, which may hold anything, stands in parentheses.
    words = stat.rpartition(")")[2].split()
    return "" if words[0] in _ENDED else words[_STARTED]


def _is_there(pid: int) -> bool:
    """Whether any process bears the number; also one of another account, whose details may be hidden."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
