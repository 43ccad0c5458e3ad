"""What people enter as the effects of an adopted proposal: how many of what somebody gains, loses or holds."""

from __future__ import annotations

import re
from fractions import Fraction

from tracker.core.rule import rule
from tracker.mechanics.chat_play import Moment

from .flock import quack
from .holdings import goods_of, hold
from .state import DUCK_GOD, EGG, GOD_EGG, NOTHING, Disciple, Duck, World

NO_EFFECTS = "none"
_QUACKS, _PONDS = "quacks", "ponds"
_CHANGE = re.compile(
    r"(?P<what>[^=+\-−0-9][^=+\-−]*?) *(?P<how>=|\+|-|−) *(?P<count>[+\-−]? *[0-9]{1,12}(?:\.[0-9]{1,6})?)"
)


@rule("DUCK-045")
def apply_effects(moment: Moment[World], answer: str, text: str) -> None:
    """Carry out what people entered, ``ana: Seeds -3; Puddle: Quacks +10; ponds +1``; what cannot be read is noted."""
    if answer.strip().casefold() == NO_EFFECTS:
        return
    for part in (part.strip() for part in re.split(r"[;\n]", answer)):
        if part and not _apply(moment, part, text):
            fault = f"“{part}” of {text} is nothing that can be entered: write “ana: Seeds -3” or “Puddle: Quacks +10”"
            moment.note("TO_CARRY_OUT", "DUCK-045", fault)


def _apply(moment: Moment[World], part: str, text: str) -> bool:
    whose, colon, words = part.rpartition(":")
    found = _CHANGE.fullmatch(words.strip())
    if found is None:
        return False
    count = Fraction(found["count"].replace("−", "-").replace(" ", ""))
    count, what = (-count if found["how"] in ("-", "−") else count), found["what"].strip()
    if not colon:
        return what.casefold() == _PONDS and _change_ponds(moment.world, found["how"] == "=", count)
    return _change(moment, whose.strip(), what, found["how"] == "=", count, text)


def _change_ponds(world: World, is_total: bool, count: Fraction) -> bool:
    new = count if is_total else world.ponds + count
    if new < 0 or new.denominator != 1:
        return False
    world.ponds = int(new)
    return True


def _change(moment: Moment[World], whose: str, what: str, is_total: bool, count: Fraction, text: str) -> bool:
    holder = _holder(moment, whose)
    if isinstance(holder, Duck | Disciple) and what.casefold() in (_QUACKS, "quack"):
        delta = count - holder.quacks if is_total else count
        if delta.denominator == 1:
            quack(moment, holder, int(delta), "DUCK-045", text)
        return delta.denominator == 1
    item = _item(moment, what)
    name = holder.holder if isinstance(holder, Duck) else holder if isinstance(holder, str) else ""
    if not name or not item:
        return False
    new = count if is_total else goods_of(moment.world, name).get(item, 0) + count
    is_natural = new >= 0 and new.denominator == 1
    if is_natural or name in moment.world.players:
        hold(moment, name, item, new, "DUCK-045", text)
    return is_natural or name in moment.world.players


def _holder(moment: Moment[World], whose: str) -> Duck | Disciple | str | None:
    """The player, duck, Disciple or Duck God that words mean, in this order."""
    world, words = moment.world, whose.removeprefix("@").strip('"“”')
    called = {name.casefold(): id for id, name in moment.state.log.names.items()}
    player = words if words in world.players else called.get(words.casefold(), "")
    if player in world.players:
        return player
    number = words.casefold().removeprefix("duck").strip().removeprefix("#")
    if number.isdecimal() and int(number) in world.ducks:
        return world.ducks[int(number)]
    if world.disciple is not None and words in ("Duck Disciple", world.disciple.name):
        return world.disciple
    duck = next((each for each in world.ducks.values() if each.name and each.name == words), None)
    return duck or (DUCK_GOD if words == DUCK_GOD else None)


def _item(moment: Moment[World], what: str) -> str:
    """The item that words name, in singular or plural; "" for none."""
    words = what.casefold().rstrip("s")
    known = (*moment.law.words("items"), EGG, GOD_EGG, NOTHING)
    held = (item for player in moment.world.players.values() for item in player.goods)
    return next((item for item in (*known, *held) if item.casefold().rstrip("s") == words), "")
