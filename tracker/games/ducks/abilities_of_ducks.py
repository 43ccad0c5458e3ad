"""What a player can still do with their ducks in this voting period: each thing once, with the ducks that can and those that cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from tracker.games.chat_views import BarView, CanView
from tracker.mechanics.chat_people import People
from tracker.mechanics.chat_play import Moment

from . import periods, titles
from .flock import complete_of, ducks_of, shown
from .fruit import ingredient
from .holdings import held
from .law import of_ducks
from .quacktions import (
    ADOPT,
    ATTACK,
    CANNIBALISM,
    COCKTAIL,
    HATCH,
    LAY,
    SCRAMBLER,
    SMOOTHIE,
    STEAL,
    is_rich,
    mixer,
    payer,
)
from .scouting import adjusting_bar, adjustments_left, retrieval_bar, sending_bar, with_loot_due
from .state import DEITY, DUKE, Duck, GoneDuck, Player, World
from .tables import QUACKS

Found: TypeAlias = Iterator[tuple[str, CanView | BarView]]
_SHOWN = 12
"""Of the ducks that can do something so many are named."""


def listed(ducks: Iterable[Duck | GoneDuck]) -> str:
    """Ducks by what they are called, not too many of them."""
    names = [shown(duck) for duck in ducks]
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def times(count: int) -> str:
    """How often something may be done."""
    return "once" if count == 1 else f"{count} times"


def _quacks(count: int) -> str:
    return f"{count} Quack{'' if count == 1 else 's'}"


def _can(
    moment: Moment[World], what: str, clause: str, words: str, note: str, until: datetime | None = None
) -> CanView:
    return CanView(what, clause, words, moment.law.word("actions_channel"), until, note)


# --- what makes a duck complete ---------------------------------------------------------------------------------------


def completing(moment: Moment[World], player: Player, people: People) -> Found:
    """Names and ponds that are lacking, and moves from pond to pond."""
    own, ponds = ducks_of(moment.world, player.id), moment.world.ponds
    nameless, pondless = [duck for duck in own if not duck.name], [duck for duck in own if not duck.pond]
    if nameless:
        yield "name", _can(moment, "name a duck", "DUCK-128", 'I name duck #NUMBER "NAME".', listed(nameless))
    if pondless and ponds:
        words = 'I assign "DUCK" to pond NUMBER.'
        yield "assign", _can(moment, "give a duck a pond", "DUCK-164", words, f"{listed(pondless)}; ponds 1 to {ponds}")
    elif pondless:
        yield "assign", BarView("give a duck a pond", "DUCK-164", "there are no ponds")
    if named := [duck for duck in own if duck.name]:
        yield "rename", _can(moment, "rename a duck", "DUCK-051", 'I rename "DUCK" to "NAME".', listed(named))
    cost = moment.law.number("pond_move_quacks")
    movable = [each for each in own if each.is_complete and each.mission is None and each.quacks >= max(1, cost)]
    if movable and ponds > 1:
        words = 'I move "DUCK" to pond NUMBER.'
        yield "move", _can(moment, f"move a duck for {_quacks(cost)}", "DUCK-165", words, listed(movable))


# --- scouting ---------------------------------------------------------------------------------------------------------


def scouting(moment: Moment[World], player: Player, people: People) -> Found:
    """Missions: sending, adjusting, retrieving, cutting losses, and loot."""
    own = complete_of(moment.world, player.id)
    end = periods.period(moment).end
    ready = [duck for duck in own if sending_bar(moment, duck) is None]
    if ready:
        yield "send", _can(moment, "send a duck scouting", "DUCK-090", 'I send "DUCK" scouting.', listed(ready))
    elif own:
        yield "send", BarView("send a duck scouting", "DUCK-090", "every complete duck of theirs is out or too cold")
    back = [duck for duck in own if retrieval_bar(moment, duck) is None]
    if back:
        potentials = ", ".join(f"{shown(duck)} ({duck.mission.potential})" for duck in back[:_SHOWN] if duck.mission)
        die = moment.law.number("retrieval_die")
        note = f"each once in this voting period, d{die} against its potential: {potentials}"
        yield "retrieve", _can(moment, "retrieve a duck", "DUCK-092", 'I retrieve "DUCK".', note, end)
        gained = moment.law.number("cut_losses_potential")
        yield (
            "cut",
            _can(
                moment, f"cut losses for {_quacks(gained)}", "DUCK-096", 'I cut my losses on "DUCK".', listed(back), end
            ),
        )
    yield from _waiting(moment, own, end)
    yield from _sliced(moment, own, end)
    yield from _loot(moment, player)


def _waiting(moment: Moment[World], own: list[Duck], end: datetime) -> Found:
    out = [duck for duck in own if duck.mission is not None and retrieval_bar(moment, duck) is not None]
    if out:
        whys = dict.fromkeys(bar[2] for duck in out if (bar := retrieval_bar(moment, duck)) is not None)
        why = "; ".join([*whys][:_SHOWN])
        yield "waiting", BarView(f"retrieve {listed(out)}", "DUCK-092", why, end)


def _sliced(moment: Moment[World], own: list[Duck], end: datetime) -> Found:
    sliced = [
        duck for duck in own if adjusting_bar(moment, duck) is None and adjustments_left(moment, duck, duck.mission) > 0
    ]
    if sliced:
        words = 'I add 1 to "DUCK"\'s potential.'
        yield "adjust", _can(moment, "adjust a potential", "DUCK-091", words, listed(sliced), end)


def _loot(moment: Moment[World], player: Player) -> Found:
    due = with_loot_due(moment, player.id)
    if due:
        yield "loot", _can(moment, "roll for loot", "DUCK-100", 'I roll loot for "DUCK".', listed(due))


# --- Quacktions -------------------------------------------------------------------------------------------------------


def quacktions(moment: Moment[World], player: Player, people: People, *, held_titles: Mapping[str, str]) -> Found:
    """The Quacktions that some duck of theirs can pay for, and why the others are out of reach; who holds which title matters."""
    own = complete_of(moment.world, player.id)
    if not own:
        yield "quacktions", BarView("perform a Quacktion", "DUCK-126", "it takes a complete duck")
        return
    yield from _by_quacks(moment, own)
    yield from _by_cost(moment, own)
    yield from _among_own(moment, own)
    yield from _steal(moment, player, own, held_titles)
    yield from _cocktail(moment, own, is_deity=held_titles[DEITY] == player.id)


def _able(own: list[Duck], least: int) -> list[Duck]:
    return [duck for duck in own if duck.quacks >= least]


def _offered(
    moment: Moment[World], name: str, clause: str, words: str, able: list[Duck], why: str, lead: str = ""
) -> Found:
    """A Quacktion with the ducks that are able to perform it (or, after ``lead``, its targets), or why there is none."""
    what = f"perform {name}"
    yield name, _can(moment, what, clause, words, f"{lead}{listed(able)}") if able else BarView(what, clause, why)


def _by_quacks(moment: Moment[World], own: list[Duck]) -> Found:
    """Those that cost as many Quacks as one likes: an Egg is sure of nothing below its least roll."""
    law = moment.law
    even, least, each = (
        law.number(name) for name in ("quack_attack_even_divisor", "lay_egg_least_roll", "scrambler_divisor")
    )
    words = '"DUCK" performs Quack Attack on "TARGET" with QUACKS Quacks.'
    yield from _offered(
        moment, ATTACK, "DUCK-071", words, _able(own, even), f"no complete duck of theirs has {even} Quacks"
    )
    words = '"DUCK" performs Lay Egg with QUACKS Quacks.'
    yield from _offered(
        moment, LAY, "DUCK-074", words, _able(own, least), f"with fewer than {least} Quacks no Egg can come"
    )
    words = f'"DUCK" performs Divine Scrambler on TARGET with {each} Quacks.'
    why = f"no complete duck of theirs has {each} Quacks"
    yield from _offered(moment, SCRAMBLER, "DUCK-078", words, _able(own, each), why)


def _by_cost(moment: Moment[World], own: list[Duck]) -> Found:
    """Those with a cost that the rules name."""
    law, world = of_ducks(moment.law), moment.world
    quacks = law.costs(HATCH).get(QUACKS, 0)
    hatchers = [duck for duck in own if _can_pay(moment, duck, HATCH)]
    words, why = '"DUCK" performs Hatch Egg.', f"it takes a complete duck with {quacks} Quacks that holds an Egg"
    yield from _offered(moment, HATCH, "DUCK-076", words, hatchers, why)
    least = law.number("fruits_per_smoothie")
    mixers = [
        duck
        for duck in own
        if _can_pay(moment, duck, SMOOTHIE)
        and sum(held(world, mixer(law, duck), fruit) >= ingredient(law, fruit) for fruit in law.fruits) >= least
    ]
    words, quacks = '"DUCK" performs Make Smoothie with FRUIT and FRUIT.', law.costs(SMOOTHIE).get(QUACKS, 0)
    why = f"it takes {least} different Fruits of theirs and a complete duck with {quacks} Quacks"
    yield from _offered(moment, SMOOTHIE, "DUCK-085", words, mixers, why)


def _can_pay(moment: Moment[World], duck: Duck, quacktion: str) -> bool:
    """Whether a Quacktion's whole cost is there where it comes from."""
    costs = of_ducks(moment.law).costs(quacktion)
    items = {item: count for item, count in costs.items() if item != QUACKS}
    return duck.quacks >= costs.get(QUACKS, 0) and all(
        held(moment.world, payer(moment.law, duck, quacktion, item), item) >= count for item, count in items.items()
    )


