"""The players' words, which go into every shuffle: pledged by their hashes first, shown when nobody can pledge any more (COUP-036)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from unicodedata import normalize

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import message_asked
from tracker.mechanics.deck_record import Word
from tracker.mechanics.secret_deck import is_word, pledge_of

from .general import actor, is_player, people_let
from .state import Pledge, Shuffled, World, state_of

CLAUSE = "COUP-036"
_PLEDGED = "are pledged first"
_EDITED = "edited"


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
    elif player in world.pledges and world.pledges[player].digest == digest:
        moment.refuse("no_change", CLAUSE, "you pledged that hash already: it keeps its place", said.n)
    else:
        drop(world, [player])
        world.pledges[player] = Pledge(player, digest, moment.now, moment.row)
        moment.tell("word_pledged", CLAUSE, f"{player} pledges a word: {digest}", player=player, pledge=digest)


@rule("COUP-036")
def close_pledges(moment: Moment[World], said: Announced) -> None:
    """Let nobody pledge any more, so that words can be shown: a player says so, or whoever is named for it."""
    (user, player), world = actor(moment), moment.world
    if not people_let(moment, user):
        moment.refuse("not_allowed", CLAUSE, "who closes the pledges is for people to say", said.n)
    elif not player and user not in moment.law.words("admins"):
        text = f"{user} is no player, and not one of those who may close the pledges"
        moment.refuse("not_player", CLAUSE, text, said.n)
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
    elif (shown := _as_pledged(known.digest, word, salt)) is None:
        moment.refuse("not_allowed", CLAUSE, f"that is not the word whose hash {player} pledged", said.n)
    elif known.word:
        moment.refuse("no_change", CLAUSE, "that word is shown already", said.n)
    else:
        (known.word, known.salt), known.shown_in = shown, moment.row
        _tell_shown(moment, player, word)


def _as_pledged(digest: str, word: str, salt: str) -> tuple[str, str] | None:
    """The word and the salt whose hash was pledged; a chat may have composed letters and accents otherwise than who pledged it."""
    forms = [(word, salt), *((normalize(form, word), normalize(form, salt)) for form in ("NFC", "NFD"))]
    return next((each for each in forms if pledge_of(*each) == digest), None)


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


def not_counted(moment: Moment[World]) -> list[Word]:
    """What was pledged or given and is not among the words of the record."""
    world, counted, listed = moment.world, of_record(moment), in_turn(moment)
    dropped = [_as_word(moment, each) for each in world.dropped_pledges]
    if counted == [_as_word(moment, each) for each in listed]:
        return [*dropped, *(_as_word(moment, each) for each in world.pledges.values() if each not in listed)]
    given = [*dropped, *(_as_word(moment, each) for each in world.pledges.values())]
    return [each for each in given if not any(_is_part(each, whole) for whole in counted)]


def _is_part(given: Word, counted: Word) -> bool:
    """Whether what was pledged or given is no more than what counts of the same player."""
    return given.player == counted.player and given.pledge in ("", counted.pledge) and given.word in ("", counted.word)


def of_record(moment: Moment[World]) -> list[Word]:
    """The words of the record, in their order: as they were when the first shuffle was drawn, also those that were not shown."""
    first = _first_drawn(moment)
    if first is not None:
        return [_told(moment, each) for each in first.words or ()]
    listed = [_as_word(moment, each) for each in in_turn(moment)]
    settled = moment.world.words
    if not settled or settled == [each.word for each in listed if each.word]:
        return listed
    given = [_as_word(moment, each) for each in (*moment.world.pledges.values(), *moment.world.dropped_pledges)]
    return [next((each for each in given if each.word == word), Word("", word)) for word in settled]


def as_told(moment: Moment[World]) -> list[dict[str, Any]]:
    """Those words, as they are archived with a shuffle."""
    return [_archived(each) for each in of_record(moment)]


def _archived(word: Word) -> dict[str, Any]:
    told = {"player": word.player, "pledge": word.pledge, "word": word.word, "salt": word.salt}
    return {**told, _EDITED: True} if word.is_edited else told


def _told(moment: Moment[World], told: Mapping[str, Any]) -> Word:
    text = {name: str(told.get(name) or "") for name in ("player", "word", "salt", "pledge")}
    return Word(**{**text, "player": moment.state.person(text["player"])}, is_edited=told.get(_EDITED) is True)


def _as_word(moment: Moment[World], each: Pledge) -> Word:
    pledged = moment.state.log.messages.get(each.message)
    is_edited = bool(each.digest) and pledged is not None and pledged.seen_edited
    return Word(each.player, each.word, each.salt, each.digest, is_edited=is_edited)


def _first_drawn(moment: Moment[World]) -> Shuffled | None:
    """The first shuffle of the game with which it was told which words there were: they hold for all of the game."""
    told = {number: each for number, each in state_of(moment).shuffles.items() if each.words is not None}
    return told[min(told)] if told else None


def in_turn(moment: Moment[World]) -> list[Pledge]:
    """Those who pledged, or gave a word that needs no pledge, in order."""
    is_strict = must_be_pledged(moment)
    return [each for each in moment.world.pledges.values() if each.digest or not is_strict]


def of_started(moment: Moment[World]) -> list[str]:
    """The words with which a game that has started was settled, by its pledges: where any was pledged only pledged ones counted."""
    told = moment.world.pledges.values()
    is_strict = moment.law.chooses("players_words", _PLEDGED) and any(each.digest for each in told)
    return [each.word for each in told if each.word and (each.digest or not is_strict)]


def has_no_secret(moment: Moment[World]) -> bool:
    """Whether no hash of any secret text is known; once one is published, words said before it are void."""
    return not state_of(moment).secret_texts


def are_mixed_in(moment: Moment[World]) -> bool:
    """Whether shuffles follow from the words of the record: as it was when the first one was drawn."""
    first = _first_drawn(moment)
    return are_used(moment) if first is None else first.are_words_used


def counting(moment: Moment[World]) -> tuple[str, ...]:
    """The words from which shuffles follow, in their order: those of the first shuffle."""
    if _first_drawn(moment) is None:
        return _counting_now(moment)
    return tuple(each.word for each in of_record(moment) if each.word) if are_mixed_in(moment) else ()


def _counting_now(moment: Moment[World]) -> tuple[str, ...]:
    return tuple(moment.world.words) if are_used(moment) else ()


def awaited_answers(moment: Moment[World]) -> list[str]:
    """The open questions on what messages said where it hangs on them which words go into the shuffles: until then none is drawn."""
    worlds = state_of(moment).worlds
    if all(each.words == worlds[0].words for each in worlds):
        return []
    asked = dict.fromkeys(id for each in worlds for id in each.asks if message_asked(id))
    return [id for id in asked if moment.answer(id) is None]


@rule("COUP-036")
def findings(moment: Moment[World]) -> Iterator[Finding]:
    """That other words would count now than those with which the first shuffle was drawn."""
    now, drawn = _counting_now(moment), counting(moment)
    if moment.world.status != "waiting" and now != drawn:
        text = (
            f"something became known later, or was set otherwise, by which these words would count: {', '.join(now) or 'none'}; the first"
            f" shuffle was drawn with these, and they hold for all of the game: {', '.join(drawn) or 'none'}"
        )
        yield Finding("WORDS_KEPT", CLAUSE, text, is_note=True)


ACTIONS: Mapping[str, Callable[[Moment[World], Announced], None]] = {
    "pledge": pledge,
    "close_pledges": close_pledges,
    "word": show_word,
}
