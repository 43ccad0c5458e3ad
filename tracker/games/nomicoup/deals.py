"""Cards dealt for good: each draw is archived before anybody is told of it, and what was told is never dealt otherwise (COUP-034).

A draw is the n-th of its game. Where the fold comes to deal otherwise than the archive says, since something became known late, what was
told holds: nothing is dealt or shuffled any more until people settle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tracker.core.fold import Step
from tracker.core.gamestate import DrawRequest, Finding
from tracker.core.instants import iso
from tracker.core.rule import rule
from tracker.core.secrecy import shuffle_key
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.deck_record import DeckEntry

from .general import game_id
from .state import Dealt, Drawn, PrivateLetter, State, World, state_of

CODE = "DEAL_UNFIT"
CLAUSE = "COUP-034"


# --- rows -------------------------------------------------------------------------------------------------------------


def take(state: State, step: Step, game: str) -> None:
    """Take in a row about a draw of the game of that id, and note in which worlds it is none that was made."""
    row = step.observation
    of, _, number = row.text("for").rpartition("|")
    cards = row.payload.get("cards")
    if not isinstance(cards, list) or not (number.isdecimal() and number.isascii()):
        return
    if of == game or _is_made(state, int(number), row.text("player"), step):
        keep_id(state.worlds, of)
    told = Dealt(
        int(number), row.text("player"), list(map(str, cards)), int(row.payload.get("shuffle") or 0), row.id, step.when
    )
    told.accounts = list(map(str, row.payload.get("accounts") or ()))
    state.dealt.setdefault(row.text("for"), told)
    for world in state.worlds if of == game else ():
        made = world.drawn.get(told.number)
        if made is not None and not _are_same(state, told, made.player, made.cards):
            world.unfit_deal = world.unfit_deal or told.number


def _is_made(state: State, number: int, player: str, step: Step) -> bool:
    """Whether that draw was made just now in a game that had no name of its own yet: so it was called when it was told."""
    unnamed = (world.drawn.get(number) for world in state.worlds if not (world.game_id or world.kept_game_id))
    return any(made is not None and (made.player, made.at) == (state.person(player), step.when) for made in unnamed)


def keep_id(worlds: Iterable[World], game: str) -> None:
    """Let a game keep the name under which a shuffle or a draw of it is archived, unless people stated it."""
    for world in worlds:
        if game and not world.game_id:
            world.kept_game_id = world.kept_game_id or game


def _are_same(state: State, told: Dealt, player: str, cards: Sequence[str]) -> bool:
    """Whether somebody's draw is the one that was told, by whichever names they go."""
    people = {told.player, *map(state.person, (told.player, *told.accounts))}
    return player in people and told.cards == list(cards)


def told_draws(moment: Moment[World]) -> list[Dealt]:
    """The draws of this game that are archived, by their numbers."""
    start = shuffle_key(game_id(moment), "")
    found = (each for key, each in state_of(moment).dealt.items() if key.startswith(start))
    return sorted(found, key=lambda each: each.number)


def _told(moment: Moment[World], number: int) -> Dealt | None:
    return state_of(moment).dealt.get(shuffle_key(game_id(moment), number))


# --- drawing ----------------------------------------------------------------------------------------------------------


def fits(moment: Moment[World], player: str, cards: Sequence[str]) -> bool:
    """Whether these cards may be what somebody draws next: nothing else was told of that draw."""
    told = _told(moment, moment.world.draws_made + 1)
    return told is None or _are_same(state_of(moment), told, player, cards)


def note(moment: Moment[World], player: str, cards: Sequence[str]) -> int:
    """Note what somebody drew: the number of the draw."""
    world = moment.world
    world.draws_made += 1
    number = world.draws_made
    world.players[player].newest_draw = number
    world.drawn[number] = Drawn(number, player, list(cards), world.shuffle_number, moment.now)
    return number


def stated_anew(moment: Moment[World]) -> None:
    """Let numbers go on after the draws that are archived, where people stated hands and deck: no other one was told, or ever is."""
    world = moment.world
    world.unfit_deal, world.drawn = 0, {}
    world.draws_made = max((each.number for each in told_draws(moment)), default=0)
    world.letters = [letter for letter in world.letters if _told(moment, letter.draw) or not letter.draw]


def void(moment: Moment[World], shuffles: Iterable[int]) -> None:
    """Let draws that were told be void, as people decided that the shuffles are from which they came: numbers go on after them."""
    lacking, gone = _lacking(moment), set(shuffles)
    if lacking and all(each.shuffle in gone for each in lacking):
        moment.world.draws_made = lacking[-1].number


