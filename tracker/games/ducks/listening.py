"""What is heard: which announcements there are, where they count, and what a line is said into."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from tracker.mechanics.chat.carrying import note, rule
from tracker.mechanics.chat.frames import Situation, standing
from tracker.mechanics.chat.listening import Announced, Listening
from tracker.mechanics.chat.proposals import is_open
from tracker.mechanics.chat.rows import Act, Asked, Deleted, Edited, Left, Message, Reacted, Row
from tracker.mechanics.chat.trades import offer_of, open_of, open_to

from . import auctions, feeding, gods, judges, naming, players, ponds, random_choice, scouting, trade
from .announcements import READER
from .auctions import names_in_auctions
from .essential import ENTITIES, MY_DUCK, NEW_DUCK, owned_by
from .proposals import is_talk
from .quacktions import QUACKTIONS
from .state import DUCK, Ducks

HERE = "actions_channel"
ANNOUNCED: Mapping[str, Announced] = {
    "join": Announced(players.join, by_players=False),
    "leave": Announced(players.leave, HERE),
    "rolling": Announced(random_choice.say_rolling, HERE),
    "name": Announced(naming.name, HERE),
    "report": Announced(naming.report, HERE),
    "assign_pond": Announced(ponds.settle, HERE),
    "move_pond": Announced(ponds.relocate, HERE),
    "pond_roll": Announced(ponds.roll_for_pond, HERE),
    "feed": Announced(feeding.feed, HERE),
    "send": Announced(scouting.send, HERE),
    "adjust": Announced(scouting.adjust, HERE),
    "retrieve": Announced(scouting.retrieve, HERE),
    "cut_losses": Announced(scouting.cut_losses, HERE),
    "loot": Announced(scouting.roll_loot, HERE),
    **{kind: Announced(quacktion.perform, HERE) for kind, quacktion in QUACKTIONS.items()},
    "trade": Announced(trade.offer, HERE),
    "gift": Announced(trade.offer, HERE),
    "accept": Announced(trade.accept, HERE),
    "withdraw": Announced(trade.withdraw, HERE),
    "give_duck": Announced(trade.give_to_duck, HERE),
    "take_duck": Announced(trade.take_from_duck, HERE),
    "bid": Announced(auctions.bid, HERE),
    "payment": Announced(auctions.choose_payment, HERE),
    "appoint": Announced(judges.appoint, HERE),
    "assent": Announced(judges.assent, HERE),
    "removal": Announced(judges.assent_to_removal, HERE),
    "resign": Announced(judges.resign, by_players=False),
    "request": Announced(judges.ask, HERE, by_players=False),
    "response": Announced(judges.answer, HERE),
    "overturn_own": Announced(judges.overturn_own, HERE),
    "confidence": Announced(judges.call_vote, HERE),
    "overturn": Announced(judges.overturn, HERE),
    "affirm": Announced(judges.affirm, HERE),
}


HIDDEN = re.compile(r"\|\||~~|`")
"""Between these marks an announcement is hidden."""
_NUMBERED = re.compile(r"^\s*(\d+)[.)]\s+(.*)$")


@rule("DUCK-017")
def in_stated_order(text: str) -> list[str]:
    """The lines of a message; those of a numbered list by their numbers."""
    lines = [line for line in text.splitlines() if line.strip()]
    numbered = [found for line in lines if (found := _NUMBERED.match(line))]
    if not lines or len(numbered) < len(lines):
        return lines
    return [found[2] for found in sorted(numbered, key=lambda found: int(found[1]))]


def must_go_on(world: Ducks, message: Message, announced: Announced) -> None:
    """Nobody acts once the round is lost."""
    gods.must_go_on(world)


def taken_whole(world: Ducks, message: Message) -> Act | None:
    """What takes a message whole: the channel for proposals."""
    is_theirs = message.channel == world.law.word("proposals_channel") and not is_talk(message.text)
    return Act("propose") if is_theirs else None


def written(world: Ducks) -> dict[str, str]:
    """How canonical lines write what people call ducks and people."""
    shown = Counter(world.called.names.get(who, who).lower() for who in world.players)
    alone = {name: who for who in world.players if shown[(name := world.called.names.get(who, who)).lower()] == 1}
    signed = {f"@{name}": who for name, who in world.called.by_name(world.players).items() if " " in name}
    people = {name: f"@{who}" for name, who in {**{who: who for who in world.players}, **alone, **signed}.items()}
    names = [name for name in names_in_auctions(world).values() if name]
    things = [*names, *([world.disciple.name] if world.disciple else []), *world.smoothie_names]
    return {**people, **{name: f'"{name}"' for name in things}}


def situation(world: Ducks, message: Message) -> Situation:
    """What a message is said into."""
    who, names = message.author, written(world)
    ducks = {name.lower(): shown for name, shown in names.items() if shown[0] == '"'}
    mine = owned_by(world, who)
    if len(mine) == 1:
        ducks |= {MY_DUCK: MY_DUCK}
    if len(new := [number for number in mine if world.ducks[number].name is None]) == 1:
        names[NEW_DUCK] = f"#{new[0]}"
    standing_rulings = {name: each.by for name, each in world.rulings.items() if each.status == "standing"}
    stands = {
        "accept.offer": open_to(world, who),
        "withdraw.offer": open_of(world, who),
        **dict.fromkeys(("confidence.ruling", "overturn.ruling", "affirm.ruling"), standing_rulings),
        "response.request": {name: each.by for name, each in world.requests.items() if each.status == "open"},
    }
    named = {slot: standing(found, message.reply_to) for slot, found in stands.items()}
    beings = {name.lower(): name for name in ENTITIES.values()}
    people = {name.lower(): shown for name, shown in names.items() if shown[0] == "@"}
    known = {
        "person": people,
        "duck": ducks,
        **dict.fromkeys(("trade.give", "trade.take", "gift.give"), ducks),
        "target": {**people, **ducks, **beings, "disciple": ENTITIES["disciple"]},
        **{slot: found for slot, (found, _) in named.items()},
    }
    yes = "I accept" if message.reply_to in stands["accept.offer"] or len(stands["accept.offer"]) == 1 else ""
    likely = {"yes": yes, **{slot: only for slot, (_, only) in named.items()}}
    asked = likely["response.request"]
    likely["answer"] = f"Response to request {asked}: " if asked and who == world.judge else ""
    agrees = partial(offer_of, world, who)
    speaker = frozenset({who.lower(), world.called.names.get(who, who).lower()})
    return Situation(
        known, likely, lambda items: "Quacks" not in items, partial(_has, world, who), agrees, names, speaker
    )


def _has(world: Ducks, who: str, items: Mapping[str, float | None]) -> bool:
    """Whether somebody has what is said, ducks among it."""
    ducks = {DUCK + str(world.ducks[number].name) for number in owned_by(world, who)}
    held = world.players[who].amount if who in world.players else (lambda item: 0)
    return all(item in ducks or held(item) >= (n or 1) for item, n in items.items())


LISTENING = Listening[Ducks](
    READER,
    ANNOUNCED,
    situation,
    taken_whole,
    asked_in=(HERE,),
    lines=in_stated_order,
    hidden=HIDDEN,
    only_in_place=True,
)


def heard(world: Ducks, row: Row) -> Iterator[Act | Asked]:
    """What a row of the chat asks for."""
    if isinstance(row, Message):
        yield from (_with_ids(world, asked) for asked in LISTENING.heard(world, row))
    elif isinstance(row, Left):
        yield Act("left_server", {"who": row.user})
    elif isinstance(row, Reacted):
        if is_open(world, row.message):
            yield Act("react", {"reacted": row})
    elif row.id in world.proposals:
        yield Act("change", {"row": row})
    elif row.channel == world.law.word(HERE):
        if isinstance(row, Edited):
            yield Act("edited", {"row": row})
        elif row.before:
            yield Act("deleted", {"row": row})


def _with_ids(world: Ducks, asked: Act | Asked) -> Act | Asked:
    """People who are named by their ids."""
    if isinstance(asked, Act):
        known = world.called.by_name(world.players)
        for name, value in asked.fields.items():
            if name == "person":
                asked.fields[name] = known.get(value.lower(), value)
            elif name == "target" and value.startswith("@"):
                asked.fields[name] = f"@{known.get(value[1:].lower(), value[1:])}"
    return asked


# --- what is changed afterwards ----------------------------------------------------------------------------------------


@rule("DUCK-019", "DUCK-014")
def look_at_edit(world: Ducks, row: Edited) -> None:
    """An edit announces nothing; an action that stands only in the edited version is noted."""
    said = {line for line in in_stated_order(row.before) for line in _actions(world, row, line)}
    if any(each not in said for line in in_stated_order(row.text) for each in _actions(world, row, line)):
        note("edited_ignored", f"{row.author} edited an action into the message {row.id}: it was not announced")


def _actions(world: Ducks, row: Edited, line: str) -> Iterator[str]:
    message = Message(row.id, row.channel, row.author, world.now, line)
    return (asked.said for asked in LISTENING.heard(world, message) if isinstance(asked, Act))


@rule("DUCK-020")
def look_at_deletion(world: Ducks, row: Deleted) -> None:
    """Deleting an announcement undoes nothing."""
    note("ANNOUNCEMENT_DELETED", f"the message {row.id} was deleted after what it announced was done, which stands")
