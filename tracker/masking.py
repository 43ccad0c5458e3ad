"""Secrets that this process knows, and how every text that is told to anybody is rid of them."""

from __future__ import annotations

import base64
import itertools
import json
import re
import weakref
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

MASK = "***"
SHORTEST_SECRET = 4
"""A shorter secret would be masked in the middle of words that have nothing to do with it: none is taken."""
_SECRET_OPTION = re.compile(r"passw|secret|^scram_", re.IGNORECASE)
"""What the name of an address's option holds whose value is a secret: libpq knows several."""

_FORMS: dict[int, tuple[str, ...]] = {}
_numbers = itertools.count()


def hide(owner: object, secret: str) -> None:
    """Mask a secret wherever something is told from now on, for as long as its owner lives."""
    if len(secret) < SHORTEST_SECRET:
        return
    number = next(_numbers)
    _FORMS[number] = forms(secret)
    weakref.finalize(owner, _FORMS.pop, number, None).atexit = False


def masked(text: str) -> str:
    """A text without any secret that this process knows, in whatever form it stands there."""
    if not _FORMS:
        return text
    known = {form for found in list(_FORMS.values()) for form in found}
    # The longest go first, as one may hold another.
    for form in sorted(known, key=len, reverse=True):
        text = text.replace(form, MASK)
    return text


def secret_options(address: str) -> tuple[str, ...]:
    """The names of the options in an address (``?NAME=VALUE``) that hold a secret; raises ValueError where it is none."""
    names = dict(parse_qsl(urlsplit(address).query))
    return tuple(name for name in names if _SECRET_OPTION.search(name))


def forms(secret: str) -> tuple[str, ...]:
    """Every way in which a secret may stand in a text: as it is, and as code, JSON, addresses and headers write it."""
    found = {form for piece in _pieces(secret) for form in _written(piece)}
    return tuple(sorted(form for form in found if len(form) >= SHORTEST_SECRET))


def _pieces(secret: str) -> Iterator[str]:
    """A secret, and of one that is an address what errors quote of it."""
    yield secret
    try:
        parts = urlsplit(secret)
    except ValueError:
        return
    if parts.scheme and parts.netloc and parts.path.strip("/"):
        yield parts.path
        yield parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme and parts.netloc and parts.query:
        yield parts.query


def _written(piece: str) -> Iterator[str]:
    raw = piece.encode("utf-8", "surrogatepass")
    yield piece
    yield " ".join(piece.split())
    yield repr(piece)[1:-1]
    yield ascii(piece)[1:-1]
    yield json.dumps(piece)[1:-1]
    yield json.dumps(piece, ensure_ascii=False)[1:-1]
    # Within a text that is itself quoted, as a traceback's of an error that quotes an answer.
    yield repr(repr(piece)[1:-1])[1:-1]
    yield json.dumps(json.dumps(piece)[1:-1])[1:-1]
    yield quote(raw, safe="")
    yield quote(raw)
    yield quote_plus(raw)
    yield repr(raw)[2:-1]
    yield base64.b64encode(raw).decode()
