"""Quacktions: what players perform through their ducks, each for its cost, on the target that its announcement names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tracker.core.rule import rule
from tracker.games.chat_strands import Task
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.law import Law as AnyLaw

from . import disciple, ducks, fruit, titles
from .essential import found_actor, is_anothers, is_inert
from .flock import give_to, quack, remove, shown, total
from .general import unclear
from .holdings import change, eggs_of, held, lay, take_egg, transfer
from .law import of_ducks
from .random_choice import roll
from .reading import find_duck
from .smoothie import Smoothie
from .spoken import Amount, DuckSaid, EntitySaid, entity_called, numbers_of
from .state import DEITY, DISCIPLE, DUCK_GOD, DUKE, EGG, GOD_EGG, NOTHING, Duck, World
from .tables import QUACKS

ATTACK, LAY, HATCH, SCRAMBLER, STEAL = "Quack Attack", "Lay Egg", "Hatch Egg", "Divine Scrambler", "Steal Duck"
CANNIBALISM, ADOPT, SMOOTHIE, COCKTAIL = "Cannibalism", "Adopt", "Make Smoothie", "Divine Cocktail"
LAYING = "lay_egg"
_FRACTION = re.compile(r"([0-9]+)\.[0-9]+")
_DISCIPLE = "disciple"
_ENTITY_WORDS: Mapping[str, str] = {_DISCIPLE: DISCIPLE, "duck_god": DUCK_GOD, "old_one": titles.OLD_ONE}


@dataclass(frozen=True, slots=True)
class Performance:
    """A Quacktion that is being performed: which, by which clause, as which action of the message, through which duck.

    ``target`` is the duck that is aimed at, complete or not, ``entity`` what is aimed at that is none.
    """

    moment: Moment[World]
    quacktion: str
    clause: str
    n: int
    duck: Duck
    target: Duck | None = None
    entity: EntitySaid | None = None

    @property
    def player(self) -> str:
        """Who performs it."""
        return self.duck.owner

    def refuse(self, code: str, text: str, clause: str = "") -> None:
        """Refuse it: nothing changes."""
        self.moment.refuse(code, clause or self.clause, text, self.n)

    def tell(self, text: str, **fields: object) -> None:
        """Tell that it was performed."""
        told = {"player": self.player, "duck": self.duck.number, "quacktion": self.quacktion, **fields}
        said = f"{shown(self.duck)} performs {self.quacktion}{text}"
        self.moment.tell("quacktion_performed", self.clause, said, **told)


# --- who performs it, on whom -----------------------------------------------------------------------------------------


@rule("DUCK-067", "DUCK-070")
def _performance(
    moment: Moment[World], said: Announced, quacktion: str, clause: str, *needed: str
) -> Performance | None:
    """A listed Quacktion through a complete duck of the author's own, with all that it needs named in the announcement."""
    if quacktion not in moment.law.value("quacktions"):
        unclear(moment, said, "DUCK-067", f"there is no Quacktion {quacktion} in the rules of now")
        return None
    for name in needed:
        if said.fields[name] is None:
            moment.refuse("missing_parameter", clause, f"{quacktion} needs {_NEEDED[name]} in the same message", said.n)
            return None
    duck, wanted, aimed = found_actor(moment, said.fields["duck"], said.n, "DUCK-067"), said.fields.get("target"), None
    entity = _entity(moment.world, wanted)
    if duck is not None and wanted is not None and entity is None:
        aimed = find_duck(moment, wanted, said.n, clause)
    if duck is None or (wanted is not None and aimed is None and entity is None):
        return None
    if is_anothers(moment, duck, said.n, "DUCK-067") or is_inert(moment, duck, said.n):
        return None
    return Performance(moment, quacktion, clause, said.n, duck, aimed, entity)


_NEEDED: Mapping[str, str] = {"target": "a target", "amount": "a number of Quacks"}


