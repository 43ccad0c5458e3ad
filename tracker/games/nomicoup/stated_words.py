"""The players' words as people state them: pledges in their order, with what was shown of them, or the mere words of every shuffle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tracker.mechanics.secret_deck import LONGEST_WORD, is_word, pledge_of

from . import words
from .state import Pledge
from .stated_form import Form

_OF_WORDS = ("place", "pledge", "word", "salt")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_A_WORD = f"short (at most {LONGEST_WORD} characters), and has neither blanks nor |"


def take(form: Form, stated: Any) -> None:
    """Let the words be as stated: a list of them, or the pledges by player as they are printed; those not stated stay as they are.

    Once the game has started the words that shuffles follow from are settled by that.
    """
    world = form.moment.world
    if stated is None:
        return
    if isinstance(stated, list):
        words.drop(world, world.pledges)
        world.words = list(_plain(form, stated))
    else:
        pledges = {each.player: each for each in _pledges(form, stated)}
        words.drop(world, [player for player, each in world.pledges.items() if pledges.get(player) is not each])
        world.pledges = pledges
        world.words = [] if world.status == "waiting" else words.of_started(form.moment)
    _take_closing(form)


def _plain(form: Form, stated: list[Any]) -> Iterator[str]:
    for each in stated:
        if isinstance(each, str) and is_word(each):
            yield each
        else:
            form.amiss(f"words: {each!r} is no word: each is {_A_WORD}", words.CLAUSE)


def _take_closing(form: Form) -> None:
    """Pledges are closed before any of their words is shown."""
    world = form.moment.world
    is_shown = any(each.digest and each.word for each in world.pledges.values())
    world.pledges_closed_at = (world.pledges_closed_at or form.moment.when) if is_shown else None
    if world.status == "waiting" and world.pledges and words.has_no_secret(form.moment):
        text = "the words of players are void once the hash of a secret text is published that is not known yet: they pledge anew"
        form.noted(text, words.CLAUSE)


# --- pledges ----------------------------------------------------------------------------------------------------------


def _pledges(form: Form, stated: Any) -> list[Pledge]:
    """The pledges in their order, which is that of the words in every shuffle; a map in an archive keeps no order of its own."""
    if not isinstance(stated, dict):
        form.amiss("words are a list of words, or a map of players with place, pledge, word and salt", words.CLAUSE)
        return []
    found = list[tuple[int, Pledge]]()
    for called, told in stated.items():
        who = f"the word of {called}"
        fields = form.table(told, who, _OF_WORDS)
        player = form.known("whoever has a word (words)", called, words.CLAUSE)
        place = form.count(fields, "place", who, least=1)
        if player and isinstance(told, dict | None) and (made := _pledge(form, fields, player, who)):
            found.append((place, made))
    places = {place for place, _ in found}
    if len(found) > 1 and (len(places) < len(found) or 0 in places):
        text = (
            "words: it is not stated in which order they were pledged, which is that of the words in every shuffle: give each"
            " its place (1, 2, …), as the page of the deck has them"
        )
        form.amiss(text, words.CLAUSE)
    return [made for _, made in sorted(found, key=lambda each: each[0])]


def _pledge(form: Form, fields: Any, player: str, who: str) -> Pledge | None:
    """A pledge, or a word that needed none; None where it cannot be. One that is known stays what it is, with its message."""
    moment = form.moment
    digest, word, salt = (form.written(fields, name, who) for name in ("pledge", "word", "salt"))
    if why := _fault(digest, word, salt):
        form.amiss(f"{who}: {why}", words.CLAUSE)
        return None
    known = moment.world.pledges.get(player)
    if known is not None and (known.digest, known.word, known.salt) == (digest, word, salt):
        return known
    return Pledge(player, digest, moment.when, moment.row, word, moment.row if word else "", salt)


def _fault(digest: str, word: str, salt: str) -> str:
    """Why a word cannot have been pledged or shown so; "" where it can."""
    if not digest and not word:
        return "neither a pledge nor a word is stated"
    if digest and not _DIGEST.fullmatch(digest):
        return "a pledge is a SHA-256, 64 hexadecimal digits in small letters"
    if (word and not is_word(word)) or (salt and not is_word(salt)):
        return f"a word, like a salt, is {_A_WORD}"
    if salt and not word:
        return "there is a salt and no word"
    if digest and word and pledge_of(word, salt) != digest:
        return "that is not the word whose hash was pledged"
    return ""
