"""Free TCP ports on loopback."""

import random
import socket

LOOPBACK = "127.0.0.1"
# Below the kernel's range for outgoing connections, so that no client takes the port before the server does.
RANGE = range(20000, 32000)


def free_port() -> int:
    """A port on loopback that nothing listens on now."""
    for port in random.sample(RANGE, k=200):
        with socket.socket() as trial:
            try:
                trial.bind((LOOPBACK, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port between {RANGE.start} and {RANGE.stop}")