def _entity(world: World, wanted: DuckSaid | EntitySaid | None) -> EntitySaid | None:
    """The entity that is aimed at, where it is none of the ducks: also by a name that no duck bears."""
    if wanted is None or isinstance(wanted, EntitySaid):
        return wanted
    found = entity_called(wanted.name, world.disciple.name if world.disciple else "") if wanted.name else None
    if found is None:
        return None
    return None if numbers_of(wanted, world.register.called, ()) else found


def _target_duck(performance: Performance) -> Duck | None:
    """The complete duck that is aimed at; entities are no such targets."""
    moment, aimed = performance.moment, performance.target
    if performance.entity is not None:
        entity = _shown_entity(performance.entity)
        performance.refuse("bad_target", f"{entity} is no duck that {performance.quacktion} can hit")
    return None if aimed is None or is_inert(moment, aimed, performance.n) else aimed


def _shown_entity(entity: EntitySaid) -> str:
    return _ENTITY_WORDS.get(entity.kind, entity.id)


def _is_at_disciple(moment: Moment[World], said: Announced) -> bool:
    entity = _entity(moment.world, said.fields["target"])
    return entity is not None and entity.kind == _DISCIPLE


# --- what it costs ----------------------------------------------------------------------------------------------------


def _whole(performance: Performance, amount: Amount, each: int = 1, *, rounds: bool = False) -> int | None:
    """A number of Quacks that is whole, more than 0 and a multiple of ``each``; None once it was refused."""
    fraction = _FRACTION.fullmatch(amount) if rounds and isinstance(amount, str) else None
    count = int(fraction[1]) if fraction else amount
    if isinstance(count, int) and count > 0 and each and count % each == 0:
        return count
    kind = "a positive whole number" if each == 1 else f"a positive multiple of {each}"
    performance.refuse("bad_amount", f"{performance.quacktion} takes {kind} of Quacks, not {amount}")
    return None


@rule("DUCK-068", "DUCK-069")
def _can_pay(performance: Performance, costs: Mapping[str, int]) -> bool:
    """Refuse what cannot be paid: first for want of Quacks, then of items. What costs nothing is never refused."""
    quacks, duck = costs.get(QUACKS, 0), performance.duck
    if quacks and duck.quacks < quacks:
        text = f"{shown(duck)} has {duck.quacks} Quacks, and {performance.quacktion} costs {quacks}"
        performance.refuse("not_enough_quacks", text, "DUCK-068")
        return False
    for item, count in costs.items():
        holder = _payer(performance, item)
        if item != QUACKS and held(performance.moment.world, holder, item) < count:
            who = shown(duck) if holder == duck.holder else holder
            performance.refuse("missing_items", f"{who} does not hold {count} {item}", "DUCK-068")
            return False
    return True


@rule("DUCK-068", "DUCK-086")
def payer(law: AnyLaw, duck: Duck, quacktion: str, item: str) -> str:
    """Who holds an item that a Quacktion costs: the acting duck, but for what would make it collapse."""
    if quacktion == COCKTAIL and item == NOTHING:
        return duck.owner if law.chooses("cocktail_nothings_come_from", "the owner") else duck.holder
    return duck.holder if law.chooses("item_costs_come_from", "the acting duck") else duck.owner


def _payer(performance: Performance, item: str) -> str:
    return payer(performance.moment.law, performance.duck, performance.quacktion, item)


@rule("DUCK-068")
def _pay(performance: Performance, costs: Mapping[str, int]) -> None:
    text = f"the cost of {performance.quacktion}"
    for item, count in costs.items():
        if item == QUACKS:
            quack(performance.moment, performance.duck, -count, "DUCK-068", text)
        else:
            change(performance.moment, _payer(performance, item), item, -count, "DUCK-068", text)


# --- Quack Attack -----------------------------------------------------------------------------------------------------


