"""Private messages to players: what they drew and hold, what they are asked to choose, and that it is their turn (COUP-034)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment

from .deals import names_of
from .general import actor
from .state import PrivateLetter, State, World

CLAUSE = "COUP-034"
_LOOKED_BACK = 20
"""Among so many of the newest letters one of the same message is looked for."""


@rule("COUP-034")
def write(
    moment: Moment[World],
    player: str,
    what: str,
    text: str,
    clause: str,
    *,
    person: str = "",
    is_wanted: bool = False,
    number: int = 0,
) -> None:
    """Write privately to a player, to each of its members or to one ``person`` of them; ``what`` is one word for the key.

    It is the ``number``-th of its kind, or else the next one that comes of the same message.
    """
    members = [person] if person else moment.world.players[player].members or [player]
    _write_to(moment, members, what, player, text, clause, is_wanted=is_wanted, number=number)


def _write_to(
    moment: Moment[World],
    people: Sequence[str],
    what: str,
    player: str,
    text: str,
    clause: str,
    *,
    is_wanted: bool = False,
    number: int = 0,
) -> None:
    world, row = moment.world, moment.row or iso(moment.now)
    newest = world.letters[-_LOOKED_BACK:]
    number = number or 1 + sum((each.what, each.row, each.player) == (what, row, player) for each in newest)
    letter = PrivateLetter(what, row, player, number, list(people), text, clause, moment.now, is_wanted)
    letter.draw = world.players[player].newest_draw if player in world.players else 0
    letter.turn_at = world.turn.started_at if world.turn else None
    world.letters.append(letter)


def keys(state: State, letter: PrivateLetter, person: str) -> list[str]:
    """The key of a private message to one person, and those that it would have by other ids of theirs: they get it once.

    The first is by the account that they had all along, whoever they were said to be.
    """
    people = names_of(state, person)
    return [letter.key_of(each if letter.player == person else letter.player, each) for each in people]


@rule("COUP-019", "COUP-034")
def is_past(moment: Moment[World], letter: PrivateLetter) -> bool:
    """Whether a private message asks for what nobody is asked for any more: it would only mislead."""
    world, player = moment.world, moment.world.players.get(letter.player)
    if letter.what not in _ASKING:
        return False
    if player is None or not player.is_playing or world.status != "running":
        return True
    if letter.what == "turn":
        turn = world.turn
        return turn is None or (turn.player, turn.started_at) != (letter.player, letter.turn_at)
    if letter.what == "show":
        from .challenges import open_claims  # late: challenges write private messages themselves

        return all(claim.player != letter.player for _, claim in open_claims(world))
    return not (player.losses_owed if letter.what == "lose" else player.returns_owed)


_ASKING = ("turn", "show", "lose", "return")
"""What asks somebody for something, as long as it is to be done."""


def refused(moment: Moment[World], before: int) -> None:
    """Tell whoever wrote privately what of it was refused since there were so many refusals ``before``, as nobody else sees it."""
    for each in moment.world.refused[before:]:
        author, text = moment.state.log.messages[moment.row].author, f"That has no effect: {each.text}."
        _write_to(moment, [author], "answer", author, text, each.clause)


def dealt(moment: Moment[World], player: str, cards: Sequence[str], number: int) -> None:
    """Tell somebody what they drew, which was that draw of the game, and all that they hold now."""
    if cards:
        text = f"You draw {_listed(cards)}. {_held(moment, player)}"
        write(moment, player, "draw", text, CLAUSE, number=number)


@rule("COUP-034")
def tell_hand(moment: Moment[World], said: Announced) -> None:
    """Tell whoever asks what they hold: privately, wherever they asked."""
    user, player = actor(moment)
    if not player:
        moment.refuse("not_player", CLAUSE, f"{user} is no player", said.n)
        return
    write(moment, player, "hand", _held(moment, player), CLAUSE, person=user, is_wanted=True)


def _held(moment: Moment[World], player: str) -> str:
    found = moment.world.players[player]
    owed = f", and {found.draws_owed} more that are not dealt yet" if found.draws_owed else ""
    face_up = f" Face up before you: {_listed(found.discarded)}." if found.discarded else ""
    return f"You hold {_listed(found.hand) if found.hand else 'no card'}{owed}.{face_up}"


def _listed(cards: Sequence[str]) -> str:
    *others, last = cards
    return f"{', '.join(others)} and {last}" if others else last


# --- what players are asked -------------------------------------------------------------------------------------------


def asked_to_show(moment: Moment[World], player: str, character: str) -> None:
    """Ask whoever was challenged, and holds the character, whether to show it (COUP-067)."""
    text = (
        f"Your claim to {character} is challenged. You hold it: write “show {character}” to show it, or “decline” to lose influence"
        f" instead. It counts as shown when the next action is announced. {_held(moment, player)}"
    )
    write(moment, player, "show", text, "COUP-067")


def asked_to_lose(moment: Moment[World], player: str) -> None:
    """Ask somebody which of their cards to lose (COUP-069)."""
    text = f"You lose influence: write “discard” and the character, as “discard {_example(moment, player)}”."
    write(moment, player, "lose", f"{text} {_held(moment, player)}", "COUP-069")


def asked_to_return(moment: Moment[World], player: str, count: int) -> None:
    """Ask somebody which cards to surrender after an Exchange (COUP-060)."""
    cards = f"{count} cards" if count != 1 else "one card"
    text = f"Your Exchange: choose {cards} to surrender, and write “return” and which, as “return {_example(moment, player, count)}”."
    write(moment, player, "return", f"{text} {_held(moment, player)}", "COUP-060")


def _example(moment: Moment[World], player: str, count: int = 1) -> str:
    """The first characters of the game, whatever the player holds: an example must not seem to advise."""
    characters = moment.law.words("characters")
    return " and ".join(characters[:count])


def your_turn(moment: Moment[World], player: str, options: Sequence[str]) -> None:
    """Tell somebody that it is their turn, until when, and what they may do (COUP-019)."""
    turn = moment.world.turn
    until = f", until {iso(turn.ends_at)}" if turn is not None else ""
    may = "; ".join(f"“{option.rstrip('.')}”" for option in options)
    text = f"It is your turn{until}." + (f" You may: {may}." if may else "")
    write(moment, player, "turn", f"{text} {_held(moment, player)}", "COUP-019")


ACTIONS: Mapping[str, Callable[[Moment[World], Announced], None]] = {"hand": tell_hand}