def _among_own(moment: Moment[World], own: list[Duck]) -> Found:
    """Those on another duck of theirs, or on the acting one itself."""
    may_eat = own if len(own) > 1 or moment.law.chooses("eating_oneself", "is allowed") else []
    words, why = '"DUCK" performs Cannibalism on "TARGET".', "it takes two complete ducks of theirs"
    yield from _offered(moment, CANNIBALISM, "DUCK-082", words, may_eat, why)
    orphans = [duck for duck in own if not duck.parent]
    words, why = '"DUCK" performs Adopt on "TARGET".', "no complete duck of theirs is without a parent"
    yield from _offered(moment, ADOPT, "DUCK-084", words, orphans, why, "on ")


def _steal(moment: Moment[World], player: Player, own: list[Duck], held_titles: Mapping[str, str]) -> Found:
    world, law, what = moment.world, moment.law, f"perform {STEAL}"
    duke, more = held_titles[DUKE], law.number("steal_duck_more_than")
    stealable = [duck for duck in complete_of(world, duke) if is_rich(moment, duck)] if duke else []
    if any(held_titles[title] == player.id for title in titles.ROYAL):
        yield STEAL, BarView(what, "DUCK-081", "they are Duck Royalty")
    elif not stealable:
        yield (
            STEAL,
            BarView(
                what,
                "DUCK-080",
                f"the DUCK DUKE has no duck with more than {more} Quacks" if duke else "there is no DUCK DUKE",
            ),
        )
    else:
        best = max(duck.quacks for duck in own)
        able = [duck for duck in stealable if duck.quacks <= best]
        words = '"DUCK" performs Steal Duck on "TARGET".'
        why = f"none of theirs has the Quacks of {listed(stealable)}"
        yield from _offered(moment, STEAL, "DUCK-080", words, able, why, "on ")


def _cocktail(moment: Moment[World], own: list[Duck], *, is_deity: bool) -> Found:
    law, what = of_ducks(moment.law), f"perform {COCKTAIL}"
    if not is_deity:
        yield COCKTAIL, BarView(what, "DUCK-086", "they are not the Duck Deity")
        return
    able = [duck for duck in own if _can_pay(moment, duck, COCKTAIL)]
    cost = ", ".join(f"{count} {item}" for item, count in law.costs(COCKTAIL).items())
    yield from _offered(moment, COCKTAIL, "DUCK-086", '"DUCK" performs Divine Cocktail.', able, f"it costs {cost}")
