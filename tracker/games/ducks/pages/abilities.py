"""What each player can do now: every action is tried on each duck, offer or matter that it may concern, and nothing of it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from tracker.games.chat_game.pages import Can
from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat.carrying import Refused
from tracker.mechanics.chat.meant import short_ids
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.proposals import is_open
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.rulings import open_votes
from tracker.mechanics.chat.trades import open_of, open_to

from ..announcements import FORMS
from ..auctions import is_ownerless
from ..essential import called, owned_by
from ..general import period_ends
from ..gods import is_over
from ..state import DISCIPLE, DUCK, Ducks
from ..titles import duke, god_eggs

if TYPE_CHECKING:
    from ..game import DucksGame

_TRIED = 6
"""Of the things that an action may concern so many are tried and named."""
Ways = Iterable[tuple[str, Mapping[str, Any]]]
"""What an action may concern, each by what it is called, with the fields of the announcement."""


class Deed(NamedTuple):
    """An action: its kind, what it is, its clause, and all that it may concern.

    ``until`` says when that changes if nobody acts.
    """

    kind: str
    what: str
    clause: str
    ways: Callable[[Ducks, str], Ways]
    until: Callable[[Ducks], datetime | None] = lambda world: None


def abilities(game: DucksGame, world: Ducks, who: str) -> list[Can]:
    """What somebody may do, and what not; nothing once the round is lost."""
    if is_over(world):
        return []
    channel = world.law.word("actions_channel")
    if who not in playing(world):
        return [Can("join the game, and use again what they hold", "DUCK-006", "I join the game.", channel)]
    return [can for deed in DEEDS for can in _tried(game, world, who, deed)] + [*_proposals(world)]


def _tried(game: DucksGame, world: Ducks, who: str, deed: Deed) -> Iterator[Can]:
    channel = world.law.word("actions_channel")
    message = Message("", channel, who, world.now, "")
    act, ways = game.acts[deed.kind], islice(deed.ways(world, who), _TRIED)
    tried = {name: why_refused(world, act, message=message, **fields) for name, fields in ways}
    until = deed.until(world)
    if able := [name for name, why in tried.items() if why is None]:
        yield Can(_named(deed.what, able), deed.clause, _words(deed.kind), channel, until)
    elif tried:
        yield _barred(deed, next(iter(tried.values())), until)


_BRACKETS = str.maketrans("", "", "[]")


def _words(kind: str) -> str:
    """The canonical line, with capitals for one's own words; of what is named in one of two ways the first."""
    line = re.sub(r"(\[[^]]*)\] \[.*", r"\1]", FORMS[kind]) if kind in ("accept", "withdraw") else FORMS[kind]
    return re.sub(r"\{(?:to_)?(\w+)\}", lambda slot: slot[1].upper(), line).replace(" [,", ",").translate(_BRACKETS)


def _barred(deed: Deed, why: Refused | None, until: datetime | None) -> Can:
    return Can(deed.what, why.clause if why else deed.clause, until=until, why=why.text if why else "")


def _named(what: str, things: list[str]) -> str:
    more = ", …" if len(things) == _TRIED else ""
    return f"{what}: {', '.join(things)}{more}" if any(things) else what


# --- what actions may concern -----------------------------------------------------------------------------------------


def _alone(**fields: Any) -> Callable[[Ducks, str], Ways]:
    return lambda world, who: [("", fields)]


def _own(slot: str = "duck", **fields: Any) -> Callable[[Ducks, str], Ways]:
    """Each of one's own ducks."""
    return lambda world, who: [
        (called(world, number), {slot: f"#{number}", **fields}) for number in owned_by(world, who)
    ]


def _others(world: Ducks, who: str) -> Ways:
    others = playing(world).keys() - {who}
    return ((called(world, n), {"target": f"#{n}"}) for n, duck in world.ducks.items() if duck.owner in others)


def _through_best(world: Ducks, who: str, targets: Iterable[str], **fields: Any) -> Ways:
    """A Quacktion on each target through that own duck which has most Quacks."""
    mine = sorted(owned_by(world, who), key=lambda number: -world.ducks[number].quacks)
    by = {"duck": f"#{mine[0]}"} if mine else {}
    return [(_shown(world, target), {**by, "target": target.replace(DUCK, "#"), **fields}) for target in targets]


def _shown(world: Ducks, target: str) -> str:
    return called(world, int(target.removeprefix(DUCK))) if target.startswith(DUCK) else target


def _disciple(world: Ducks, who: str) -> Ways:
    ways = _through_best(world, who, [DISCIPLE], amount=world.law.number("quack_attack_even_divisor"))
    return [("", fields) for _, fields in ways]


def _with_god_eggs(world: Ducks, who: str) -> Ways:
    holders = [f"@{name}" if name in world.players else name for name, held in god_eggs(world).items() if held]
    return _through_best(world, who, holders, amount=world.law.number("scrambler_divisor"))


def _of_the_duke(world: Ducks, who: str) -> Ways:
    return _through_best(world, who, [f"{DUCK}{number}" for number in owned_by(world, duke(world) or who)])


def _siblings(world: Ducks, who: str, **fields: Any) -> Ways:
    return _through_best(world, who, [f"{DUCK}{number}" for number in owned_by(world, who)], **fields)


def _smoothie(world: Ducks, who: str) -> Ways:
    held = [fruit for fruit in world.law.fruits if world.players[who].amount(fruit)]
    fruits = dict.fromkeys(held[: world.law.number("fruits_per_smoothie")])
    return [(name, {**fields, "fruits": fruits}) for name, fields in _own()(world, who)]


