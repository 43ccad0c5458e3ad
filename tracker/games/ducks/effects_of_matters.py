"""What an adopted proposal may change of offers, proposals, auctions, requests and rulings, as people enter it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tracker.games.chat_effects import Whose, instant, unquoted
from tracker.mechanics.action_ids import named
from tracker.mechanics.chat_play import Moment
from tracker.mechanics.chat_readings import Unusable
from tracker.mechanics.judges import overturn

from .effects_forms import CLAUSE, Change, Kind, Number, Read, number_of_duck
from .state import World

_MATTER = re.compile(
    r"(?:the +)?(?P<kind>offer|trade|request|ruling|proposal|auction)(?: of| on)? +(?P<id>.+)", re.IGNORECASE
)


def matter(moment: Moment[World], words: str) -> Whose | None:
    """An offer, a request, a ruling or a proposal by its message's id, or an auction by its duck; None where there is none such."""
    found = _MATTER.fullmatch(words)
    if found is None:
        return None
    kind, said, world = found["kind"].lower().replace("trade", "offer"), found["id"].strip(), moment.world
    id = unquoted(said)
    if kind == "proposal":
        return Whose(kind, id, words) if id in world.proposals else None
    if kind == "auction":
        duck = number_of_duck(moment, said)
        number = next((key for key, each in world.auctions.items() if key == duck or each.temporary_name == id), None)
        return None if number is None else Whose(kind, str(number), words)
    among: Mapping[str, Mapping[str, Any]] = {
        "offer": world.offers,
        "request": world.bench.requests,
        "ruling": world.bench.rulings,
    }
    meant = named(among[kind].values(), id)
    keys = [key for key, each in among[kind].items() if any(each is one for one in meant)]
    return Whose(kind, keys[0], words) if len(keys) == 1 else None


def _plainly(can: Callable[[World, str], bool], happen: Callable[[Moment[World], str, str], None]) -> Read:
    """Reads a change that is said in a word."""

    def read(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
        if value or not can(moment.world, whose.id):
            return Unusable(f"{whose.called} cannot become that")
        return lambda then, text: happen(then, whose.id, text)

    return read


def _withdraw(moment: Moment[World], id: str, text: str) -> None:
    offer = moment.world.offers[id]
    offer.close("withdrawn", moment.when)
    moment.tell("trade_withdrawn", CLAUSE, f"offer {offer.id} is withdrawn by {text}", offer=id, player=offer.by)


def _retract(moment: Moment[World], id: str, text: str) -> None:
    moment.world.proposals[id].close("retracted", moment.when)
    moment.tell("proposal_retracted", CLAUSE, f"the proposal {id} is retracted by {text}", message=id, reason=text)


def _fail(moment: Moment[World], id: str, text: str) -> None:
    moment.world.proposals[id].close("failed", moment.when)
    moment.tell("proposal_failed", CLAUSE, f"the proposal {id} fails by {text}", message=id)


def _cancel(moment: Moment[World], id: str, text: str) -> None:
    del moment.world.auctions[int(id)]
    moment.tell("auction_cancelled", CLAUSE, f"the auction of duck #{id} is cancelled by {text}", duck=int(id))


def _ends(moment: Moment[World], whose: Whose, value: str) -> Change | Unusable:
    at = instant(value)
    if at is None or isinstance(at, Unusable) or at <= moment.when:
        return at if isinstance(at, Unusable) else Unusable("an auction ends at a later instant")

    def change(then: Moment[World], text: str) -> None:
        then.world.auctions[int(whose.id)].ends_at = at

    return change


def _set_request(status: str) -> Callable[[Moment[World], str, str], None]:
    def happen(moment: Moment[World], id: str, text: str) -> None:
        moment.world.bench.requests[id].status = "open" if status == "open" else "answered"

    return happen


def _overturn(moment: Moment[World], id: str, text: str) -> None:
    ruling = moment.world.bench.rulings[id]
    overturn(moment.world.bench, ruling, moment.when)
    moment.tell("ruling_overturned", CLAUSE, f"ruling {ruling.short} is overturned by {text}", ruling=ruling.id)


def _no_number(moment: Moment[World], whose: Whose, what: str) -> Number | Unusable | None:
    return Unusable(f"nothing of {whose.called} is counted")


def _is_open(world: World, id: str) -> bool:
    return not world.proposals[id].is_closed


KINDS: dict[str, Kind] = {
    "offer": Kind({"withdrawn": _plainly(lambda world, id: world.offers[id].is_open, _withdraw)}, _no_number),
    "proposal": Kind({"retracted": _plainly(_is_open, _retract), "failed": _plainly(_is_open, _fail)}, _no_number),
    "auction": Kind({"cancelled": _plainly(lambda world, id: True, _cancel), "ends(?: at)?": _ends}, _no_number),
    "request": Kind(
        {each: _plainly(lambda world, id: True, _set_request(each)) for each in ("open", "answered")}, _no_number
    ),
    "ruling": Kind({"overturned": _plainly(lambda world, id: world.bench.rulings[id].stands, _overturn)}, _no_number),
}
"""What can be said of each of them."""
