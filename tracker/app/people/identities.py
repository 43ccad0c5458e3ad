"""Who the config says is the same person, as the check-up tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.app.tick.setting_log import last_said
from tracker.app.wired import Wired
from tracker.config import Settings
from tracker.errors import ConfigError

NAME = "identities"
Accounts = Mapping[str, Mapping[str, Iterable[str]]]
"""Person -> place -> their accounts there."""


def described(wired: Wired) -> str:
    """How many people are mapped, and whose accounts the next tick takes otherwise than before.

    Raises ConfigError where an account is said to be two people's.
    """
    _require_one_each(wired.settings)
    now: Accounts = wired.settings.identities
    was: Accounts = last_said(wired.archive, NAME) or {}
    changed = [person for person in {**was, **now} if _plain(was.get(person)) != _plain(now.get(person))]
    told = f"{len(now)} people"
    return f"{told}; with the next tick, for all the past too, otherwise: {', '.join(changed)}" if changed else told


def _plain(accounts: Mapping[str, Iterable[str]] | None) -> dict[str, list[str]]:
    return {place: list(names) for place, names in (accounts or {}).items()}


def _require_one_each(settings: Settings) -> None:
    owners: dict[tuple[str, str], str] = {}
    for person, accounts in settings.identities.items():
        for place, name in ((place, name) for place, names in accounts.items() for name in names):
            owner = owners.setdefault((place, name.casefold()), person)
            if owner != person:
                problem = f"{place}:{name} is said to be {owner} and {person}"
                raise ConfigError(problem, place=settings.place(NAME, person), remedy="an account is one person's")
