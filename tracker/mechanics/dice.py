"""Dice that anyone can throw again: the faces follow from a secret seed and the request's key alone.

The recipe. For the counter 0, 1, 2, ... take HMAC-SHA256 with the seed as key over the UTF-8 text ``KEY:COUNTER`` (the request's
key, a colon, the counter in decimal) and read its 32 bytes as one number, most significant byte first. A number at or above the
largest multiple of ``sides`` that fits into 32 bytes is passed over, so that every face is equally likely; each other number gives
one face, its remainder by ``sides`` plus 1. Once the seed of a day is shown, everybody can compute that day's faces:

    printf '%s' 'c17:1:DICE20:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:SEED
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from itertools import count as counting
from itertools import islice
from typing import Any

_RANGE = 2**256


def faces(seed: bytes, key: str, sides: int, count: int) -> tuple[int, ...]:
    """As many faces 1..``sides`` as ``count`` says; raises ValueError where there is no such die or a negative count."""
    if not 1 <= sides <= _RANGE or count < 0:
        raise ValueError(f"{count} dice of {sides} sides cannot be thrown")
    return tuple(islice(_faces(seed, key, sides), count))


def _faces(seed: bytes, key: str, sides: int) -> Iterator[int]:
    limit = _RANGE - _RANGE % sides
    for counter in counting():
        text = f"{key}:{counter}".encode("utf-8", "surrogatepass")
        number = int.from_bytes(hmac.digest(seed, text, hashlib.sha256))
        if number < limit:
            yield number % sides + 1


def faces_of(payload: Mapping[str, Any]) -> tuple[int, ...]:
    """The faces that a ``roll`` observation shows, be it one ``face`` or several ``faces``; empty where it shows none."""
    if "faces" in payload:
        return tuple(payload["faces"])
    return (payload["face"],) if "face" in payload else ()
