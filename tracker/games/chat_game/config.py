"""What a config written for a game played in a chat shows as examples, from the game's own channels, pages and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.games.base import Game

NO_USE = frozenset({"blog", "expressionengine", "wordpress", "aliases", "enact", "dynasty"})
"""The sections of which no game in a chat makes use."""
_ACCOUNT, _ANOTHER, _THIRD = "123456789012345678", "234567890123456789", "345678901234567890"
_SINCE = "2021-08-01T00:00:00Z"
_PERSON, _OTHER = "Ana", "Ben"


def examples(game: Game[Any]) -> Mapping[str, Sequence[str]]:
    """SECTION.OPTION -> the lines of its example; SECTION -> lines of a section whose names are an operator's own.

    Of a switch that a new config sets it is what that does.
    """
    page = game.status_pages[0]
    title = game.catalogue()[page]
    return {
        "discord.channels": game.channels,
        "discord.voting_channels": game.voting_channels,
        "dice.operators": (_OTHER,),
        "pages": (f"{page} = {title}",),
        "headings": (f"{page} = {title.rpartition('/')[2]}",),
        "switches": tuple(_switches(game)),
        **{f"switches.{name}": (game.parameters[name].description,) for name in game.config_switches},
        "identities": (
            f"{_PERSON} = discord:{_ACCOUNT}, wiki:{_PERSON}",
            f"{_OTHER} = discord:{_ANOTHER}, discord:{_THIRD}",
        ),
        "nomic": (f"[nomic:{game.slug}]", f"discord.guild = {_ACCOUNT}", f"identities.{_PERSON} = discord:{_ACCOUNT}"),
    }


def _switches(game: Game[Any]) -> Sequence[str]:
    """One reading that may be chosen, a number with a date, and who may decide."""
    parameters = [game.parameters[name] for name in game.parameters]
    switch = next(each for each in parameters if each.choices)
    number = next(each for each in parameters if isinstance(each.values[-1].value, int) and not each.choices)
    other = next(choice for choice in switch.choices if choice != switch.values[-1].value)
    named = [f"admins = {_PERSON}"] if "admins" in game.parameters else []
    return [f"{switch.name} = {other}", f"{number.name} from {_SINCE} = {number.values[-1].value}", *named]
