"""Duck Naming Criteria: which names a duck may be given, and which it loses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tracker.core.instants import EPOCH
from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_text import looks, without_invisible

from .flock import shown
from .names import exactly, fault_of, is_hidden, loosely
from .state import Duck, World

_MENTION = re.compile(r"<@!?([0-9]{1,25})>")
_DRAWN_ALIKE = str.maketrans("l1|0", "iiio")


@dataclass(frozen=True, slots=True)
class NameFault:
    """The criterion that a name breaks: its clause and one sentence's part."""

    clause: str
    text: str


# --- giving a name ----------------------------------------------------------------------------------------------------


@rule("DUCK-054", "DUCK-055")
def give_name(moment: Moment[World], duck: Duck, name: str, n: int) -> bool:
    """Let a duck be called so, unless the criteria bar it: whether that changed anything. Outer blanks are no part of a name."""
    name = name.strip()
    fault = name_fault(moment, name)
    is_barred = fault is not None and moment.law.chooses("forbidden_name", "is refused")
    if fault is None and moment.law.chooses("shared_name", "is refused"):
        fault = shared_fault(moment, name, duck.number)
        is_barred = fault is not None
    if fault is not None and is_barred:
        moment.refuse("bad_name", fault.clause, fault.text, n)
        return False
    return _given(moment, duck, name, fault)


def _given(moment: Moment[World], duck: Duck, name: str, fault: NameFault | None) -> bool:
    if name == duck.name:
        return False
    before, duck.name, duck.named_at = duck.name, name, moment.when
    moment.world.register_anew()
    text = f"duck #{duck.number} is called {name}"
    moment.tell("duck_named", "DUCK-051", text, duck=duck.number, called=name, before=before or None)
    if fault is not None:
        lose(moment, duck, fault.clause, fault.text)
    else:
        _show_near_copies(moment, duck)
    after_change(moment)
    return True


@rule("DUCK-055", "DUCK-057")
def lose(moment: Moment[World], duck: Duck, clause: str, text: str) -> None:
    """Take a duck's name away, which leaves it nameless: no former name comes back."""
    name, duck.name, duck.named_at = duck.name, "", None
    moment.world.register_anew()
    said = f"duck #{duck.number} loses the name {name}: {text}"
    moment.tell("duck_name_lost", clause, said, duck=duck.number, called=name)
    moment.note("NAME_LOST", clause, said, is_mild=True)


# --- the criteria -----------------------------------------------------------------------------------------------------


def name_fault(moment: Moment[World], name: str) -> NameFault | None:
    """The criterion that bars a name now, shared names apart; None where any duck may have it (DUCK-054)."""
    if clause := fault_of(name):
        return NameFault(clause, f"{name} broke a criterion when it was given")
    faults = (_length_fault(moment, name), _impersonation(moment, name), _forbidden(moment, name))
    return next((fault for fault in faults if fault is not None), None)


@rule("DUCK-058")
def _length_fault(moment: Moment[World], name: str) -> NameFault | None:
    least, most = moment.law.number("name_least_characters"), moment.law.number("name_most_characters")
    if least <= len(name) <= most or is_hidden(name):
        return None
    return NameFault("DUCK-058", f"a name has {least} to {most} characters, and this one has {len(name)}")


@rule("DUCK-056")
def _impersonation(moment: Moment[World], name: str) -> NameFault | None:
    """A name of a player of now; later players and names do not spoil it."""
    mentioned = _MENTION.fullmatch(name)
    called = moment.state.person(mentioned[1]) if mentioned else name
    wanted = _compared(called)
    for player, names in names_of_players(moment).items():
        if any(_compared(each) == wanted for each in names):
            return NameFault("DUCK-056", f"“{name}” is a name of the player {player}")
    return None


@rule("DUCK-060")
def _forbidden(moment: Moment[World], name: str) -> NameFault | None:
    same = _comparison(moment, name)
    if same(name) not in {same(each) for each in moment.law.words("forbidden_names")}:
        return None
    return NameFault("DUCK-060", f"no duck may be called {name}")


@rule("DUCK-061")
def shared_fault(moment: Moment[World], name: str, but: int = 0) -> NameFault | None:
    """That a duck has the name already, ownerless ones too; not the duck numbered ``but``."""
    same = _comparison(moment, name)
    wanted = same(name)
    for duck in moment.world.ducks.values():
        if duck.number != but and duck.name and same(duck.name) == wanted:
            return NameFault("DUCK-061", f"duck #{duck.number} is called {duck.name} already")
    return None


def temporary_fault(moment: Moment[World], name: str) -> NameFault | None:
    """Why a duck cannot be called so for the time of an auction; None where it can (DUCK-133)."""
    name = name.strip()
    return name_fault(moment, name) or shared_fault(moment, name) or _taken(moment, name)


