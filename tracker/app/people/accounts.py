"""Under which names and accounts somebody goes, as the config tells, and who of a gamestate has a role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.config.settings import PLACES
from tracker.core.snowflakes import account_of as account_written
from tracker.errors import UsageError

if TYPE_CHECKING:
    from tracker.app.wired import Wired
    from tracker.config import Settings
    from tracker.core.gamestate import Gamestate

APPROVER = "admin"
"""The role of those who may approve what is held, and put the record right."""


def plain(name: str) -> str:
    """A name as names are compared: without letter case, blanks for underscores."""
    return " ".join(name.replace("_", " ").split()).casefold()


def same_person(settings: Settings, name: str) -> frozenset[str]:
    """Every name by which the config knows whoever that is, that name among them, as they are compared (``plain``).

    The name may be written as in ``[identities]``, or as a mention.
    """
    written = account_written(name)
    place, colon, account = written.partition(":")
    wanted = plain(account if colon and place.strip() in PLACES else written)
    found = {wanted, *(plain(known) for alias, known in settings.aliases.items() if plain(alias) == wanted)}
    for person, accounts in settings.identities.items():
        everywhere = {plain(known) for known in (person, *(each for names in accounts.values() for each in names))}
        found |= everywhere if wanted in everywhere else set()
    return frozenset(found)


def account_of(wired: Wired, person: str) -> str:
    """The account by which somebody is written to in the chat: the first that the config says is theirs."""
    accounts = wired.settings.identities.get(person, {}).get("discord", ())
    return accounts[0] if accounts else person


def who_may(gamestate: Gamestate, role: str) -> frozenset[str]:
    """The names of those who have a role; empty where anybody may, or where the roster names nobody of that role."""
    roster = gamestate.values.get("roster", {})
    return frozenset(name for name, person in roster.items() if person.get(role))


def check_person(wired: Wired, gamestate: Gamestate, role: str, by: str, what: str) -> None:
    """Raise UsageError where somebody has not the role that is needed for ``what``."""
    allowed = who_may(gamestate, role)
    if allowed and not same_person(wired.settings, by) & set(map(plain, allowed)):
        raise UsageError(f"{by} may not {what}", remedy=f"who may: {', '.join(sorted(allowed))}")
