"""Private messages to players: what they drew and hold, what they are asked to choose, and that it is their turn (COUP-034)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.games.chat_answers import when_told
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment, Note

from .deals import names_of
from .general import actor
from .state import PrivateLetter, State, World, state_of

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


def rivals(moment: Moment[World], letter: PrivateLetter, person: str) -> list[str]:
    """The keys that a message on a draw would have if that were another one, by somebody else's draws before it.

    None of them stands for another draw that came of the same message.
    """
    if letter.what != "draw":
        return []
    known = {each.key for each in moment.world.letters}
    numbers = range(max(1, letter.draw - _LOOKED_BACK), letter.draw + _LOOKED_BACK + 1)
    others = (replace(letter, number=number) for number in numbers)
    return [key for each in others if each.key not in known for key in keys(state_of(moment), each, person)]


@rule("COUP-019", "COUP-034")
def is_past(moment: Moment[World], letter: PrivateLetter) -> bool:
    """Whether a private message asks for what nobody is asked for any more: it would only mislead."""
    world, player = moment.world, moment.world.players.get(letter.player)
    if letter.what in _ANSWERS:
        return letter.at < moment.when - _ANSWERED_FOR
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


@rule("COUP-019", "COUP-020")
def turn_timed_out(moment: Moment[World]) -> None:
    """Note on the private messages about the turn that runs that it has passed by its time: whoever was told of it by none lost it unawares."""
    turn = moment.world.turn
    for letter in moment.world.letters:
        if turn is not None and _is_of_turn(letter, turn.player, turn.started_at):
            letter.over_at = moment.when


def _is_of_turn(letter: PrivateLetter, player: str, started_at: datetime | None) -> bool:
    return (letter.what, letter.player, letter.turn_at) == ("turn", player, started_at)


def call_of_turn(player: str, started_at: datetime) -> str:
    """The key of the message in the channel that calls a player, as their turn began (COUP-019)."""
    return f"turn:{iso(started_at)}:{player}"


@rule("COUP-019", "COUP-020")
def take_untold(state: State, key: str, row: str, when: datetime) -> None:
    """Take in that nobody had told somebody of a turn before it had passed; where that is so of all whose turn it was, people are told."""
    for world in state.worlds:
        for letter in world.letters:
            person = next((each for each in letter.people if key in keys(state, letter, each)), "")
            if person and letter.over_at and person not in letter.untold:
                letter.untold = [*letter.untold, person]
                _note_untold(state, world, letter, Note("TURN_UNTOLD", "COUP-019", "", when, row))


def _note_untold(state: State, world: World, letter: PrivateLetter, note: Note) -> None:
    of_turn = [each for each in world.letters if _is_of_turn(each, letter.player, letter.turn_at)]
    if letter.turn_at is None or letter.over_at is None or any(set(each.people) - set(each.untold) for each in of_turn):
        return
    note.text = (
        f"the turn of {letter.player} ran from {iso(letter.turn_at)} and passed by its time at {iso(letter.over_at)}, and nothing told"
        f" {letter.player} of it before that. It counts; people who give it back state the gamestate as it is now, with"
        f" {letter.player} as the player of its turn, by an opening (docs/games.md)"
    )
    if all(each.text != note.text for each in state.notes):
        state.notes.append(note)


_ASKING = ("turn", "show", "lose", "return")
"""What asks somebody for something, as long as it is to be done."""
_ANSWERS = ("answer", "noted", "done")
_ANSWERED_FOR = timedelta(days=2)
"""What answers a private message, and for how long: later it would only puzzle."""


def refused(moment: Moment[World], before: int) -> None:
    """Tell whoever wrote privately what of it was refused since there were so many refusals ``before``, as nobody else sees it."""
    for each in moment.world.refused[before:]:
        _answer(moment, "answer", f"That has no effect: {each.text}.", each.clause)


@rule("COUP-023", "COUP-034")
def not_understood(moment: Moment[World], *, is_elsewhere: bool) -> None:
    """Tell whoever wrote privately what is nothing that can be said so (or belongs in a channel) what is asked of them now."""
    general = moment.law.word("general_channel")
    why = f"That belongs in #{general} or another channel" if is_elsewhere else "That is not understood"
    _answer(moment, "answer", f"{why}; here it does nothing.", "COUP-023")


@rule("COUP-034")
def waits(moment: Moment[World]) -> None:
    """Tell whoever chose privately that it is carried out once the cards are known on which it hangs."""
    text = "That is noted, and carried out as soon as the cards are dealt on which it hangs."
    _write_to(moment, [actor(moment)[0]], "noted", actor(moment)[0], text, CLAUSE)


@rule("COUP-034", "COUP-069")
def done(moment: Moment[World], said: Announced) -> None:
    """Tell whoever chose privately that it is done."""
    if said.kind in _DONE:
        named = said.fields.get("character") or _listed(
            [*(said.fields.get("cards") or said.fields.get("keep") or [""])]
        )
        is_kept = said.kind == "give_back" and said.fields.get("keep")
        text = "you keep {} and surrender the rest" if is_kept else _DONE[said.kind]
        _answer(moment, "done", f"Done: {text.format(named or 'your card')}.", CLAUSE)


_DONE: Mapping[str, str] = {
    "lose": "{} is revealed and lies face up before you",
    "give_back": "you surrender {}",
    "show": "you show {}, and your claim stands",
    "decline": "you do not show your card, and your claim falls",
    "pledge": "your word is pledged",
}
"""What was done of what is chosen privately."""


def _answer(moment: Moment[World], what: str, text: str, clause: str) -> None:
    """Answer a private message: what became of it, what its author holds, and what is asked of them now."""
    user, player = actor(moment)
    told = f"{text} {' '.join(_now(moment, player))}"
    _write_to(moment, [user], what, player or user, told, clause)


def _now(moment: Moment[World], player: str) -> Iterator[str]:
    """What somebody holds and is asked now; how to enter, for who does not play."""
    world, channel = moment.world, moment.law.word("general_channel")
    if world.status == "over":
        yield "The game is over."
    elif not player:
        yield f"You are no player: say “I request to become a player.” in #{channel}."
    elif world.status != "running":
        yield f"Nothing is asked of you before the game starts; what there is to say is said in #{channel}."
    else:
        yield _held(moment, player)
        asked = [*_asked(moment, player)]
        yield f"You are asked: {'; '.join(asked)}." if asked else "Nothing is asked of you now."
        yield f"“hand” tells what you hold; all else is said in #{channel}."


def _asked(moment: Moment[World], player: str) -> Iterator[str]:
    """What a player is to choose privately, with the words for it."""
    from .challenges import open_claims  # late: challenges write private messages themselves

    owes = moment.world.players[player]
    for _, claim in open_claims(moment.world):
        if claim.player == player:
            yield f"write “show {claim.character}” or “decline”, as your claim to {claim.character} is challenged"
    if owes.losses_owed:
        yield f"write “discard” and the character that you lose, as “discard {_example(moment, player)}”"
    if owes.returns_owed:
        yield f"write “return” and what you surrender, as “return {_example(moment, player, owes.returns_owed)}”"


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
    until = f", until {when_told(turn.ends_at)}" if turn is not None else ""
    may = "; ".join(f"“{option.rstrip('.')}”" for option in options)
    text = f"It is your turn{until}." + (f" You may: {may}." if may else "")
    write(moment, player, "turn", f"{text} {_held(moment, player)}", "COUP-019")


ACTIONS: Mapping[str, Callable[[Moment[World], Announced], None]] = {"hand": tell_hand}
