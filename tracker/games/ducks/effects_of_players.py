"""What an adopted proposal may change of a player, as people enter it."""

from __future__ import annotations

from fractions import Fraction

from tracker.games.chat_effects import Whose, flag
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable

from . import periods, players
from .ducks import new_duck
from .effects_forms import CLAUSE, Kind, Number, item_number
from .effects_of_ducks import eggs
from .flock import ducks_of
from .state import Player, World


def _set_playing(moment: Moment[World], whose: Whose, said: bool) -> None:
    """Let somebody play or not; a duck is created for nobody by that."""
    player = moment.world.players.setdefault(whose.id, Player(whose.id))
    if said and not player.is_playing:
        player.spans.append((moment.when, None))
        moment.tell("player_joined", CLAUSE, f"{whose.id} becomes a player by an adopted proposal", player=whose.id)
    elif not said and player.is_playing:
        players.stop_playing(moment, whose.id, CLAUSE, f"{whose.id} is no player any more by an adopted proposal")


def _set_bot(moment: Moment[World], whose: Whose, said: bool) -> None:
    moment.world.players[whose.id].is_bot = said


def _set_fed(moment: Moment[World], whose: Whose, said: bool) -> None:
    player = moment.world.players[whose.id]
    player.fed_in, player.feedings = (periods.start(moment), max(1, player.feedings)) if said else (None, 0)


def _set_acted(moment: Moment[World], whose: Whose, said: bool) -> None:
    player = moment.world.players[whose.id]
    player.disciple_in, player.disciple_acts = (
        (periods.start(moment), max(1, player.disciple_acts)) if said else (None, 0)
    )


def _number(moment: Moment[World], whose: Whose, what: str) -> Number | Unusable | None:
    if what.casefold() in ("duck", "ducks"):
        old = len(ducks_of(moment.world, whose.id))
        return Number(old, lambda then, new, text: _add_ducks(then, whose, new, text), least=old)
    return item_number(moment, whose.id, what)


def _add_ducks(moment: Moment[World], whose: Whose, new: Fraction, text: str) -> None:
    for _ in range(int(new) - len(ducks_of(moment.world, whose.id))):
        new_duck(moment, whose.id, CLAUSE, f"{whose.id} is given a duck by {text}")
        moment.world.register_anew()


_PLAYING = flag(_set_playing)
PERSON = Kind({"player": _PLAYING})
"""What can be said of somebody who never played."""
PLAYER = Kind(
    {
        "player": _PLAYING,
        "bot": flag(_set_bot),
        "fed(?: others)?(?: this period)?": flag(_set_fed),
        "disciple quacktion(?: this period)?": flag(_set_acted),
        "egg parents": eggs,
    },
    _number,
)
"""What can be said of a player."""
