"""Victory: who has enough Gold Stars wins, and the round is over."""

from __future__ import annotations

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.forked_worlds import Choice

from .state import GOLD_STARS, Player, World


@rule("R10-147")
def due(moment: Moment[World]) -> Due[World] | None:
    """Whoever has the number of Gold Stars wins at once; of several the one who reached it first in what just happened."""
    if moment.world.winner:
        return None
    reached = _reached(moment)
    if not reached:
        return None
    ordered = [player.id for player in sorted(reached, key=lambda player: _place(moment, player))]
    if len(ordered) == 1 or moment.law.chooses("two_winners_at_once", "the first in order"):
        return Due(lambda at, _: _win(at, ordered[0]))
    text = f"{', '.join(ordered)} have {moment.law.number('gold_stars_to_win')} Gold Stars at one instant: who wins?"
    return Due(_win, Choice(f"winner:{iso(moment.when)}", text, "R10-147", moment.when, tuple(ordered)))


def stated(moment: Moment[World]) -> None:
    """Take back a win for which a gamestate that people stated leaves too few Gold Stars: the round goes on."""
    winner = moment.world.winner
    if winner and all(player.id != winner for player in _reached(moment)):
        moment.world.winner, moment.world.won_at = "", None
        text = f"{winner} had won, and has too few Gold Stars by the gamestate that people stated: the round goes on"
        moment.note("WIN_TAKEN_BACK", "R10-147", text)


def _reached(moment: Moment[World]) -> list[Player]:
    """Who has the number of Gold Stars, and may win by it."""
    needed = moment.law.number("gold_stars_to_win")
    enough = [player for player in moment.world.players.values() if player.goods.get(GOLD_STARS, 0) >= needed]
    return [player for player in enough if player.is_playing or _counts_frozen(moment)] if enough else []


def _counts_frozen(moment: Moment[World]) -> bool:
    return moment.law.chooses("holder_who_is_no_player_wins", "yes")


def _place(moment: Moment[World], player: Player) -> int:
    """When a player's Gold Stars last changed, as a place in the order of all changes."""
    places = (
        place
        for place in range(len(moment.world.changes) - 1, -1, -1)
        if (moment.world.changes[place].holder, moment.world.changes[place].item) == (player.id, GOLD_STARS)
    )
    return next(places, -1)


def _win(moment: Moment[World], player: str) -> None:
    moment.world.winner, moment.world.won_at = player, moment.when
    moment.tell("round_won", "R10-147", f"{player} wins the round", player=player)
