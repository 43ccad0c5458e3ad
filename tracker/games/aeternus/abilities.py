"""What each player can do now: every announcement that may be one of theirs is tried, and undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from tracker.core.instants import TICKLE
from tracker.games.chat_game.pages import Can
from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat import trades
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message

from . import factions, fishing, generation, items, phases
from .announcements import READER
from .hexes import neighbours, shown
from .law import CONSTRUCTION
from .state import STATION, Aeternus

Acts = Mapping[str, Callable[..., None]]
_PAID = ("scout", "traverse", "fish", "forage", "stagway")
"""What costs action points, or ends acting: at the phase's end that changes."""
_WITHIN = {
    "accept": "trade_consent_hours",
    "confidence": "confidence_start_hours",
    "self_overturn": "self_overturn_hours",
}
"""What can be done for so long."""


def abilities(
    world: Aeternus, acts: Acts, clauses: Mapping[str, str], channels: Mapping[str, str]
) -> dict[str, list[Can]]:
    """What everybody may do and what not, and why; nothing once the cycle was won."""
    if world.winner is not None:
        return {id: [] for id in world.players}
    return {id: [_can(world, acts, clauses, channels, id, line) for line in lines(world, id)] for id in world.players}


def lines(world: Aeternus, user: str) -> Iterator[str]:
    """Announcements that may be somebody's now, as canonical lines."""
    yield "I join the game" if user not in playing(world) else "I leave the game"
    if user in playing(world):
        yield from _on_the_map(world, user)
        yield from _with_items(world, user)
        yield from _with_others(world, user)
        yield from ("[Standard] TEXT", "[Urgent] TEXT")
    yield "I request justice: QUESTION OR STATEMENT"


def _on_the_map(world: Aeternus, user: str) -> Iterator[str]:
    here = world.players[user].at
    around = sorted(neighbours(here), key=lambda each: world.cell(each) is not None)
    yield f"Scout {shown(around[0])} and {shown(around[1])}"
    yield from (f"Traverse {direction}" for direction in world.law.words("directions"))
    yield from [f"Fish in {shown(each)}" for each in fishing.lakes(world, here)] or ["Fish"]
    yield "Forage"
    yield from (f"Travel the stagways to {shown(each)}" for each in world.sites.where(STATION)[:30] if each != here)


def _with_items(world: Aeternus, user: str) -> Iterator[str]:
    player = world.players[user]
    yield from (f"Craft {item}" for item in generation.law_of(world).crafting)
    yield from (f"Construct {feature} {shown(_site(world, user))}" for feature in CONSTRUCTION)
    yield from (f"Burn {feature} {shown(at)}" for at, feature in items.burnable(world, player.at))
    yield "Use Explosives"
    yield from (f'I name quality {number} "NAME"' for number, who in world.naming_due.items() if who == user)


def _site(world: Aeternus, user: str) -> tuple[int, int, int]:
    """The own hex, or the first beside it on which nothing stands."""
    here = world.players[user].at
    known = ((at, world.cell(at)) for at in (here, *neighbours(here)))
    return next((at for at, cell in known if cell is not None and not cell.features), here)


def _with_others(world: Aeternus, user: str) -> Iterator[str]:
    others = [id for id in playing(world) if id != user]
    yield from (f"I trade ITEMS to @{id} for ITEMS" for id in others[:1])
    yield from (f"I accept {key}" for key in trades.open_to(world, user))
    yield from (f"I withdraw {key}" for key in trades.open_of(world, user))
    own = world.players[user].faction
    yield from [f'Merge request: "{own}" + "{name}" as "NAME"' for name in factions.members(world) if name != own][:5]
    yield "I leave my faction"
    yield from (f"I declare @{id} reputable" for id in others if not world.players[id].reputable)
    yield "I resign as Judge" if world.judge == user else "I assent to the removal of the Judge"
    asked = world.requests.items() if world.judge == user else ()
    yield from (f"Ruling on {id}: TEXT" for id, each in asked if each.status == "open")
    standing = [id for id, each in world.rulings.items() if each.status == "standing"]
    yield from (f"Vote of confidence on ruling {id}" for id in standing)
    yield from (f"I overturn my ruling {id}" for id in standing if world.rulings[id].by == user)


def _can(
    world: Aeternus, acts: Acts, clauses: Mapping[str, str], channels: Mapping[str, str], user: str, line: str
) -> Can:
    """Whether an announcement would be carried out, or why not."""
    read = READER.canonical(line.replace("ITEMS", "nothing", 1).replace("ITEMS", "1 Wood"))
    kind, fields = (read.kind, read.fields) if read else ("propose", {})
    channel = channels[kind]
    why = why_refused(world, acts[kind], message=Message("", channel, user, world.now, line), **fields)
    until = _until(world, kind, fields)
    if why is None:
        return Can(kind.replace("_", " "), clauses[kind], line, channel, until)
    return Can(line, why.clause or clauses[kind], line, channel, until, why.text)


def _until(world: Aeternus, kind: str, fields: Mapping[str, str]) -> datetime | None:
    """When that changes if nobody acts; None where no rule says so."""
    if kind in _WITHIN:
        begun = {key: each.at for key, each in world.offers.items()}
        begun |= {key: each.made_at for key, each in world.rulings.items()}
        late = begun[fields.get("offer") or fields["ruling"]] + world.law.span(_WITHIN[kind]) + TICKLE
        return late if late > world.now else None
    return phases.phases(world).next_start(world.now) if kind in _PAID else None
