"""The players' words, which go into every shuffle: pledged by their hashes first, shown when nobody can pledge any more (COUP-036)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from unicodedata import normalize

from tracker.core.gamestate import Finding
from tracker.mechanics.chat.carrying import happens, pass_over, refuse, require, rule
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.deck import deck_record
from tracker.mechanics.deck.deck_record import Word
from tracker.mechanics.deck.secret_deck import is_word, pledge_of

from ..general import is_admin, people_let, plays
from ..state import Coup, Dropped, Order, Pledge
from .court_deck import name_of_game

_STARTED = "the game has started: no word goes into its shuffles any more"


def must_be_pledged(world: Coup) -> bool:
    """Whether only pledged words count: the hash of a secret text is published, or somebody has pledged a word."""
    is_begun = bool(world.secret_texts) or any(each.pledge for each in world.words.values())
    return is_begun or world.pledges_closed_at is not None


@rule("COUP-036")
def pledge(world: Coup, message: Message, digest: str) -> None:
    """A player publishes the hash of a word; a later one takes its place, behind those of the others."""
    player = plays(world, message)
    require(world.status == "waiting", "no_change", _STARTED)
    require(world.pledges_closed_at is None, "not_allowed", "the pledges are closed, and words are shown already")
    digest = digest.lower()
    owners = [who for who, each in world.words.items() if each.pledge == digest]
    require(player not in owners, "no_change", "you pledged that hash already: it keeps its place")
    require(not owners, "not_allowed", "somebody else pledged that hash before")
    drop(world, [player])
    world.words[player] = Pledge(pledge=digest, at=world.now, message=message.id)
    happens("word_pledged", f"{player} pledges a word: {digest}", player=player, hex=digest)


@rule("COUP-036")
def close_pledges(world: Coup, message: Message) -> None:
    """Let nobody pledge any more, so that words can be shown: a player says so, or whoever is named for it."""
    user = message.author
    require(people_let(world, user), "not_allowed", "who closes the pledges is for people to say")
    if not world.player_of(user) and not is_admin(world, user):
        refuse("not_player", f"{user} is no player, and not one of those who may close the pledges")
    is_open = world.status == "waiting" and world.pledges_closed_at is None and bool(world.words)
    require(is_open, "no_change", "there are no pledges that are open")
    world.pledges_closed_at = world.now
    world.closed_pledges = [each.pledge for each in in_turn(world).values() if each.pledge]
    text = f"nobody can pledge any more: {closing(world)}; now show your words: {', '.join(world.words)}"
    happens("pledges_closed", text)


def closing(world: Coup) -> str:
    """How the closing of the pledges is published: how many there are, and the hash of all in their order; "" where none are closed."""
    pledges = world.closed_pledges
    return deck_record.listed_closing(name_of_game(world), pledges) if pledges else ""


@rule("COUP-036")
def show_word(world: Coup, message: Message, word: str, salt: str = "") -> None:
    """A player shows the word that they pledged or, where words need no pledge, gives one: the newest before the start counts."""
    player = plays(world, message)
    require(world.status == "waiting", "no_change", _STARTED)
    if not is_word(word) or (salt and not is_word(salt)):
        refuse("missing_parameter", "a word has neither blanks nor | and is short")
    if not must_be_pledged(world):
        drop(world, [player])
        world.words[player] = Pledge(at=world.now, message=message.id, word=word, salt=salt)
    elif not _shows_pledged(world, player, word, salt):
        return
    happens("word_shown", f"the word of {player} is {word}", player=player, word=word)


def _shows_pledged(world: Coup, player: str, word: str, salt: str) -> bool:
    """Whether a word is the pledged one, which is shown now; one shown too early counts no more, as everybody knows it."""
    known = world.words.get(player)
    if known is None or not known.pledge:
        refuse("not_allowed", "only words count whose hash was pledged before any is shown")
    if world.pledges_closed_at is None:
        drop(world, [player])
        pass_over("not_allowed", "the pledges are open yet: pledge another word, as everybody knows this one now")
        return False
    shown = _as_pledged(known.pledge, word, salt)
    if shown is None:
        refuse("not_allowed", f"that is not the word whose hash {player} pledged")
    require(not known.word, "no_change", "that word is shown already")
    known.word, known.salt = shown
    return True


def _as_pledged(digest: str, word: str, salt: str) -> tuple[str, str] | None:
    """The word and the salt whose hash was pledged; a chat may have composed letters and accents otherwise than who pledged it."""
    forms = [(word, salt), *((normalize(form, word), normalize(form, salt)) for form in ("NFC", "NFD"))]
    return next((each for each in forms if pledge_of(*each) == digest), None)


@rule("COUP-036")
def settle(world: Coup) -> None:
    """Fix the words when the game starts, in the order of the pledges; whose word does not count is told."""
    if world.settled_words is None:
        world.settled_words = [each.word for each in in_turn(world).values() if each.word]
    for player, each in world.words.items():
        if not each.word or player not in in_turn(world):
            why = "it was never pledged" if each.word else "the one that was pledged was not shown"
            happens("word_left_out", f"no word of {player} goes into the shuffles: {why}", player=player)
    if world.settled_words:
        text = f"the words are {', '.join(world.settled_words)}"
        happens("words_settled", text, words=list(world.settled_words))


def drop(world: Coup, players: Iterable[str]) -> None:
    """Let what these players pledged or gave count no more; whoever saved a page may have it, so it is kept for the record."""
    for player in list(players):
        if player in world.words:
            world.dropped_words.append(Dropped(player=player, **dict(world.words.pop(player))))


def in_turn(world: Coup) -> dict[str, Pledge]:
    """Those who pledged, or gave a word that needs no pledge, in order."""
    is_strict = must_be_pledged(world)
    return {player: each for player, each in world.words.items() if each.pledge or not is_strict}


# --- what the record tells --------------------------------------------------------------------------------------------


def of_record(world: Coup) -> list[Word]:
    """The words of the record, in their order: as they were when the first shuffle was drawn, also those that were not shown."""
    first = _first_drawn(world)
    if first is not None:
        return [_told(world, each) for each in first.words or ()]
    listed = [_as_word(player, each) for player, each in in_turn(world).items()]
    settled = world.settled_words
    if not settled or settled == [each.word for each in listed if each.word]:
        return listed
    return [next((each for each in _given(world) if each.word == word), Word("", word)) for word in settled]


def _given(world: Coup) -> list[Word]:
    dropped = [_as_word(each.player, each) for each in world.dropped_words]
    return [*dropped, *(_as_word(player, each) for player, each in world.words.items())]


def not_counted(world: Coup) -> list[Word]:
    """What was pledged or given and is not among the words of the record."""
    counted = of_record(world)
    return [each for each in _given(world) if not any(_is_part(each, whole) for whole in counted)]


def _is_part(given: Word, counted: Word) -> bool:
    """Whether what was pledged or given is no more than what counts of the same player."""
    return given.player == counted.player and given.pledge in ("", counted.pledge) and given.word in ("", counted.word)


def as_told(world: Coup) -> list[dict[str, Any]]:
    """The words of the record, as they are archived with a shuffle."""
    return [
        {"player": each.player, "pledge": each.pledge, "word": each.word, "salt": each.salt}
        for each in of_record(world)
    ]


def _told(world: Coup, told: dict[str, Any]) -> Word:
    text = {name: str(told.get(name) or "") for name in ("player", "word", "salt", "pledge")}
    return Word(**{**text, "player": world.called.person(text["player"])})


def _as_word(player: str, each: Pledge) -> Word:
    return Word(player, each.word, each.salt, each.pledge)


def _first_drawn(world: Coup) -> Order | None:
    """The first shuffle of the game with which it was told which words there were: they hold for all of the game."""
    told = {int(number): each for number, each in world.orders.items() if each.words is not None}
    return told[min(told)] if told else None


def are_mixed_in(world: Coup) -> bool:
    """Whether shuffles follow from the words of the record: as it was when the first one was drawn."""
    first = _first_drawn(world)
    return first is None or first.words_are_used


def counting(world: Coup) -> tuple[str, ...]:
    """The words from which shuffles follow, in their order: those of the first shuffle."""
    if _first_drawn(world) is None:
        return tuple(world.settled_words or ())
    return tuple(each.word for each in of_record(world) if each.word) if are_mixed_in(world) else ()


@rule("COUP-036")
def findings(world: Coup) -> Iterator[Finding]:
    """That other words would count now than those with which the first shuffle was drawn."""
    now, drawn = tuple(world.settled_words or ()), counting(world)
    if world.status != "waiting" and now != drawn:
        text = (
            f"something became known later by which these words would count: {', '.join(now) or 'none'}; the first shuffle was drawn with these,"
            f" and they hold for all of the game: {', '.join(drawn) or 'none'}"
        )
        yield Finding("WORDS_KEPT", "COUP-036", text, is_note=True)