# --- whether what was told holds --------------------------------------------------------------------------------------


def first_unfit(moment: Moment[World]) -> Dealt | None:
    """The first draw that was told and is dealt otherwise, or not at all; None where there is none.

    What hangs on a shuffle that itself was drawn for other cards is not counted: that is told by itself.
    """
    if moment.world.is_unknown:
        return None
    if moment.world.unfit_deal:
        return _told(moment, moment.world.unfit_deal)
    asked = moment.world.asked_shuffle
    unfit = asked.number if asked is not None and asked.number in state_of(moment).shuffles else None
    return next((each for each in _lacking(moment) if unfit is None or each.shuffle < unfit), None)


def _lacking(moment: Moment[World]) -> list[Dealt]:
    """The draws that were told and have not been made."""
    return [each for each in told_draws(moment) if each.number > moment.world.draws_made]


def unfit_of(moments: Sequence[Moment[World]]) -> str:
    """Why nothing may be dealt or shuffled; "" where nothing is amiss, or something only if people decide so."""
    found = [first_unfit(moment) for moment in moments]
    told = found[0]
    return _problem(moments[0], told) if told is not None and all(found) else ""


def are_unfit(moments: Sequence[Moment[World]]) -> bool:
    """Whether in any world something that was told is dealt otherwise."""
    return any(first_unfit(moment) is not None for moment in moments)


def _problem(moment: Moment[World], told: Dealt) -> str:
    return (
        f"draw {told.number} of {game_id(moment)}, of {len(told.cards)} cards by {told.player}, is archived since {iso(told.at)}, and would now"
        " come out otherwise: something that happened before it became known later, or was changed"
    )


def findings(moment: Moment[World]) -> Iterator[Finding]:
    """That what was told does not fit what is known now; no card is named."""
    told = first_unfit(moment)
    if told is not None:
        text = (
            f"{_problem(moment, told)}; what was told holds, and nothing is dealt or shuffled any more, until what came late is taken back or"
            " people state hands and deck by an opening"
        )
        yield Finding(CODE, CLAUSE, text, (told.row,), told.at)


# --- what the tracker is asked for ------------------------------------------------------------------------------------


@rule("COUP-034")
def requests(moments: Sequence[Moment[World]]) -> Iterator[DrawRequest]:
    """The draws that every world has and that are not archived, in order, up to the first on which they do not agree."""
    first, state = moments[0], state_of(moments[0])
    if are_unfit(moments):
        return
    for number, drawn in sorted(first.world.drawn.items()):
        if any(each.world.drawn.get(number) != drawn for each in moments):
            return
        if _told(first, number) is None:
            accounts = (each for each in names_of(state, drawn.player) if each != drawn.player)
            key = shuffle_key(game_id(first), number)
            yield DrawRequest(key, drawn.player, tuple(drawn.cards), drawn.shuffle, drawn.at, tuple(accounts))


def names_of(state: State, person: str) -> list[str]:
    """Every id by which somebody goes or went: first what never changes, the lowest account, and so on; their own id in the game last."""
    accounts = (name for name, owner in state.identities.items() if owner == person and name.isdecimal())
    return list(dict.fromkeys([*sorted(accounts, key=int), person]))


def waits(moment: Moment[World], letter: PrivateLetter, unfit: Dealt | None) -> bool:
    """Whether a private message must not be written yet: it rests on a draw that is not archived, or came after the first unfit one."""
    is_unfit = unfit is not None and letter.at >= unfit.at
    return is_unfit or (letter.draw > 0 and _told(moment, letter.draw) is None)


# --- the record -------------------------------------------------------------------------------------------------------


def entries(moment: Moment[World]) -> list[DeckEntry]:
    """All that was done with the deck, each draw as it was told."""
    told, unfit = {each.number: each for each in told_draws(moment)}, first_unfit(moment)
    lacking = _lacking(moment) if unfit is not None else []
    made = [_as_told(moment, entry, told.get(entry.number)) for entry in moment.world.deck_log]
    is_told = [entry for entry in made if unfit is None or entry.what != "draw" or entry.number in told]
    return [*is_told, *(DeckEntry("draw", each.player, each.cards, each.number, each.at) for each in lacking)]


def _as_told(moment: Moment[World], entry: DeckEntry, told: Dealt | None) -> DeckEntry:
    if entry.what != "draw" or told is None or _are_same(state_of(moment), told, entry.player, entry.cards):
        return entry
    return replace(entry, player=told.player, cards=told.cards)