@rule("DUCK-071", "DUCK-072", "DUCK-148")
def quack_attack(moment: Moment[World], said: Announced) -> bool | None:
    """Let a duck, or the Disciple, lose half the Quacks that the acting duck pays."""
    if _is_at_disciple(moment, said) and disciple.must_wait(moment):
        return None
    performance = _performance(moment, said, ATTACK, "DUCK-073", "target", "amount")
    if performance is None:
        return False
    hit = None
    if performance.entity is not None and performance.entity.kind == _DISCIPLE:
        is_good = disciple.may_be_target(moment, said.n, ATTACK)
    else:
        hit = _attacked(performance)
        is_good = hit is not None
    spent = _attack_amount(performance, said.fields["amount"]) if is_good else None
    if spent is None or not _can_pay(performance, {QUACKS: spent}):
        return False
    _pay(performance, {QUACKS: spent})
    _attack(performance, hit, spent)
    return True


def _attack_amount(performance: Performance, amount: Amount) -> int | None:
    return _whole(performance, amount, performance.moment.law.number("quack_attack_even_divisor"))


@rule("DUCK-073")
def _attacked(performance: Performance) -> Duck | None:
    """Any complete duck, one's own and the acting one too, unless that is ruled otherwise."""
    hit = _target_duck(performance)
    is_barred = hit is not None and hit.owner == performance.player
    if is_barred and performance.moment.law.chooses("quack_attack_targets", "ducks of others"):
        performance.refuse("bad_target", "a duck of one's own is no target of a Quack Attack")
        return None
    return hit


@rule("DUCK-072")
def _attack(performance: Performance, hit: Duck | None, spent: int) -> None:
    """Let the target lose its Quacks; without a duck it is the Disciple."""
    moment = performance.moment
    damage = spent // max(1, moment.law.number("quack_attack_damage_divisor"))
    name = shown(hit) if hit else DISCIPLE
    text = f" on {name} with {spent} Quacks"
    performance.tell(text, target=hit.number if hit else DISCIPLE, quacks=spent, damage=damage)
    if hit is None:
        disciple.acted_against(moment, performance.n, performance.duck, damage)
    else:
        quack(moment, hit, -damage, "DUCK-072", f"{shown(performance.duck)} attacks {name}")


# --- Eggs -------------------------------------------------------------------------------------------------------------


@rule("DUCK-074")
def lay_egg(moment: Moment[World], said: Announced) -> bool:
    """Pay Quacks for a die of as many sides, which is rolled next."""
    performance = _performance(moment, said, LAY, "DUCK-074", "amount")
    if performance is None:
        return False
    spent = _whole(
        performance, said.fields["amount"], rounds=moment.law.chooses("fractional_lay_egg", "is rounded down")
    )
    if spent is None or not _can_pay(performance, {QUACKS: spent}):
        return False
    _pay(performance, {QUACKS: spent})
    performance.tell(f" with {spent} Quacks", quacks=spent)
    moment.world.following.append(Task(LAYING, said.n, {"duck": performance.duck.number, "sides": spent}))
    return True


@rule("DUCK-074", "DUCK-075")
def _laid(moment: Moment[World], task: Task) -> bool:
    """Roll for an Egg; it remembers the duck that laid it."""
    duck, law = moment.world.ducks.get(task.data["duck"]), moment.law
    if duck is None:
        return True
    faces = roll(moment, LAYING, task.n, [task.data["sides"]], f"an Egg of #{duck.number}", "DUCK-074")
    if faces is None:
        return False
    eggs = law.number("eggs_laid") if faces[0] >= law.number("lay_egg_least_roll") else 0
    for _ in range(eggs):
        lay(moment, duck.holder, duck.number, "DUCK-075", f"{shown(duck)} lays an Egg")
    text = f"{shown(duck)} rolls {faces[0]} and lays {'an Egg' if eggs else 'no Egg'}"
    moment.tell("egg_laid" if eggs else "no_egg_laid", "DUCK-074", text, duck=duck.number, roll=faces[0])
    return True


