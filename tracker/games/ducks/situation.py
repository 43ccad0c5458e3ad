"""What a line is said into: who plays, which ducks there are, what is open to its author, and what it replies to."""

from __future__ import annotations

from tracker.mechanics.chat.frames import Situation, standing
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import open_of, open_to

from .auctions import names_in_auctions
from .essential import ENTITIES, MY_DUCK, owned_by
from .state import Ducks


def written(world: Ducks) -> dict[str, str]:
    """How canonical lines write what people call ducks and people."""
    shown = {world.called.names.get(who, who): who for who in world.players}
    people = {name: f"@{who}" for name, who in {**{who: who for who in world.players}, **shown}.items()}
    names = [name for name in names_in_auctions(world).values() if name]
    things = [*names, *([world.disciple.name] if world.disciple else []), *world.smoothie_names]
    return {**people, **{name: f'"{name}"' for name in things}}


def situation(world: Ducks, message: Message, is_talkative: bool) -> Situation:
    """What a message is said into."""
    who, names = message.author, written(world)
    ducks = {name.lower(): shown for name, shown in names.items() if shown[0] == '"'}
    if len(owned_by(world, who)) == 1:
        ducks |= {MY_DUCK: MY_DUCK}
    standing_rulings = {name: each.by for name, each in world.rulings.items() if each.status == "standing"}
    stands = {
        "accept.offer": open_to(world, who),
        "withdraw.offer": open_of(world, who),
        **dict.fromkeys(("confidence.ruling", "overturn.ruling", "affirm.ruling"), standing_rulings),
        "response.request": {name: each.by for name, each in world.requests.items() if each.status == "open"},
    }
    named = {slot: standing(found, message.reply_to) for slot, found in stands.items()}
    beings = {name.lower(): name for name in ENTITIES.values()}
    known = {
        "person": {name.lower(): shown for name, shown in names.items() if shown[0] == "@"},
        "duck": ducks,
        **dict.fromkeys(("trade.give", "trade.take", "gift.give"), ducks),
        "target": {**ducks, **beings, "disciple": ENTITIES["disciple"]},
        **{slot: found for slot, (found, _) in named.items()},
    }
    yes = "I accept" if message.reply_to in stands["accept.offer"] or len(stands["accept.offer"]) == 1 else ""
    likely = {"yes": yes, **{slot: only for slot, (_, only) in named.items()}}
    return Situation(known, likely, lambda items: "Quacks" not in items, names, is_talkative)
