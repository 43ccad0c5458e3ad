"""Private messages to players: what they drew and hold, what they are asked to choose, and that it is their turn (COUP-034)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from tracker.core.instants import iso
from tracker.mechanics.chat.carrying import refuse, rule
from tracker.mechanics.chat.rows import Message

from ..state import Claim, Coup, Player, PrivateLetter, Turn

DM = "dm"
"""The channel of private messages to the bot."""
_LOOKED_BACK = 20
"""Among so many of the newest letters one of the same message is looked for."""
_ASKING = ("turn", "show", "lose", "return")
"""What asks somebody for something, as long as it is to be done."""
_ANSWERED_FOR = timedelta(days=2)
"""For how long a private message is answered: later it would only puzzle."""


@rule("COUP-034")
def write(
    world: Coup,
    player: str,
    what: str,
    text: str,
    clause: str,
    *,
    people: Sequence[str] = (),
    row: str = "",
    number: int = 0,
    is_wanted: bool = False,
) -> None:
    """Write privately to a player, to each of its members unless ``people`` are named; ``what`` is one word for the key.

    It is the ``number``-th of its kind, or else the next one that comes of the same message.
    """
    mine, of = world.players.get(player), row or world.row or iso(world.now)
    newest = world.letters[-_LOOKED_BACK:]
    number = number or 1 + sum((each.what, each.row, each.player) == (what, of, player) for each in newest)
    letter = PrivateLetter(
        what=what,
        row=of,
        player=player,
        number=number,
        people=[*(people or (mine.members if mine else ()) or [player])],
        text=text,
        clause=clause,
        at=world.now,
        is_wanted=is_wanted,
        draw=mine.newest_draw if mine else 0,
    )
    world.letters.append(letter)


def dealt(world: Coup, player: str, cards: Sequence[str], number: int, row: str) -> None:
    """Tell somebody what they drew, which was that draw of the game, and all that they hold now."""
    text = f"You draw {listed(cards)}. {held(world.players[player])}"
    write(world, player, "draw", text, "COUP-034", row=row, number=number)


@rule("COUP-034", not_player="COUP-034")
def tell_hand(world: Coup, message: Message) -> None:
    """Tell whoever asks what they hold: privately, wherever they asked."""
    player = world.player_of(message.author)
    if not player:
        refuse("not_player", f"{message.author} is no player")
    write(world, player, "hand", held(world.players[player]), "COUP-034", people=[message.author], is_wanted=True)


def held(player: Player) -> str:
    """What somebody holds, in words to them."""
    owed = f", and {player.draws_owed} more that are not dealt yet" if player.draws_owed else ""
    face_up = f" Face up before you: {listed(player.discarded)}." if player.discarded else ""
    return f"You hold {listed(player.hand) if player.hand else 'no card'}{owed}.{face_up}"


def listed(cards: Sequence[str]) -> str:
    """Cards in words."""
    *others, last = cards
    return f"{', '.join(others)} and {last}" if others else last


# --- what players are asked -------------------------------------------------------------------------------------------


def asked_to_show(world: Coup, claim: Claim) -> None:
    """Ask whoever was challenged, and holds the character, whether to show it (COUP-067)."""
    text = (
        f"Your claim to {claim.character} is challenged. You hold it: write “show {claim.character}” to show it, or “decline” to lose"
        f" influence instead. It counts as shown when the next action is announced. {held(world.players[claim.player])}"
    )
    write(world, claim.player, "show", text, "COUP-067")


def asked_to_lose(world: Coup, player: str) -> None:
    """Ask somebody which of their cards to lose (COUP-069)."""
    text = f"You lose influence: write “discard” and the character, as “discard {_example(world)}”."
    write(world, player, "lose", f"{text} {held(world.players[player])}", "COUP-069")


def asked_to_return(world: Coup, player: str, count: int) -> None:
    """Ask somebody which cards to surrender after an Exchange (COUP-060)."""
    cards = f"{count} cards" if count != 1 else "one card"
    text = f"Your Exchange: choose {cards} to surrender, and write “return” and which, as “return {_example(world, count)}”."
    write(world, player, "return", f"{text} {held(world.players[player])}", "COUP-060")


def _example(world: Coup, count: int = 1) -> str:
    """The first characters of the game, whatever the player holds: an example must not seem to advise."""
    return " and ".join(world.law.words("characters")[:count])


def your_turn(world: Coup, turn: Turn, options: Sequence[str]) -> None:
    """Tell somebody that it is their turn, until when, and what they may do (COUP-019)."""
    until = f", until {turn.ends_at:%Y-%m-%d %H:%M} UTC" if turn.ends_at else ""
    may = "; ".join(f"“{option.rstrip('.')}”" for option in options)
    text = f"It is your turn{until}." + (f" You may: {may}." if may else "")
    write(world, turn.player, "turn", f"{text} {held(world.players[turn.player])}", "COUP-019")


# --- when they are of no use any more ---------------------------------------------------------------------------------


@rule("COUP-019", "COUP-034")
def is_past(world: Coup, letter: PrivateLetter) -> bool:
    """Whether a private message asks for what nobody is asked for any more: it would only mislead."""
    player = world.players.get(letter.player)
    if letter.what in ("answer", "done"):
        return letter.at < world.now - _ANSWERED_FOR
    if letter.what not in _ASKING:
        return False
    if player is None or world.status != "running":
        return True
    if letter.what == "turn":
        return world.turn is None or (world.turn.player, world.turn.started_at) != (letter.player, letter.at)
    if letter.what == "show":
        claims = world.pending.claims if world.pending else []
        return all((claim.player, claim.status) != (letter.player, "open") for claim in claims)
    return not (player.losses_owed if letter.what == "lose" else player.returns_owed)


def names_of(world: Coup, person: str) -> list[str]:
    """Every id by which somebody goes or went: first what never changes, the lowest account; their own id in the game last."""
    accounts = (name for name, owner in world.called.identities.items() if owner == person and name.isdecimal())
    return list(dict.fromkeys([*sorted(accounts, key=int), person]))


def keys(world: Coup, letter: PrivateLetter, person: str) -> list[str]:
    """The key of a private message to one person, and those that it would have by other ids of theirs: they get it once."""
    names = names_of(world, person)
    return [letter.key(each, each if letter.player == person else letter.player) for each in names]