@rule("DUCK-075", "DUCK-076")
def hatch_egg(moment: Moment[World], said: Announced) -> bool:
    """Hatch an Egg that the acting duck holds: its owner has a new duck, whose parent is the duck that laid the Egg."""
    performance = _performance(moment, said, HATCH, "DUCK-076")
    costs = of_ducks(moment.law).costs(HATCH)
    layers = None if performance is None else _layers(performance, said)
    if performance is None or layers is None or not _can_pay(performance, costs):
        return False
    parent = _taken_egg(performance, layers, costs.get(EGG, 0))
    if parent is None:
        return False
    _pay(performance, {item: count for item, count in costs.items() if item != EGG})
    text = f"{shown(performance.duck)} hatches an Egg" + (
        f" laid by {_parent_shown(moment.world, parent)}" if parent else ""
    )
    new = ducks.new_duck(moment, performance.player, "DUCK-076", text, said.n, parent)
    told = {"player": performance.player, "duck": performance.duck.number, "new": new.number, "parent": parent or None}
    moment.tell("egg_hatched", "DUCK-077", text, **told)
    return True


def _parent_shown(world: World, number: int) -> str:
    duck = world.ducks.get(number)
    name = duck.name if duck is not None else world.gone[number].name if number in world.gone else ""
    return name or f"duck #{number}"


@rule("DUCK-077")
def _layers(performance: Performance, said: Announced) -> tuple[int, ...] | None:
    """The ducks that may have laid the Egg that is meant, those that are gone among them; none where it is not said. None: refused."""
    wanted, world = said.fields["layer"], performance.moment.world
    if wanted is None:
        return ()
    names = {number: duck.name for number, duck in world.gone.items()}
    names |= {number: duck.name for number, duck in world.ducks.items()}
    own = [duck.number for duck in world.ducks.values() if duck.owner == performance.player]
    found = numbers_of(wanted, names, own)
    if not found:
        performance.refuse("unknown_duck", f"there was never a duck {wanted.name or f'#{wanted.number}'}", "DUCK-077")
    return found or None


@rule("DUCK-077")
def _taken_egg(performance: Performance, layers: tuple[int, ...], count: int) -> int | None:
    """Take what Eggs it costs, the one that is hatched first, and tell its parent (0: none); None once it was refused."""
    moment, payer = performance.moment, _payer(performance, EGG)
    place = _place(performance, eggs_of(moment.world, payer), layers) if count else None
    if count and place is None:
        return None
    text = f"the cost of {HATCH}"
    parent = take_egg(moment, payer, "DUCK-076", text, place) if place is not None else 0
    change(moment, payer, EGG, min(0, 1 - count), "DUCK-076", text)
    return parent


@rule("DUCK-077")
def _place(performance: Performance, eggs: list[int], layers: tuple[int, ...]) -> int | None:
    """Which of the Eggs is hatched: of those that may be meant the one held longest. None once it was refused."""
    places = [place for place, parent in enumerate(eggs) if not layers or parent in layers]
    if not places:
        performance.refuse("missing_items", f"{shown(performance.duck)} holds no Egg laid by that duck", "DUCK-077")
        return None
    if layers and len({eggs[place] for place in places}) > 1:
        performance.refuse("ambiguous_duck", "several ducks of that name laid Eggs: give the number", "DUCK-077")
        return None
    return places[0] if performance.moment.law.chooses("egg_hatched_first", "held longest") else places[-1]


# --- Divine Scrambler -------------------------------------------------------------------------------------------------


