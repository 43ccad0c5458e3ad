"""Ducks' pages: the tables of its gamestate, and what only its rules know about them.

Only the game imports them; ``abilities`` tries what each player can do now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.core.instants import iso
from tracker.games.chat_game.pages import Ballot, Pages, Section, Told
from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat import proposals as chamber
from tracker.mechanics.chat import rulings
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.votes import DOWN, UP
from tracker.mechanics.state.described import Part, Person

from .. import judges, titles
from ..auctions import is_ownerless
from ..essential import owned_by
from ..general import period, period_began, period_ends
from ..gods import egg_days, is_over
from ..players import voters
from ..ponds import upkeep_of
from ..proposals import CLASSES, terms
from ..state import DUCK, DUCK_GOD, GOD_EGG, OLD_ONE, Duck, Ducks, Gone
from . import abilities

if TYPE_CHECKING:
    from ..game import DucksGame

CATALOGUE: Mapping[str, str] = {
    "ducks": "Tracker/Ducks",
    "ponds": "Tracker/Ponds",
    "titles": "Tracker/Titles and God Eggs",
    "agreements": "Tracker/Auctions and trades",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "abilities": "Tracker/What can I do now",
    "family": "Tracker/Family tree",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes; ``{month}`` becomes ``2021-03``."""
PLAYERS = ("player", "bot", "joined", "left", "items", "fed_others_this_period", "disciple_quacktion_this_period")
DUCKS = (
    *("quacks", "colour", "pond", "items", "mission", "parent", "loot_due_to", "pond_roll_due", "iced_until"),
    *("attempted_in", "watermelons_this_period"),
)
RESIDENTS = ("owner", "colour", "quacks", "loses", "gains")
AUCTIONS = ("leading", "first_valid_at", "ends_at", "bids", "payments")
JUSTICE = {"request": "DUCK-175", "binds": "DUCK-177", "overturned": "DUCK-181", "confidence": "DUCK-180"}


