"""Duck Naming Criteria: giving names, which of them may be given, and how a duck loses one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tracker.mechanics.chat.carrying import happens, note, refuse, require, rule
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from .assist import ask_people
from .essential import MY_DUCK, called, must_own, owned_by, the_duck
from .state import Ducks


@rule("DUCK-051", "DUCK-052", "DUCK-128", "DUCK-055")
def name(world: Ducks, message: Message, new: str, duck: str | None = None) -> None:
    """The owner gives a duck a name, or another one; "my duck" is the only nameless one."""
    number = the_duck(world, message.author, _nameless_of(world, message.author, duck) or duck)
    must_own(world, message.author, number)
    chosen = new.strip()
    must_be_good(world, chosen)
    before = world.ducks[number].name
    world.ducks[number].name, world.ducks[number].named_at = chosen, world.now
    text = f"{before or f'duck #{number}'} is called {chosen}"
    happens("duck_named", text, duck=number, called=chosen, before=before)
    tell_near_copies(world, message, number, chosen)


def _nameless_of(world: Ducks, who: str, said: str | None) -> str | None:
    nameless = [number for number in owned_by(world, who) if world.ducks[number].name is None]
    return f"#{nameless[0]}" if said in (None, MY_DUCK) and len(nameless) == 1 else None


# --- the criteria -----------------------------------------------------------------------------------------------------


@rule("DUCK-054")
def must_be_good(world: Ducks, chosen: str) -> None:
    """Any name may be given but the exceptions."""
    must_be_of_length(world, chosen)
    must_not_be_a_players(world, chosen)
    must_not_be_forbidden(world, chosen)


@rule("DUCK-058")
def must_be_of_length(world: Ducks, chosen: str) -> None:
    """Names have some characters, and not too many."""
    least, most = world.law.number("name_least_characters"), world.law.number("name_most_characters")
    text = f"a name has {least} to {most} characters, and this one has {len(chosen)}"
    require(least <= len(chosen) <= most, "bad_name", text)


@rule("DUCK-056")
def must_not_be_a_players(world: Ducks, chosen: str) -> None:
    """Names of players of now are theirs alone."""
    is_taken = chosen.casefold() in {each.casefold() for names in names_of_players(world).values() for each in names}
    require(not is_taken, "bad_name", f"“{chosen}” is the name of a player")


@rule("DUCK-060")
def must_not_be_forbidden(world: Ducks, chosen: str) -> None:
    """Some names are forbidden, in just these letters."""
    require(chosen not in world.law.words("forbidden_names"), "bad_name", f"no duck may be called {chosen}")


def names_of_players(world: Ducks) -> dict[str, Iterable[str]]:
    """The names by which the players of now go."""
    people = playing(world)
    names: dict[str, list[str]] = {who: [who, *world.called.known_as.get(who, ())] for who in people}
    for account, person in world.called.identities.items():
        names.get(person, []).append(account)
    return {who: tuple(each) for who, each in names.items()}


def is_fine(world: Ducks, chosen: str) -> bool:
    """Whether a name that a duck has may stay: it is neither too long nor too short, nor forbidden."""
    least, most = world.law.number("name_least_characters"), world.law.number("name_most_characters")
    return least <= len(chosen) <= most and chosen not in world.law.words("forbidden_names")


# --- names that look alike --------------------------------------------------------------------------------------------


@rule("DUCK-056")
def tell_near_copies(world: Ducks, message: Message, number: int, chosen: str) -> None:
    """People are shown a name that is almost a player's: drawn alike, or with a title beside it."""
    if like := near_copies(chosen, names_of_players(world)):
        text = f"duck #{number} is called {chosen}, almost like {', '.join(like)}: does it impersonate them?"
        answers = ["impersonates a player", "fine"]
        ask_people(world, "NAME_LIKE_A_PLAYERS", "name", message, text, answers, "lose_name", number=number)


def near_copies(chosen: str, players: dict[str, Iterable[str]]) -> list[str]:
    """The players whose names stand in a name as words of their own, however its letters are drawn."""
    words = f" {_drawn(chosen)} "
    return sorted(who for who, names in players.items() if any(f" {_drawn(each)} " in words for each in names if each))


_ALIKE = str.maketrans("\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u04550135", "aeopcxyisoies")


def _drawn(words: str) -> str:
    """The words of a name as they look: without accents, in plain small letters."""
    bare = unicodedata.normalize("NFKD", words).casefold().translate(_ALIKE)
    return " ".join(re.findall(r"[^\W_]+", "".join(each for each in bare if not unicodedata.combining(each))))


# --- losing a name ----------------------------------------------------------------------------------------------------


@rule("DUCK-057")
def report(world: Ducks, message: Message, duck: str | None = None) -> None:
    """A player says that a name breaks the server's rules; people decide."""
    require(duck, "missing_parameter", "it does not say which duck")
    number = the_duck(world, message.author, duck)
    shown = world.ducks[number].name or refuse("bad_target", f"duck #{number} has no name")
    text = f"{message.author} says that the name {shown} of duck #{number} breaks the rules of the server"
    happens("name_reported", text, player=message.author, duck=number)
    answers = ["breaks the rules", "fine"]
    ask_people(world, "NAME_REPORTED", "name-report", message, text, answers, "lose_name", number=number)


@rule("DUCK-057", "DUCK-055", "DUCK-056")
def lose_name(world: Ducks, number: int) -> None:
    """People decided that a duck may not be called so."""
    if number in world.ducks and world.ducks[number].name:
        _lose(world, number, "people decided that no duck is called so")


@rule("DUCK-060", "DUCK-055", "DUCK-058")
def lose_forbidden(world: Ducks, among: Iterable[int]) -> None:
    """A name that is forbidden by now is lost at once."""
    for number in among:
        name = world.ducks[number].name
        if name is not None and not is_fine(world, name):
            _lose(world, number, "no duck may be called so")


@rule("DUCK-061")
def lose_shared(world: Ducks) -> None:
    """Of ducks with one name whoever got it last loses it, until one keeps it."""
    names = [duck.name for duck in world.ducks.values() if duck.name is not None]
    if len(set(names)) == len(names):
        return
    holders: dict[str, int] = {}
    for number in sorted(world.ducks, key=lambda number: (str(world.ducks[number].named_at or ""), number)):
        shared = world.ducks[number].name
        if shared is not None and holders.setdefault(shared, number) != number:
            _lose(world, number, f"{called(world, holders[shared])}, duck #{holders[shared]}, had it before")


def _lose(world: Ducks, number: int, why: str) -> None:
    lost = world.ducks[number].name
    world.ducks[number].name = world.ducks[number].named_at = None
    text = f"duck #{number} loses the name {lost}: {why}"
    happens("duck_name_lost", text, duck=number, called=lost)
    note("NAME_LOST", text)
