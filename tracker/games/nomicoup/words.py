"""The players' words, which go into every shuffle: pledged by their hashes first, shown when nobody can pledge any more (COUP-036)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.secret_deck import is_word, pledge_of

from .general import actor, is_player, people_let
from .state import Pledge, World, state_of

CLAUSE = "COUP-036"
_PLEDGED = "are pledged first"


def are_used(moment: Moment[World]) -> bool:
    """Whether shuffles follow from the words at all."""
    return moment.law.chooses("shuffles_follow_from", "the secret text and the players' words")


def must_be_pledged(moment: Moment[World]) -> bool:
    """Whether only pledged words count: so it is ruled, and the hash of a secret text is published or somebody has pledged a word."""
    world = moment.world
    is_begun = bool(state_of(moment).secret_texts) or any(each.digest for each in world.pledges.values())
    return moment.law.chooses("players_words", _PLEDGED) and (is_begun or world.pledges_closed_at is not None)


@rule("COUP-036")
def pledge(moment: Moment[World], said: Announced) -> None:
    """A player publishes the hash of a word; a later one takes its place, behind those of the others."""
    player = _who_may(moment, said)
    if not player:
        return
    world, digest = moment.world, str(said.fields["digest"]).lower()
    if world.pledges_closed_at is not None:
        moment.refuse("not_allowed", CLAUSE, "the pledges are closed, and words are shown already", said.n)
    elif any(each.digest == digest and each.player != player for each in world.pledges.values()):
        moment.refuse("not_allowed", CLAUSE, "somebody else pledged that hash before", said.n)
    else:
        drop(world, [player])
        world.pledges[player] = Pledge(player, digest, moment.now, moment.row)
        moment.tell("word_pledged", CLAUSE, f"{player} pledges a word: {digest}", player=player, pledge=digest)


@rule("COUP-036")
def close_pledges(moment: Moment[World], said: Announced) -> None:
    """Let nobody pledge any more, so that words can be shown: whoever people let may say so."""
    user, world = actor(moment)[0], moment.world
    if not people_let(moment, user):
        moment.refuse("not_allowed", CLAUSE, "who closes the pledges is for people to say", said.n)
    elif world.status != "waiting" or world.pledges_closed_at is not None or not world.pledges:
        moment.refuse("no_change", CLAUSE, "there are no pledges that are open", said.n)
    else:
        world.pledges_closed_at = moment.now
        names = ", ".join(world.pledges)
        moment.tell("pledges_closed", CLAUSE, f"nobody can pledge any more; now show your words: {names}")


@rule("COUP-036")
def show_word(moment: Moment[World], said: Announced) -> None:
    """A player shows the word that they pledged or, where words need no pledge, gives one: the newest before the start counts."""
    player = _who_may(moment, said)
    word, salt = str(said.fields["word"]), str(said.fields.get("salt") or "")
    if not player:
        return
    if not is_word(word) or (salt and not is_word(salt)):
        moment.refuse("missing_parameter", CLAUSE, "a word has neither blanks nor | and is short", said.n)
    elif must_be_pledged(moment):
        _show_pledged(moment, said, player, word, salt)
    else:
        drop(moment.world, [player])
        moment.world.pledges[player] = Pledge(player, "", moment.now, moment.row, word, moment.row, salt)
        _tell_shown(moment, player, word)


def _show_pledged(moment: Moment[World], said: Announced, player: str, word: str, salt: str) -> None:
    known = moment.world.pledges.get(player)
    if known is None or not known.digest:
        moment.refuse("not_allowed", CLAUSE, "only words count whose hash was pledged before any is shown", said.n)
    elif moment.world.pledges_closed_at is None:
        text = "the pledges are open yet: pledge another word, as everybody knows this one now"
        drop(moment.world, [player])
        moment.refuse("not_allowed", CLAUSE, text, said.n)
    elif pledge_of(word, salt) != known.digest:
        moment.refuse("not_allowed", CLAUSE, f"that is not the word whose hash {player} pledged", said.n)
    elif known.word:
        moment.refuse("no_change", CLAUSE, "that word is shown already", said.n)
    else:
        known.word, known.salt, known.shown_in = word, salt, moment.row
        _tell_shown(moment, player, word)


def _tell_shown(moment: Moment[World], player: str, word: str) -> None:
    moment.tell("word_shown", CLAUSE, f"the word of {player} is {word}", player=player, word=word)


def _who_may(moment: Moment[World], said: Announced) -> str:
    """The player who acts; "" once it was refused: nobody who plays, or the game has started."""
    player = is_player(moment, CLAUSE, said.n)
    if player and moment.world.status != "waiting":
        moment.refuse("no_change", CLAUSE, "the game has started: no word goes into its shuffles any more", said.n)
        return ""
    return player


@rule("COUP-036")
def settle(moment: Moment[World]) -> None:
    """Fix the words when the game starts, in the order of the pledges; whose word does not count is told."""
    world = moment.world
    if not world.words:
        world.words = [each.word for each in in_turn(moment) if each.word]
    for each in world.pledges.values():
        if not each.word or each not in in_turn(moment):
            text = f"no word of {each.player} goes into the shuffles: " + (
                "it was never pledged" if each.word else "the one that was pledged was not shown"
            )
            moment.tell("word_left_out", CLAUSE, text, player=each.player)
    if world.words:
        moment.tell("words_settled", CLAUSE, f"the words are {', '.join(world.words)}", words=list(world.words))


def drop(world: World, players: Iterable[str]) -> None:
    """Let what these players pledged or gave count no more; whoever saved a page may have it, so it is kept for the record."""
    world.dropped_pledges += [world.pledges.pop(each) for each in list(players) if each in world.pledges]


def not_counted(moment: Moment[World]) -> list[Pledge]:
    """What was pledged or given and does not count."""
    counted = in_turn(moment)
    return [*moment.world.dropped_pledges, *(each for each in moment.world.pledges.values() if each not in counted)]


def in_turn(moment: Moment[World]) -> list[Pledge]:
    """Those who pledged, or gave a word that needs no pledge, in order."""
    is_strict = must_be_pledged(moment)
    return [each for each in moment.world.pledges.values() if each.digest or not is_strict]


def counting(moment: Moment[World]) -> tuple[str, ...]:
    """The words from which shuffles follow, in their order."""
    return tuple(moment.world.words) if are_used(moment) else ()


ACTIONS: Mapping[str, Callable[[Moment[World], Announced], None]] = {
    "pledge": pledge,
    "close_pledges": close_pledges,
    "word": show_word,
}