def _ownerless(world: Ducks, who: str) -> Ways:
    for number in (number for number in world.ducks if is_ownerless(world, number)):
        best = world.auctions[number].best if number in world.auctions else None
        least = best.amount + 1 if best else 0
        yield (
            f"{called(world, number)} from {least} Quacks",
            {"target": f"#{number}", "amount": least, "new": f"Duck {number}"},
        )


def _offers(found: Callable[[Ducks, str], Mapping[str, str]]) -> Callable[[Ducks, str], Ways]:
    def ways(world: Ducks, who: str) -> Ways:
        ids = short_ids({**open_of(world, who), **open_to(world, who)})
        return [(f"{ids[key]} with {other}", {"offer": key}) for key, other in found(world, who).items()]

    return ways


def _rulings(world: Ducks, who: str) -> Ways:
    return [(f"{each.number or id}", {"ruling": id}) for id, each in world.rulings.items()]


def _last(span: str) -> Callable[[Ducks], datetime | None]:
    """When the first of the rulings that stand can no longer be called into question."""

    def until(world: Ducks) -> datetime | None:
        ends = (each.made_at + world.law.span(span) for each in world.rulings.values() if each.status == "standing")
        return min((end for end in ends if end >= world.now), default=None)

    return until


def _voted_on(world: Ducks, who: str) -> Ways:
    return [(f"{world.rulings[ruling].number or ruling}", {"ruling": ruling}) for ruling in _polls(world)]


def _polls(world: Ducks) -> list[str]:
    return [world.confidence_votes[vote].ruling for vote in open_votes(world)]


def _requests(world: Ducks, who: str) -> Ways:
    open_ones = [(id, each) for id, each in world.requests.items() if each.status == "open"]
    return [(f"{each.number or id}", {"request": id, "text": "TRUE"}) for id, each in open_ones]


def _candidates(world: Ducks, who: str) -> Ways:
    return [(each, {"person": each}) for each in world.candidates if each != who]


DEEDS = (
    Deed("feed", "feed another player's duck", "DUCK-062", _others, period_ends),
    Deed("name", "name a duck", "DUCK-128", _own(new="A name")),
    Deed("assign_pond", "give a duck a pond, or another", "DUCK-164", _own(to_pond=1)),
    Deed("pond_roll", "roll for a new pond", "DUCK-163", _alone()),
    Deed("send", "send a duck scouting", "DUCK-090", _own()),
    Deed("adjust", "adjust a potential", "DUCK-091", _own(change=1), period_ends),
    Deed("retrieve", "retrieve a duck", "DUCK-092", _own(), period_ends),
    Deed("cut_losses", "cut losses", "DUCK-096", _own(), period_ends),
    Deed("loot", "roll for loot", "DUCK-100", _own()),
    Deed("quack_attack", "perform Quack Attack", "DUCK-071", partial(_siblings, amount=2)),
    Deed("quack_attack", f"act against the {DISCIPLE}", "DUCK-147", _disciple, period_ends),
    Deed("lay_egg", "perform Lay Egg", "DUCK-074", _own(amount=10)),
    Deed("hatch_egg", "perform Hatch Egg", "DUCK-076", _own()),
    Deed("divine_scrambler", "perform Divine Scrambler on", "DUCK-078", _with_god_eggs),
    Deed("steal_duck", "perform Steal Duck on", "DUCK-080", _of_the_duke),
    Deed("cannibalism", "perform Cannibalism on", "DUCK-082", _siblings),
    Deed("adopt", "perform Adopt on", "DUCK-084", _siblings),
    Deed("make_smoothie", "perform Make Smoothie", "DUCK-085", _smoothie),
    Deed("divine_cocktail", "perform Divine Cocktail", "DUCK-086", _own()),
    Deed("bid", "bid on an ownerless duck", "DUCK-131", _ownerless),
    Deed("accept", "accept an offer", "DUCK-022", _offers(open_to)),
    Deed("withdraw", "withdraw an offer", "DUCK-024", _offers(open_of)),
    Deed("appoint", "stand for Judge", "DUCK-170", _alone()),
    Deed("assent", "assent to a Judge", "DUCK-170", _candidates),
    Deed("removal", "assent to the removal of the Judge", "DUCK-172", _alone()),
    Deed("request", "request justice", "DUCK-175", _alone(text="A question?")),
    Deed("response", "rule on a request", "DUCK-176", _requests),
    Deed("overturn_own", "overturn a ruling", "DUCK-182", _rulings, _last("self_overturn_hours")),
    Deed(
        "confidence", "call for a vote of confidence on a ruling", "DUCK-178", _rulings, _last("confidence_start_hours")
    ),
    Deed("overturn", "vote on a ruling", "DUCK-179", _voted_on),
)


def _proposals(world: Ducks) -> Iterator[Can]:
    """What is done in the channel for proposals."""
    law, channel = world.law, world.law.word("proposals_channel")
    yield Can("offer a trade or a gift", "DUCK-022", "I trade ITEMS to @NAME for ITEMS.", law.word("actions_channel"))
    yield Can("make an urgent proposal", "DUCK-048", "Urgent Proposal: TITLE", channel)
    what = "make a normal proposal, which is voted on in the next period"
    yield Can(what, "DUCK-036", "Proposal: TITLE", channel, period_ends(world))
    emoji = f":{law.word('vote_for')}: or :{law.word('vote_against')}: on it"
    for matter, proposal in world.proposals.items():
        if is_open(world, matter) and proposal.start <= world.now:
            yield Can(f"vote on the proposal {matter} of {proposal.author}", "DUCK-040", emoji, channel, proposal.end)
