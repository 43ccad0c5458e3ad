"""Essential Attributes: without a name and a pond a duck is inert, and nothing can be done with it but to give it what it lacks."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .flock import ducks_of, shown
from .reading import find_duck
from .spoken import DuckSaid
from .state import Duck, World


@rule("DUCK-125", "DUCK-126", "DUCK-127")
def is_inert(moment: Moment[World], duck: Duck, n: int) -> bool:
    """Refuse what would be done with a duck that lacks an essential attribute; whether it lacks one."""
    if duck.is_complete:
        return False
    lacking = " and ".join(what for what, is_set in (("a name", duck.name), ("a pond", duck.pond)) if not is_set)
    text = f"{shown(duck)} lacks {lacking}: nothing can be done with it but to give it what it lacks"
    moment.refuse("duck_incomplete", "DUCK-126", text, n)
    return True


@rule("DUCK-126")
def target(moment: Moment[World], said: DuckSaid | None, n: int, clause: str) -> Duck | None:
    """The duck with which something is done, whosever it is; None once it was refused, also where it is inert."""
    duck = find_duck(moment, said, n, clause)
    return None if duck is None or is_inert(moment, duck, n) else duck


@rule("DUCK-016")
def found_actor(moment: Moment[World], said: DuckSaid | None, n: int, clause: str) -> Duck | None:
    """The duck through which something is done, whosever it is: where none is named, the author's only one."""
    if said is None and len(ducks_of(moment.world, _author(moment))) == 1:
        said = DuckSaid()
    return find_duck(moment, said, n, clause)


def is_anothers(moment: Moment[World], duck: Duck, n: int, clause: str) -> bool:
    """Refuse what only a duck's owner does; whether the author is not the owner."""
    user = _author(moment)
    if duck.owner != user:
        moment.refuse("not_owner", clause, f"{shown(duck)} is not {user}'s duck", n)
    return duck.owner != user


@rule("DUCK-016", "DUCK-126")
def actor(moment: Moment[World], said: DuckSaid | None, n: int, clause: str) -> Duck | None:
    """The duck through which something is done, where it is the author's own and not inert; None once it was refused."""
    duck = found_actor(moment, said, n, clause)
    if duck is None or is_anothers(moment, duck, n, clause) or is_inert(moment, duck, n):
        return None
    return duck


def _author(moment: Moment[World]) -> str:
    return moment.state.log.messages[moment.row].author


@rule("DUCK-128")
def to_be_set(
    moment: Moment[World], said: DuckSaid | None, n: int, clause: str, lacks: Callable[[Duck], bool]
) -> Duck | None:
    """The duck of the author's own to which an essential attribute is given; ``my duck`` is the one that lacks it, if any does."""
    own = ducks_of(moment.world, _author(moment))
    duck = find_duck(moment, said, n, clause, [each for each in own if lacks(each)] or own)
    return None if duck is None or is_anothers(moment, duck, n, clause) else duck