def _taken(moment: Moment[World], name: str) -> NameFault | None:
    same = _comparison(moment, name)
    wanted = same(name)
    for auction in moment.world.auctions.values():
        if auction.temporary_name and same(auction.temporary_name) == wanted:
            return NameFault("DUCK-061", f"duck #{auction.duck} is auctioned under the name {auction.temporary_name}")
    return None


def _comparison(moment: Moment[World], *names: str) -> Callable[[str], str]:
    """How names are compared with each other, and with these (DUCK-060): where one was redacted, by what is known of it."""
    others = (auction.temporary_name for auction in moment.world.auctions.values())
    are_hidden = moment.world.register.called.are_hidden or any(map(is_hidden, (*names, *others)))
    if moment.law.chooses("names_compare", "exactly"):
        return exactly if are_hidden else str
    return loosely if are_hidden else str.casefold


def _compared(name: str) -> str:
    return name.strip().casefold()


# --- players' names ---------------------------------------------------------------------------------------------------


def names_of_players(moment: Moment[World]) -> Mapping[str, tuple[str, ...]]:
    """The names by which each player of now goes: the id, the names that the account shows here and elsewhere, and other accounts."""
    log = moment.state.log
    others: dict[str, list[str]] = {}
    for account, person in moment.state.identities.items():
        others.setdefault(person, []).append(account)
    playing = [player.id for player in moment.world.players.values() if player.is_playing]
    return {each: (each, *log.known_as.get(each, ()), *others.get(each, ())) for each in playing}


@rule("DUCK-056")
def _show_near_copies(moment: Moment[World], duck: Duck) -> None:
    """Tell people of a name that is almost a player's: drawn alike, or with a title in front of it or behind it."""
    if like := near_copies(duck.name, names_of_players(moment)):
        text = f"duck #{duck.number} is called {duck.name}, almost like {', '.join(like)}: does it impersonate them?"
        moment.note("NAME_LIKE_A_PLAYERS", "DUCK-056", text, is_mild=True)


def near_copies(name: str, players: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The players whose names are drawn like a name, or stand in it as whole words; in order of their ids."""
    words = _drawn(name)
    return tuple(sorted(player for player, names in players.items() if any(_is_near(words, each) for each in names)))


def _is_near(words: list[str], name: str) -> bool:
    wanted = _drawn(name)
    starts = range(len(words) - len(wanted) + 1)
    return bool(wanted) and any(words[at : at + len(wanted)] == wanted for at in starts)


def _drawn(name: str) -> list[str]:
    """The words of a name as they look, letters and digits alone."""
    drawn = looks(without_invisible(name)).casefold().translate(_DRAWN_ALIKE)
    return re.findall(r"[^\W_]+", drawn)


# --- names that are lost by themselves --------------------------------------------------------------------------------


def after_change(moment: Moment[World]) -> None:
    """Take away the names that no duck may have by now, and those that ducks share (DUCK-055, DUCK-061)."""
    if not _is_any_amiss(moment):
        return
    named = [duck for duck in moment.world.ducks.values() if duck.name]
    for duck in named:
        if fault := _length_fault(moment, duck.name) or _forbidden(moment, duck.name):
            lose(moment, duck, fault.clause, fault.text)
    for newest, oldest in newest_sharers([duck for duck in named if duck.name], moment):
        lose(moment, newest, "DUCK-061", f"{shown(oldest)}, duck #{oldest.number}, had it before")


def _is_any_amiss(moment: Moment[World]) -> bool:
    """Whether a name must go: it is asked after every change, and looked at again where names or what the law says of them changed."""
    law, register = moment.law, moment.world.register
    bounds = law.number("name_least_characters"), law.number("name_most_characters")
    key = (law.word("names_compare"), law.words("forbidden_names"), *bounds)
    found = register.faults.get(key)
    if found is None:
        found = register.faults[key] = _is_amiss(moment, [*filter(None, register.called.values())])
    return found


def _is_amiss(moment: Moment[World], names: list[str]) -> bool:
    law, form = moment.law, _comparison(moment)
    same = {*map(form, names)}
    if len(same) < len(names) or not same.isdisjoint(map(form, law.words("forbidden_names"))):
        return True
    names = [name for name in names if not is_hidden(name)]
    if not names:
        return False
    least, most = law.number("name_least_characters"), law.number("name_most_characters")
    return len(max(names, key=len)) > most or (least > 1 and len(min(names, key=len)) < least)


@rule("DUCK-061")
def newest_sharers(named: Iterable[Duck], moment: Moment[World]) -> Iterator[tuple[Duck, Duck]]:
    """Each duck that loses a name which others have too, with the one that keeps it: whoever has had it longest."""
    holders: dict[str, Duck] = {}
    same = _comparison(moment)
    for duck in sorted(named, key=lambda duck: (duck.named_at or EPOCH, duck.number)):
        keeper = holders.setdefault(same(duck.name), duck)
        if keeper is not duck:
            yield duck, keeper
