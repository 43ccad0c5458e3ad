"""Dice that anyone can throw again: the faces follow from a secret seed and the request's key alone.

The recipe. For the counter 0, 1, 2, ... take HMAC-SHA256 with the seed as key over the UTF-8 text ``KEY:COUNTER`` (the request's
key, a colon, the counter in decimal) and read its 32 bytes as one number, most significant byte first. A number at or above the
largest multiple of ``sides`` that fits into 32 bytes is passed over, so that every face is equally likely; each other number gives
one face, its remainder by ``sides`` plus 1. Once the seed of a day is shown, everybody can compute that day's faces:

    printf '%s' 'c17:1:DICE20:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:SEED

Each day (UTC) has a seed of its own, HMAC-SHA256 of ``day:YYYY-MM-DD`` with the tracker's key: who sees one day's seed learns nothing
of another's. Its SHA-256 is the day's commitment. Where players mixed in words of their own, HMAC-SHA256 of ``words:`` and the mix
with the seed as key stands for the seed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from itertools import count as counting
from itertools import islice
from typing import Any

MOST_SIDES = 2**256
"""A number of 32 bytes is below this: no die can have more faces."""

_BLOCK = 64
"""Bytes of a block of SHA-256."""


def faces(seed: bytes, key: str, sides: int, count: int) -> tuple[int, ...]:
    """As many faces 1..``sides`` as ``count`` says; raises ValueError where there is no such die or a negative count."""
    if not 1 <= sides <= MOST_SIDES or count < 0:
        raise ValueError(f"{count} dice of {sides} sides cannot be thrown")
    if count == 1 and (number := _number(seed, f"{key}:0")) < MOST_SIDES - MOST_SIDES % sides:
        return (number % sides + 1,)
    return tuple(islice(_faces(seed, key, sides), count))


def _faces(seed: bytes, key: str, sides: int) -> Iterator[int]:
    limit = MOST_SIDES - MOST_SIDES % sides
    for counter in counting():
        number = _number(seed, f"{key}:{counter}")
        if number < limit:
            yield number % sides + 1


def day_seed(key: bytes, day: date) -> bytes:
    """The seed of a day (UTC): 32 bytes that follow from the tracker's secret key and the date."""
    return _hmac(key, f"day:{day.isoformat()}")


def commitment_of(seed: bytes) -> str:
    """What is shown of a seed before its day begins: its SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def mixed(seed: bytes, mix: str) -> bytes:
    """What the faces of a day follow from: the seed itself, or with ``mix`` (lines NAME:WORD, "" for none) one made of both."""
    return _hmac(seed, f"words:{mix}") if mix else seed


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256)


def _number(seed: bytes, text: str) -> int:
    """The HMAC of a text with a day's seed, as a number."""
    inner, outer = _begun(seed)
    first, second = inner.copy(), outer.copy()
    first.update(text.encode("utf-8", "surrogatepass"))
    second.update(first.digest())
    return int.from_bytes(second.digest())


@lru_cache(maxsize=64)
def _begun(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Both hashes of an HMAC-SHA256 as far as they hang on its key alone (RFC 2104): a day's dice have that in common."""
    block = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    return hashlib.sha256(bytes(byte ^ 0x36 for byte in block)), hashlib.sha256(bytes(byte ^ 0x5C for byte in block))


def day_meant(payload: Mapping[str, Any]) -> str:
    """The day, ``2019-10-01``, whose seed a ``commitment`` or ``reveal`` is for; "" where it is for another secret."""
    kind, _, day = str(payload.get("for")).partition(":")
    try:
        return day if kind == "dice" and date.fromisoformat(day).isoformat() == day else ""
    except ValueError:
        return ""


def faces_of(payload: Mapping[str, Any]) -> tuple[int, ...]:
    """The faces that a ``roll`` observation shows, be it one ``face`` or several ``faces``; empty where it shows none."""
    if "faces" in payload:
        return tuple(payload["faces"])
    return (payload["face"],) if "face" in payload else ()
