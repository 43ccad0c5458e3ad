"""What of a row is secret: the one place that decides what anybody may be told of it who did not ask for secrets.

Secret are the order and the nonce of a shuffle, which cards were drawn, what was written privately to the tracker, and what a stated
gamestate says of hidden things, under the names that its game gives. A shuffle is shown by its commitment alone, until the secret text
of its game is published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracker.core.observation import PUBLIC, Observation

PRIVATE_CHANNEL = "dm"
"""The channel of rows that tell what was written privately to the tracker; no channel that all can read may be called so."""
TEXT_OF = "secret:"
"""With what the name of a game's secret text begins, where a row commits to it or shows it: ``secret:GAME``."""
_MESSAGES = frozenset({"message", "message_edited", "message_deleted"})
_SEPARATOR = "|"


def shuffle_key(game: str, number: int | str) -> str:
    """What stands for shuffle ``number`` (from 1) of a game: ``GAME|k``."""
    return f"{game}{_SEPARATOR}{number}"


def commitment(game: str, number: int | str, nonce: str, deck: Sequence[str]) -> str:
    """What is shown of a shuffle before anything is dealt from it, as 64 hexadecimal digits; ``deck`` has its top first (COUP-035)."""
    text = _SEPARATOR.join((shuffle_key(game, number), nonce, ",".join(deck)))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def is_private(observation: Observation) -> bool:
    """Whether a row is of what somebody wrote privately."""
    return observation.kind in _MESSAGES and observation.text("channel").removeprefix("#").casefold() == PRIVATE_CHANNEL


def opened_games(rows: Iterable[Observation]) -> frozenset[str]:
    """The ids of the games whose secret text is published."""
    names = (row.text("for") for row in rows if row.kind == "reveal")
    return frozenset(name.removeprefix(TEXT_OF) for name in names if name.startswith(TEXT_OF))


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What is secret of a game's rows: ``names`` are those of hidden things in a gamestate, ``opened`` the games that are over."""

    names: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()

    def public_part(self, observation: Observation) -> Observation | None:
        """What anybody may be told of a row: itself, less of it, or None where nothing."""
        if is_private(observation):
            return None
        if observation.kind == "shuffle":
            return self._of_shuffle(observation)
        if observation.kind == "dealt":
            return self._of_draw(observation)
        if observation.kind == "opening" and self.names:
            state = observation.payload.get("state")
            return replace(observation, payload={**observation.payload, "state": _without(state, self.names)})
        return observation

    def _of_shuffle(self, row: Observation) -> Observation | None:
        """A shuffle as the commitment to it; None where nothing was committed to."""
        game, _, number = row.text("for").rpartition(_SEPARATOR)
        if game and game in self.opened:
            return replace(row, audience=PUBLIC)
        nonce, deck = row.text("nonce"), row.payload.get("deck")
        if not (game and nonce and isinstance(deck, list)):
            return None
        hash = commitment(game, number, nonce, list(map(str, deck)))
        return replace(row, kind="commitment", payload={"for": row.text("for"), "hash": hash}, audience=PUBLIC)

    def _of_draw(self, row: Observation) -> Observation:
        """A draw without its cards."""
        is_open = row.text("for").rpartition(_SEPARATOR)[0] in self.opened
        told = row.payload if is_open else {name: each for name, each in row.payload.items() if name != "cards"}
        return replace(row, payload=told, audience=PUBLIC)


def parted(
    values: Mapping[str, Any], names: frozenset[str], kept: frozenset[str] | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plain JSON values without the fields of some names, and the secrets alone, where they stand: ``overlaid`` joins both.

    ``kept`` are the names of secrets that may be shown by now, too.
    """
    return _without(values, names), _only(values, kept or names)


def _only(value: Any, names: frozenset[str]) -> Any:
    """The same nested values with nothing left but the secret fields; empty where there are none."""
    if isinstance(value, list):
        inner = [_only(each, names) for each in value]
        return inner if any(inner) else []
    if not isinstance(value, Mapping):
        return {}
    found = {name: each if name in names else _only(each, names) for name, each in value.items()}
    return {name: each for name, each in found.items() if each or name in names}


def _without(value: Any, names: frozenset[str]) -> Any:
    """Plain JSON values without the fields of these names."""
    if isinstance(value, Mapping):
        return {name: _without(each, names) for name, each in value.items() if name not in names}
    if isinstance(value, list):
        return [_without(each, names) for each in value]
    return value


def overlaid(values: Mapping[str, Any], secrets: Mapping[str, Any]) -> dict[str, Any]:
    """A gamestate's values with the hidden ones laid over them; what both hold as mappings or lists is joined."""
    return {**values, **{name: _joined(values.get(name), each) for name, each in secrets.items()}}


def _joined(known: Any, secret: Any) -> Any:
    if isinstance(known, Mapping) and isinstance(secret, Mapping):
        return overlaid(known, secret)
    if isinstance(known, list) and isinstance(secret, list) and len(known) == len(secret):
        return [_joined(*each) for each in zip(known, secret, strict=True)]
    return known if known and secret == {} else secret
