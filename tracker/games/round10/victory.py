"""Victory: who first has enough Gold Stars wins, and the round is over."""

from tracker.mechanics.chat.carrying import happens, require, rule
from tracker.mechanics.chat.people import playing

from .state import Round10


@rule("R10-147")
def look_for_winner(world: Round10) -> None:
    """The first player with enough Gold Stars wins at once."""
    if world.winner is not None:
        return
    goal = world.law.number("gold_stars_to_win")
    winner = next((who for who, player in playing(world).items() if player.gold_stars >= goal), None)
    if winner is not None:
        world.winner, world.won_at = winner, world.now
        stars = world.players[winner].gold_stars
        happens("round_won", f"{winner} has {stars} Gold Stars and wins the round", player=winner)


@rule("R10-147")
def must_go_on(world: Round10) -> None:
    """Refuses what is tried after the round is over."""
    require(world.winner is None, "ROUND_OVER", f"the round is over: {world.winner} has won")