def drafts(game: DucksGame, gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own."""
    pages = Pages(game, gamestate, names)
    world: Ducks = pages.world
    turn = _turn(world)
    can = {who: abilities.abilities(game, world, who) for who in world.players}
    return [
        pages.parts("ducks", list(_ducks(pages, world)), (*turn, *_gone(world))),
        pages.parts("ponds", list(_ponds(pages, world)), turn),
        pages.parts("titles", list(_titles(pages, world)), turn),
        pages.agreements(
            _ON_TRADES, _lacking(game, world), sections=list(_auctions(pages, world)), may_shrink_for=turn
        ),
        pages.proposals(_ballots(world), _ON_PROPOSALS, world.law.word("proposals_channel")),
        pages.judge(_on_judge(world), JUSTICE, _votes(world)),
        pages.abilities(
            (Told("Anybody may join", "DUCK-005"), Told("Anybody but the Judge may request justice", "DUCK-175")),
            can,
            turn,
        ),
        pages.draft("family", {"lines": list(_family(pages, world))}, "ducks/family.wikitext.j2", _gone(world)),
        *pages.dice(("DUCK-028", "DUCK-030")),
        *pages.log(),
        pages.attention(),
    ]


def _turn(world: Ducks) -> tuple[str, ...]:
    """The newest boundary: with it missions, auctions and what was used up leave their pages all at once (law 13)."""
    return (world.cause,) if world.cause else (f"Period {period(world)} that began {iso(period_began(world))}",)


def _gone(world: Ducks) -> tuple[str, ...]:
    """Ducks that left the game."""
    return tuple(f"duck-{number}: out of the game {iso(duck.at)}" for number, duck in world.gone.items())


# --- ducks ------------------------------------------------------------------------------------------------------------


def _ducks(pages: Pages, world: Ducks) -> Iterator[Section]:
    told = (
        Told(f"Anybody may join, by “I join the game.” in #{world.law.word('actions_channel')}", "DUCK-005"),
        Told("Who stops keeps their items, and cannot use them before they come back; their ducks become ownerless", "DUCK-009"),
    )  # fmt: skip
    table = pages.table("Player", world.players, PLAYERS, of_people=True)
    yield Section("Players", told, table, "Nobody has joined yet.")
    on_ducks = (
        Told("A duck is complete with a name and a pond; else nothing can be done with it but to give it these", "DUCK-126"),
        Told("Quacks come by feeding", "DUCK-062"),
        Told("Colours come by numbers", "DUCK-088"),
        Told("Parents lay the Egg or adopt", "DUCK-084"),
    )  # fmt: skip
    yield Section("Ducks by owner", on_ducks, empty="" if world.ducks else "There are no ducks.")
    for owner in dict.fromkeys([*world.players, *(duck.owner for duck in world.ducks.values())]):
        mine = {_numbered(world, number): world.ducks[number] for number in owned_by(world, owner)}
        if mine:
            yield Section(pages.people.name(owner) if owner else "Ownerless", (), pages.table("Duck", mine, DUCKS))


def _numbered(world: Ducks, number: int) -> str:
    name = (world.ducks[number] if number in world.ducks else world.gone[number]).name
    return f"#{number} {name}" if name else f"#{number}"


def _family(pages: Pages, world: Ducks) -> Iterator[tuple[str, str]]:
    """The lines of the family tree, each with its bullets: below each duck its children; in a circle the least number comes first."""
    kin, seen, children = _kin(world), set[int](), dict[int | None, list[int]]()
    for number, duck in kin.items():
        children.setdefault(duck.parent, []).append(number)
    for first in sorted(kin, key=lambda number: (kin[number].parent in kin, number)):
        ahead = [(first, 1)]
        while ahead:
            number, depth = ahead.pop()
            if number not in seen:
                seen.add(number)
                yield "*" * min(depth, _DEEPEST), _relative(pages, world, number, kin, is_first=depth == 1)
                ahead += [(child, depth + 1) for child in reversed(children.get(number, ()))]


_DEEPEST = 20


def _kin(world: Ducks) -> dict[int, Duck | Gone]:
    """Every duck that is there, and those that are gone from which one of them descends."""
    every: dict[int, Duck | Gone] = {**world.gone, **world.ducks}
    found, ahead = dict[int, Duck | Gone](), [*world.ducks]
    for number in ahead:
        if number in every and number not in found:
            found[number] = every[number]
            ahead.append(every[number].parent or 0)
    return dict(sorted(found.items()))


def _relative(pages: Pages, world: Ducks, number: int, kin: Mapping[int, Duck | Gone], *, is_first: bool) -> str:
    duck = kin[number]
    told = [_numbered(world, number), getattr(duck, "colour", None)]
    told += [f"of {pages.people.name(duck.owner)}"] if duck.owner else []
    if is_first and duck.parent is not None and duck.parent in kin:
        told.append(f"child of {_numbered(world, duck.parent)}, which is its own descendant")
    told += [f"out of the game: {duck.how}"] if isinstance(duck, Gone) else []
    return ", ".join(each for each in told if each)


# --- ponds ------------------------------------------------------------------------------------------------------------


class Resident(Part):
    """What a page shows of a duck in its pond."""

    owner: Person | None
    colour: str | None
    quacks: int
    loses: int
    gains: int


def _ponds(pages: Pages, world: Ducks) -> Iterator[Section]:
    if not is_over(world):
        when = f"The next upkeep is {iso(period_ends(world))}, as the next voting period begins"
        told = (
            Told(when, "DUCK-166"),
            Told("It takes a Quack for each other complete duck of the same colour and gives one for each of another", "DUCK-167"),
            Told("Ducks on missions are left alone", "DUCK-098"),
            Told("A pond is chosen once for nothing", "DUCK-164"),
            Told("Moving costs Quacks", "DUCK-165"),
            Told("A roll for each new duck may make a new pond", "DUCK-163"),
        )  # fmt: skip
        yield Section("", told, empty="" if world.ponds else "There are no ponds.")
    for pond in range(1, world.ponds + 1):
        living = {
            _numbered(world, each): _resident(world, each) for each, duck in world.ducks.items() if duck.pond == pond
        }
        yield Section(f"Pond {pond}", (), pages.table("Duck", living, RESIDENTS), "No duck lives in it.")


def _resident(world: Ducks, number: int) -> Resident:
    duck, (loses, gains) = world.ducks[number], upkeep_of(world, number)
    return Resident(owner=duck.owner, colour=duck.colour, quacks=duck.quacks, loses=loses, gains=gains)


# --- titles -----------------------------------------------------------------------------------------------------------


class Standing(Part):
    """What a page shows of somebody who may hold a title."""

    has: int
    behind: int


_GOES_BY = {
    "Deity": ("most God Eggs", "DUCK-102", titles.god_eggs),
    "King": ("most complete ducks", "DUCK-103", titles.ducks_owned),
    "Lord": ("most Quacks of all own complete ducks", "DUCK-104", titles.quacks_owned),
}


def _titles(pages: Pages, world: Ducks) -> Iterator[Section]:
    for title, (by, clause, of) in _GOES_BY.items():
        amounts = sorted(((name, n) for name, n in of(world).items() if n), key=lambda pair: -pair[1])
        most = amounts[0][1] if amounts else 0
        standing = {_being(pages, world, name): Standing(has=n, behind=most - n) for name, n in amounts}
        told = (_held(pages, world, title), Told(f"It goes to {by}", clause))
        yield Section(f"Duck {title}", told, pages.table("Who", standing, ("has", "behind")), "Nobody has any.")
    told = (_held(pages, world, "DUKE"), Told("King and Lord at once", "DUCK-106"))
    yield Section("DUCK DUKE", told, empty="")
    yield from _gods(pages, world)


def _held(pages: Pages, world: Ducks, title: str) -> Told:
    holder = titles.TITLES[title](world)
    return Told(f"Held by {_being(pages, world, holder)}" if holder else "Vacant", "DUCK-105")


def _being(pages: Pages, world: Ducks, name: str) -> str:
    return _numbered(world, int(name.removeprefix(DUCK))) if name.startswith(DUCK) else pages.people.name(name)


def _gods(pages: Pages, world: Ducks) -> Iterator[Section]:
    number, held = world.law.number, world.duck_god.amount(GOD_EGG)
    told = (
        Told(
            f"{DUCK_GOD} has {held} God Eggs, of {number('duck_god_losing_god_eggs')} with which all lose", "DUCK-145"
        ),
        Told(f"The {OLD_ONE} has {world.old_one.god_eggs}, of {number('old_one_losing_god_eggs')}", "DUCK-161"),
    )
    coming = (
        Told(f"{DUCK_GOD} gains its next one {iso(egg_days(world).next(world.now))}", "DUCK-144"),
        Told(f"The {OLD_ONE} gains some by the first game action of each week", "DUCK-158"),
    )
    yield Section("God Eggs and the end of the round", told if is_over(world) else (*told, *coming), empty="")
    yield Section("Duck Disciple", tuple(_on_disciple(pages, world)), empty="")


def _on_disciple(pages: Pages, world: Ducks) -> Iterator[Told]:
    disciple = world.disciple
    if disciple is None:
        when = "" if is_over(world) else f", {iso(period_ends(world))}"
        yield Told(f"There is none; one comes as a voting period begins{when}", "DUCK-153")
    else:
        yield Told(f"{disciple.name} has {disciple.quacks} Quacks and perishes without any", "DUCK-150")
        hurt = ", ".join(_numbered(world, each) for each in disciple.damaged_by) or "nobody"
        yield Told(f"Hurt by, in the order of the first hits: {hurt}", "DUCK-148")
        held = ", ".join(f"{n}× {item}" for item, n in disciple.items.items() if n) or "nothing"
        yield Told(f"It holds {held}", "DUCK-146")
    used = ", ".join(f"{name} {n}×" for name, n in world.disciple_names_used.items())
    yield Told(f"Names that Disciples bore, and how many: {used or 'none'}", "DUCK-154")


# --- trades, votes and the judge --------------------------------------------------------------------------------------

_ON_TRADES = (
    Told("A trade takes place when the other side consents", "DUCK-022"),
    Told("An offer can be withdrawn until then", "DUCK-024"),
)
_ON_PROPOSALS = (
    Told("Votes are the reactions that stand at the end", "DUCK-040"),
    Told("As many for as against is decided by the Quacks on the complete ducks of each side", "DUCK-043"),
    Told("A change of the message before the end, or its deletion, retracts a proposal", "DUCK-032"),
    Told("“Proposal: TITLE” or “Urgent Proposal: TITLE”, then the text, makes one", "DUCK-046"),
    Told("People carry out what was adopted", "DUCK-045"),
)


def _auctions(pages: Pages, world: Ducks) -> Iterator[Section]:
    running = {_numbered(world, number): each for number, each in world.auctions.items()}
    told = (
        Told("A bid is a whole number of Quacks, higher than the highest valid one", "DUCK-134"),
        Told("The highest valid bid wins as the auction ends", "DUCK-138"),
    )
    yield Section("Auctions", told, pages.table("Duck", running, ("temporary_name", *AUCTIONS)), "There is none.")
    free = [_numbered(world, each) for each in world.ducks if is_ownerless(world, each) and each not in world.auctions]
    others = (Told(f"Other ducks that are ownerless: {', '.join(free) or 'none'}", "DUCK-131"),)
    yield Section("", others, empty="A bid begins the auction of one: “I bid 3 Quacks on duck #NUMBER.”")


def _lacking(game: DucksGame, world: Ducks) -> dict[str, Told]:
    """Why offers cannot take place now, by trying each."""
    found = dict[str, Told]()
    for key, offer in world.offers.items():
        message = Message("", world.law.word("actions_channel"), offer.to, world.now, "")
        is_open = offer.status == "open"
        why = why_refused(world, game.acts["accept"], message=message, offer=key) if is_open else None
        if why:
            found[key] = Told(why.text, why.clause)
    return found


def _ballots(world: Ducks) -> dict[str, Ballot]:
    return {name: _ballot(world, name) for name in world.proposals if chamber.is_open(world, name)}


def _ballot(world: Ducks, matter: str) -> Ballot:
    count, by_class = chamber.tally(world, matter, terms(world), playing(world)), world.proposals[matter].by_class
    verdict = "would be adopted" if CLASSES[by_class].passes(world, count) else "would fail"
    needs, clause = (
        (f"at most {world.law.number('urgent_most_against')} against it", "DUCK-049")
        if by_class == "urgent"
        else ("more for it than against, or as many with more Quacks", "DUCK-042")
    )
    return Ballot(count.of(UP), count.of(DOWN), verdict, needs, clause)


def _on_judge(world: Ducks) -> Sequence[Told]:
    appointing, removing = world.law.number("appointment_assents"), world.law.number("removal_assents")
    return (
        Told(f"A player becomes Judge by “I appoint myself Judge.” and {appointing} assents of others", "DUCK-170"),
        Told(f"{removing} players remove the Judge, only for abuse of office", "DUCK-172"),
    )


def _votes(world: Ducks) -> dict[str, tuple[list[str], list[str]]]:
    people = voters(world)
    going = rulings.open_votes(world)
    return {name: rulings.confidence_tally(world, name, judges.WORDS_ALONE, people) for name in going}