@rule("DUCK-078", "DUCK-079")
def divine_scrambler(moment: Moment[World], said: Announced) -> bool | None:
    """Move God Eggs from an entity to the acting player: one for so many Quacks, as far as there are any."""
    if _is_at_disciple(moment, said) and disciple.must_wait(moment):
        return None
    performance = _performance(moment, said, SCRAMBLER, "DUCK-078", "target", "amount")
    holder = None if performance is None else _scrambled(performance)
    if performance is None or holder is None:
        return False
    there, each = held(moment.world, holder, GOD_EGG), moment.law.number("scrambler_divisor")
    spent = _whole(performance, said.fields["amount"], each)
    if spent is None or not _is_enough(performance, there, spent // each) or not _can_pay(performance, {QUACKS: spent}):
        return False
    _pay(performance, {QUACKS: spent})
    moved = min(there, spent // each)
    text = f" on {_holder_shown(moment.world, holder)} with {spent} Quacks"
    performance.tell(text, target=holder, quacks=spent, god_eggs=moved)
    said_so = f"{shown(performance.duck)} performs {SCRAMBLER}"
    transfer(moment, holder, performance.player, {GOD_EGG: moved}, "DUCK-078", said_so)
    if holder == DISCIPLE:
        disciple.acted_against(moment, said.n, performance.duck)
    return True


def _holder_shown(world: World, holder: str) -> str:
    found = next((duck for duck in world.ducks.values() if duck.holder == holder), None)
    return shown(found) if found else holder


@rule("DUCK-078", "DUCK-156")
def _scrambled(performance: Performance) -> str | None:
    """The holder that is aimed at, who has a God Egg; None once it was refused."""
    moment, entity = performance.moment, performance.entity
    if entity is None:
        duck = _target_duck(performance)
        holder = duck.holder if duck else None
    elif entity.kind == _DISCIPLE:
        holder = DISCIPLE if disciple.may_be_target(moment, performance.n, SCRAMBLER) else None
    else:
        holder = _shown_entity(entity)
    if holder is not None and held(moment.world, holder, GOD_EGG) < 1:
        performance.refuse("bad_target", f"{_holder_shown(moment.world, holder)} has no God Egg")
        return None
    return holder


@rule("DUCK-079")
def _is_enough(performance: Performance, there: int, wanted: int) -> bool:
    """Whether a target with fewer God Eggs than would move is good: it is, unless that is ruled otherwise."""
    if there >= wanted or performance.moment.law.chooses("scrambling_more_than_there_is", "moves what there is"):
        return True
    performance.refuse("bad_target", f"the target has {there} God Eggs, not {wanted}", "DUCK-079")
    return False


# --- ducks that change hands, are eaten or adopted --------------------------------------------------------------------


@rule("DUCK-080", "DUCK-081")
def steal_duck(moment: Moment[World], said: Announced) -> bool:
    """Take a duck of the DUCK DUKE for as many Quacks as it has, which it keeps; Duck Royalty cannot."""
    performance = _performance(moment, said, STEAL, "DUCK-080", "target")
    stolen = None if performance is None else _stolen(performance)
    if performance is None or stolen is None:
        return False
    costs = {QUACKS: max(0, stolen.quacks)}
    if not _can_pay(performance, costs):
        return False
    _pay(performance, costs)
    performance.tell(f" on {shown(stolen)}", target=stolen.number, quacks=costs[QUACKS])
    text = f"{performance.player} steals {shown(stolen)} from {stolen.owner}"
    give_to(moment, stolen, performance.player, "DUCK-080", text)
    return True


@rule("DUCK-080", "DUCK-081", "DUCK-108")
def _stolen(performance: Performance) -> Duck | None:
    """The duck that can be stolen: one of the DUCK DUKE's that has enough Quacks."""
    moment, stolen = performance.moment, performance.target
    if stolen is not None and is_inert(moment, stolen, performance.n):
        return None
    duke = titles.titles(moment.world, moment.law)[DUKE]
    if titles.is_royalty(moment.world, moment.law, performance.player):
        performance.refuse("royalty", f"{performance.player} is Duck Royalty", "DUCK-081")
    elif stolen is None or not duke or stolen.owner != duke:
        performance.refuse("bad_target", f"the DUCK DUKE is {duke or 'nobody'}, and only their ducks are stolen")
    elif not is_rich(moment, stolen):
        performance.refuse("bad_target", f"{shown(stolen)} has {stolen.quacks} Quacks: it takes more to be stolen")
    else:
        return stolen
    return None


@rule("DUCK-080")
def is_rich(moment: Moment[World], stolen: Duck) -> bool:
    """Whether there are more Quacks than the rule asks for: of the duck, unless it is ruled that the DUKE's together count."""
    is_ducks = moment.law.chooses("more_than_ten_quacks_has", "the duck")
    quacks = stolen.quacks if is_ducks else total(moment.world, stolen.owner)
    return quacks > moment.law.number("steal_duck_more_than")


@rule("DUCK-082", "DUCK-083")
def cannibalism(moment: Moment[World], said: Announced) -> bool:
    """Let a duck eat another of the same owner, or itself, for its Quacks and some more; what was eaten is gone with all it holds."""
    performance = _performance(moment, said, CANNIBALISM, "DUCK-082", "target")
    eaten = None if performance is None else _of_ones_own(performance)
    if performance is None or eaten is None:
        return False
    duck, is_itself = performance.duck, eaten is performance.duck
    if is_itself and moment.law.chooses("eating_oneself", "is refused"):
        performance.refuse("bad_target", f"{shown(duck)} cannot eat itself", "DUCK-083")
        return False
    gained = moment.law.number("cannibalism_quacks") + eaten.quacks
    performance.tell(f" on {shown(eaten)}", target=eaten.number, quacks=gained)
    quack(moment, duck, gained, "DUCK-082", f"{shown(duck)} eats {shown(eaten)}")
    remove(moment, eaten, "DUCK-082", f"eaten by {shown(duck)}")
    if is_itself:
        moment.note("ATE_ITSELF", "DUCK-083", f"{shown(duck)} ate itself and is gone: was that meant?", is_mild=True)
    return True


def _of_ones_own(performance: Performance) -> Duck | None:
    """The complete duck of the same owner that is aimed at."""
    found = _target_duck(performance)
    if found is not None and found.owner != performance.player:
        performance.refuse("bad_target", f"{shown(found)} is not {performance.player}'s duck")
        return None
    return found


@rule("DUCK-084")
def adopt(moment: Moment[World], said: Announced) -> bool:
    """Let a duck become the parent of another of the same owner that has none."""
    performance = _performance(moment, said, ADOPT, "DUCK-084", "target")
    child = None if performance is None else _of_ones_own(performance)
    if performance is None or child is None:
        return False
    if child.parent:
        performance.refuse("bad_target", f"{shown(child)} has a parent: {_parent_shown(moment.world, child.parent)}")
        return False
    child.parent = performance.duck.number
    performance.tell(f" on {shown(child)}", target=child.number)
    return True


# --- Smoothies and cocktails ------------------------------------------------------------------------------------------


@rule("DUCK-085", "DUCK-117", "DUCK-124")
def make_smoothie(moment: Moment[World], said: Announced) -> bool:
    """Make a Smoothie of the player's Fruits for some Quacks of the acting duck; the player gets it."""
    performance = _performance(moment, said, SMOOTHIE, "DUCK-085")
    made = None if performance is None else _mixed(performance, said)
    if performance is None or made is None:
        return False
    law, costs = of_ducks(moment.law), of_ducks(moment.law).costs(SMOOTHIE)
    used, holder = fruit.ingredients(law, made), mixer(law, performance.duck)
    if not _can_pay(performance, costs) or not _has_fruits(performance, holder, used):
        return False
    _pay(performance, costs)
    text = f"{performance.player} makes an item: {made.name}"
    for item, count in used.items():
        change(moment, holder, item, -count, "DUCK-117", text)
    change(moment, holder, made.name, 1, "DUCK-117", text)
    called = _own_name(performance, made, said.fields["name"])
    told = {
        "player": performance.player,
        "duck": performance.duck.number,
        "smoothie": made.name,
        "called": called or None,
    }
    moment.tell("smoothie_made", "DUCK-117", text, **told)
    return True


def _mixed(performance: Performance, said: Announced) -> Smoothie | None:
    made = fruit.mixed(performance.moment, said.fields["fruits"], said.fields["styles"])
    if isinstance(made, Smoothie):
        return made
    code, text = made
    performance.refuse(code, text, "DUCK-119" if code == "bad_style" else "DUCK-117")
    return None


@rule("DUCK-085")
def mixer(law: AnyLaw, duck: Duck) -> str:
    """Whose Fruits a Smoothie is made of, and who gets it."""
    return duck.owner if law.chooses("smoothie_fruits_come_from", "the player") else duck.holder


def _has_fruits(performance: Performance, holder: str, used: Mapping[str, int]) -> bool:
    missing = [
        f"{count} {item}" for item, count in used.items() if held(performance.moment.world, holder, item) < count
    ]
    if missing:
        performance.refuse("lacks_items", f"{holder} does not hold {' and '.join(missing)}", "DUCK-117")
    return not missing


@rule("DUCK-118")
def _own_name(performance: Performance, made: Smoothie, own_name: str | None) -> str:
    """The player's own name for a Smoothie, where it tells its Fruits and its style or people accept it; "" where it has the usual one."""
    if not own_name or fruit.called(own_name) == fruit.called(made.name):
        return ""
    moment, law = performance.moment, of_ducks(performance.moment.law)
    means = fruit.meant_by(moment.world, own_name) or made.name
    if means == made.name and not fruit.tells(law, own_name, made):
        means = _accepted(performance, made, own_name)
    if means != made.name:
        text = f"the {made.name} is called so, for “{own_name}” does not tell without doubt what it is"
        moment.note("SMOOTHIE_NAME", "DUCK-118", text)
        return ""
    moment.world.smoothie_names[fruit.called(own_name)] = made.name
    return own_name


def _accepted(performance: Performance, made: Smoothie, own_name: str) -> str:
    """What people let a name mean that does not tell it without doubt: the Smoothie, or nothing ("")."""
    moment = performance.moment
    text = f"Does the name “{own_name}” tell without doubt that it is a {made.name}?"
    question = f"smoothie:{moment.row}:{performance.n}"
    answer = moment.ask(Ask(question, text, "DUCK-118", ["yes", "no"], moment.when, [moment.row]))
    return made.name if answer == "yes" else ""


@rule("DUCK-086")
def divine_cocktail(moment: Moment[World], said: Announced) -> bool:
    """The Duck Deity has an Ambrosia made in the possession of the acting duck."""
    performance = _performance(moment, said, COCKTAIL, "DUCK-086")
    if performance is None:
        return False
    deity = titles.titles(moment.world, moment.law)[DEITY]
    if performance.player != deity:
        performance.refuse("not_deity", f"the Duck Deity is {deity or 'nobody'}")
        return False
    costs = of_ducks(moment.law).costs(COCKTAIL)
    if not _can_pay(performance, costs):
        return False
    _pay(performance, costs)
    performance.tell("", quacks=costs.get(QUACKS, 0))
    change(
        moment, performance.duck.holder, fruit.AMBROSIA, 1, "DUCK-086", f"{shown(performance.duck)} performs {COCKTAIL}"
    )
    return True


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool | None]] = {
    "quack_attack": quack_attack,
    "lay_egg": lay_egg,
    "hatch_egg": hatch_egg,
    "divine_scrambler": divine_scrambler,
    "steal_duck": steal_duck,
    "cannibalism": cannibalism,
    "adopt": adopt,
    "make_smoothie": make_smoothie,
    "divine_cocktail": divine_cocktail,
}
TASKS: dict[str, Callable[[Moment[World], Task], bool]] = {LAYING: _laid}
