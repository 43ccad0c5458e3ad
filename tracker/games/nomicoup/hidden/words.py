"""The players' words, which go into every shuffle: pledged by their hashes first, shown when nobody can pledge any more (COUP-036)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from unicodedata import normalize

from tracker.mechanics.chat.carrying import happens, pass_over, refuse, require, rule
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.deck import deck_record
from tracker.mechanics.deck.deck_record import Word
from tracker.mechanics.deck.secret_deck import is_word, pledge_of

from ..general import is_admin, people_let, plays
from ..state import Coup, Dropped, Pledge
from .court_deck import name_of_game

_STARTED = "the game has started: no word goes into its shuffles any more"


def must_be_pledged(world: Coup) -> bool:
    """Whether only pledged words count: the hash of a secret text is published, or somebody has pledged a word."""
    is_begun = bool(world.secret_texts) or any(each.pledge for each in world.words.values())
    return is_begun or world.pledges_closed_at is not None


@rule("COUP-036")
def pledge(world: Coup, message: Message, digest: str) -> None:
    """A player publishes the hash of a word; a later one takes its place, behind those of the others."""
    player, digest = plays(world, message), digest.lower()
    require(world.status == "waiting", "no_change", _STARTED)
    require(world.pledges_closed_at is None, "not_allowed", "the pledges are closed, and words are shown already")
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
    if not is_admin(world, user):
        plays(world, message)
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
    is_fit = is_word(word) and (not salt or is_word(salt))
    require(is_fit, "missing_parameter", "a word has neither blanks nor | and is short")
    known = world.words.get(player)
    if not must_be_pledged(world):
        drop(world, [player])
        world.words[player] = Pledge(at=world.now, message=message.id, word=word, salt=salt)
    elif known is None or not known.pledge:
        refuse("not_allowed", "only words count whose hash was pledged before any is shown")
    elif world.pledges_closed_at is None:
        # Everybody knows it now, so it counts no more.
        drop(world, [player])
        pass_over("not_allowed", "the pledges are open yet: pledge another word, as everybody knows this one now")
        return
    else:
        # A chat may have composed letters and accents otherwise than who pledged it.
        forms = [(word, salt), *((normalize(form, word), normalize(form, salt)) for form in ("NFC", "NFD"))]
        shown = next((each for each in forms if pledge_of(*each) == known.pledge), ("", ""))
        require(shown[0], "not_allowed", f"that is not the word whose hash {player} pledged")
        require(not known.word, "no_change", "that word is shown already")
        known.word, known.salt = shown
    happens("word_shown", f"the word of {player} is {word}", player=player, word=word)


@rule("COUP-036")
def settle(world: Coup) -> None:
    """Tell when the game starts which words go into the shuffles, in the order of the pledges, and whose does not count."""
    for player, each in world.words.items():
        if not each.word or player not in in_turn(world):
            why = "it was never pledged" if each.word else "the one that was pledged was not shown"
            happens("word_left_out", f"no word of {player} goes into the shuffles: {why}", player=player)
    if counting(world):
        happens("words_settled", f"the words are {', '.join(counting(world))}", words=list(counting(world)))


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
    """The words of the record in their order, also those that were not shown: as they were when the first shuffle was drawn."""
    told = {int(number): each.words for number, each in world.orders.items() if each.words is not None}
    if not told:
        return [_as_word(player, each) for player, each in in_turn(world).items()]
    return [Word(**{**each, "player": world.called.person(each["player"])}) for each in told[min(told)] or ()]


def not_counted(world: Coup) -> list[Word]:
    """What was pledged or given and is not among the words of the record."""
    given = [*((each.player, each) for each in world.dropped_words), *world.words.items()]
    counted = [(each.player, told) for each in of_record(world) for told in (each.pledge, each.word) if told]
    every = (_as_word(player, each) for player, each in given)
    return [each for each in every if not {(each.player, each.pledge), (each.player, each.word)} & {*counted}]


def as_told(world: Coup) -> list[dict[str, Any]]:
    """The words of the record, as they are archived with a shuffle."""
    return [asdict(each) for each in of_record(world)]


def _as_word(player: str, each: Pledge) -> Word:
    return Word(player, each.word, each.salt, each.pledge)


def counting(world: Coup) -> tuple[str, ...]:
    """The words from which shuffles follow, in their order: none before the game starts, then those of the first shuffle."""
    return tuple(each.word for each in of_record(world) if each.word and world.status != "waiting")
