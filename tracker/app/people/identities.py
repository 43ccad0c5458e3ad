"""Who the config says is the same person: what that would merge or part, and the names by which somebody may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tracker.app.asking.folding import fold_supposing, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.tick.setting_log import last_said, setting_batch
from tracker.app.wired import Wired
from tracker.config import Settings
from tracker.core.gamestate import UNDETERMINED, Gamestate
from tracker.errors import ConfigError

NAME = "identities"
Accounts = Mapping[str, Mapping[str, Iterable[str]]]
"""Person -> place -> their accounts there."""


def same_person(settings: Settings, name: str) -> frozenset[str]:
    """Every name by which the config knows whoever that is, that name among them; all case-folded."""
    wanted = name.strip().casefold()
    found = {wanted}
    for person, accounts in settings.identities.items():
        everywhere = {known.casefold() for known in (person, *(each for names in accounts.values() for each in names))}
        found |= everywhere if wanted in everywhere else set()
    return frozenset(found)


def described(wired: Wired) -> str:
    """How many people are mapped, and what the next tick would make one or part of whom the game knows.

    Raises ConfigError where an account is said to be two people's.
    """
    _require_one_each(wired.settings)
    now = wired.clock.now()
    batch = setting_batch(wired.settings, wired.game, wired.archive, now)
    coming = [each for each in batch.observations if each.subject == NAME] if batch else []
    told = f"{len(wired.settings.identities)} people"
    if not coming:
        return told
    before = gamestate_at(wired)
    after = gamestate_of(wired.game, fold_supposing(wired.game, wired.archive, now, coming))
    changes = [*_changes(_archived(wired), wired.settings.identities, _known(before)), *_goods(before, after)]
    return f"{told}; with the next tick, for all the past too: {'; '.join(changes) or 'nobody the game knows'}"


def _require_one_each(settings: Settings) -> None:
    owners: dict[tuple[str, str], str] = {}
    for person, accounts in settings.identities.items():
        for place, name in ((place, name) for place, names in accounts.items() for name in names):
            owner = owners.setdefault((place, name.casefold()), person)
            if owner != person:
                problem = f"{place}:{name} is said to be {owner} and {person}"
                raise ConfigError(problem, place=settings.place(NAME, person), remedy="an account is one person's")


def _archived(wired: Wired) -> Accounts:
    """The mapping as the last tick archived it."""
    found: Accounts = last_said(wired.archive, NAME) or {}
    return found


def _known(gamestate: Gamestate) -> dict[str, str]:
    """Everybody whom the gamestate knows by a name, by that case-folded."""
    values = gamestate.values
    people = (
        name for kept in ("roster", "players") if isinstance(found := values.get(kept), Mapping) for name in found
    )
    return {name.casefold(): name for name in people}


def _changes(was: Accounts, now: Accounts, known: Mapping[str, str]) -> Iterator[str]:
    """What becomes of accounts that are mapped otherwise than before, as far as the game knows anybody by them."""
    before, after = _owners(was), _owners(now)
    joined: dict[str, list[str]] = {}
    for account in dict.fromkeys([*before, *after]):
        old, new = before.get(account, ""), after.get(account, "")
        if old == new or (old or account).casefold() not in known:
            continue
        if old:
            yield f"{account} is {new or 'nobody else'} and not {old} any more"
        elif new.casefold() != account:
            joined.setdefault(new, []).append(known[account])
    for person, accounts in joined.items():
        others = [person] if person.casefold() in known else []
        one = [*others, *accounts]
        yield f"{person} is {accounts[0]}" if len(one) == 1 else f"{' and '.join(one)} become one, {person}"


def _owners(accounts: Accounts) -> dict[str, str]:
    return {
        name.casefold(): person for person, places in accounts.items() for names in places.values() for name in names
    }


def _goods(before: Gamestate, after: Gamestate) -> Iterator[str]:
    """What players who come or go by it hold before and after."""
    was, now = (each.values.get("players") for each in (before, after))
    if not (isinstance(was, Mapping) and isinstance(now, Mapping)):
        return
    yield from (f"{name} is no player of their own any more ({_held(was[name])})" for name in was if name not in now)
    yield from (f"{name} has {_held(now[name])}" for name in now if was.get(name) != now[name])


def _held(player: Any) -> str:
    if player == UNDETERMINED:
        return "what is undetermined"
    counts = player.items() if isinstance(player, Mapping) else ()
    kept = [
        f"{count} {item}" for item, count in counts if isinstance(count, int) and not isinstance(count, bool) and count
    ]
    return ", ".join(kept) or "nothing"
