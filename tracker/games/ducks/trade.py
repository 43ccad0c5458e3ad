"""Trade: offers and gifts between two players and consent to them, and what a player and their own duck give each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from tracker.core.rule import rule
from tracker.games.chat_worlds import Due
from tracker.mechanics.action_ids import key_of, unmistakable
from tracker.mechanics.announcements import Announced
from tracker.mechanics.chat_log import ChatMessage
from tracker.mechanics.chat_play import Ask, Moment
from tracker.mechanics.goods import Bag
from tracker.mechanics.trades import Offer, Problem, known, offer_for_consent, offer_to_withdraw, offered

from .flock import shown
from .fruit import item_of
from .general import unclear
from .holdings import duck_called, held, transfer
from .periods import week_at
from .players import departure_due, is_playing
from .reading import find_duck, own_duck
from .spoken import Goods
from .state import DUCK, Duck, World

QUACKS = "Quacks"


# --- what is said to be given -----------------------------------------------------------------------------------------


@rule("DUCK-021", "DUCK-025", "DUCK-027")
def bag_of(moment: Moment[World], goods: Sequence[Goods], n: int, clause: str) -> Bag | None:
    """The items that words mean, ducks as ``duck:12``; None once it was refused what cannot be traded at all."""
    found: Bag = {}
    for each in goods:
        item = _item(moment, each, n, clause)
        if item is None or not _is_whole(moment, each, n):
            return None
        found[item] = found.get(item, 0) + int(each.count or 0)
    return {item: 1 if item.startswith(DUCK) else count for item, count in found.items() if count}


def _item(moment: Moment[World], each: Goods, n: int, clause: str) -> str | None:
    if each.duck is not None:
        duck = find_duck(moment, each.duck, n, clause)
        return duck.holder if duck else None
    item = item_of(moment.world, each)
    if item == QUACKS:
        text = "Quacks belong to ducks and cannot be traded"
        moment.refuse("quacks_not_tradeable", "DUCK-027", text, n)
    elif not item:
        moment.refuse("lacks_items", clause, f"there is no item “{each.said}”", n)
    return item if item != QUACKS and item else None


def _is_whole(moment: Moment[World], each: Goods, n: int) -> bool:
    if each.duck is not None or (isinstance(each.count, int) and each.count >= 0):
        return True
    if each.count is None:
        moment.refuse("missing_parameter", "DUCK-025", f"it does not say how many {each.item}", n)
    else:
        moment.refuse("bad_amount", "DUCK-025", f"{each.count} {each.item}: only whole items move, and none or more", n)
    return False


def told(bag: Mapping[str, int], world: World) -> str:
    """Items as they are told of: ``10 Seeds and Puddle``."""
    ducks = {item: duck_called(world, item) for item in bag if item.startswith(DUCK)}
    words = [
        shown(duck) if (duck := ducks.get(item)) else item if item in ducks else f"{count} {item}"
        for item, count in bag.items()
    ]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or "nothing"


@rule("DUCK-129")
def _faulty_duck(moment: Moment[World], owner: str, bag: Bag, n: int) -> bool:
    """Refuse ducks that are not the giver's, or lack an essential attribute."""
    for duck in (duck_called(moment.world, item) for item in bag):
        if duck is not None and duck.owner != owner:
            moment.refuse("not_owner", "DUCK-129", f"{shown(duck)} is not {owner}'s duck", n)
            return True
        if duck is not None and not duck.is_complete:
            moment.refuse("duck_incomplete", "DUCK-129", f"{shown(duck)} lacks a name or a pond", n)
            return True
    return False


# --- offers -----------------------------------------------------------------------------------------------------------


@rule("DUCK-021", "DUCK-022", "DUCK-023")
def offer(moment: Moment[World], said: Announced) -> bool:
    """Make an offer, a gift being one for nothing: it is its author's consent, and moves nothing before the other's."""
    by, to = _message(moment).author, str(said.fields["to"])
    if by == to:
        moment.refuse("bad_target", "DUCK-021", f"a trade is between two, and {to} makes this offer", said.n)
        return False
    if not is_playing(moment.world, to):
        moment.refuse("bad_target", "DUCK-022", f"{to} is no player", said.n)
        return False
    give, get = (bag_of(moment, said.fields.get(side) or (), said.n, "DUCK-022") for side in ("give", "get"))
    if give is None or get is None:
        return False
    if _faulty_duck(moment, by, give, said.n) or _faulty_duck(moment, to, get, said.n):
        return False
    new = offered(moment.world.offers, Offer(by, to, give, get, moment.when, moment.row, said.n, said.of))
    text = f"offer {new.id}: {by} gives {to} {told(give, moment.world)} for {told(get, moment.world)}"
    moment.tell("trade_offered", "DUCK-022", text, **_record(new))
    return False


def _record(each: Offer) -> dict[str, object]:
    sides = {"player": each.by, "to": each.to, "give": dict(each.give), "get": dict(each.get)}
    return {"offer": key_of(each.message, each.n), "message": each.message, **sides}


# --- consent ----------------------------------------------------------------------------------------------------------


@rule("DUCK-022", "DUCK-024")
def consent(moment: Moment[World], said: Announced) -> bool:
    """Let the trade take place that the author consents to: that is the second consent."""
    _lapse(moment)
    found = _consented(moment, said)
    if isinstance(found, Problem):
        _refuse(moment, said, found, "I accept trade")
        return False
    return _take_place(moment, found, said.n)


def _consented(moment: Moment[World], said: Announced) -> Offer | Problem:
    """The offer that is consented to; who answers something else with a word of consent may mean it, but nobody can tell."""
    message, name, of = _message(moment), said.fields.get("offer"), said.fields.get("of")
    found = offer_for_consent(_offers(moment), message.author, name, message.reply_to, of)
    if isinstance(found, Offer) and name is of is None and message.reply_to not in ("", found.message):
        return Problem("several", (found,))
    return found


def _refuse(moment: Moment[World], said: Announced, problem: Problem, words: str) -> None:
    if problem.fault == "several":
        names = unmistakable(_offers(moment).values())
        ids = [names[key_of(each.message, each.n)] for each in problem.offers]
        why = f"it may mean offer {' or '.join(ids)}: name one, or reply to it"
        unclear(moment, said, "DUCK-022", why, tuple(f"{words} {id}" for id in ids))
        return
    open_ones = [each for each in problem.offers if each.is_open]
    why = (
        "; ".join(f"offer {each.id} is by {each.by} and waits for {each.to}" for each in open_ones)
        or "; ".join(f"offer {each.id} is {each.status}, not open" for each in problem.offers[:5])
        or "there is no such offer"
    )
    moment.refuse("no_such_offer", "DUCK-024", why, said.n)


def _take_place(moment: Moment[World], each: Offer, n: int) -> bool:
    """Let both sides move together, as far as each party still has what it gives; whether anything moved."""
    world = moment.world
    missing = {who: bag for who, bag in _shortages(world, each).items() if bag}
    if missing and moment.law.chooses("trade_of_lacking_items", "moves nothing"):
        words = " and ".join(f"{who} lacks {told(bag, world)}" for who, bag in missing.items())
        each.close("failed", moment.when)
        moment.refuse("lacks_items", "DUCK-022", f"{words}: nothing moves and offer {each.id} is closed", n)
        return False
    if _faulty_duck(moment, each.by, _ducks(each.give), n) or _faulty_duck(moment, each.to, _ducks(each.get), n):
        each.close("failed", moment.when)
        return False
    give, get = (_without(bag, missing.get(who, {})) for who, bag in ((each.by, each.give), (each.to, each.get)))
    text = f"trade {each.id}: {each.by} gives {each.to} {told(give, world)} for {told(get, world)}"
    transfer(moment, each.by, each.to, give, "DUCK-022", text)
    transfer(moment, each.to, each.by, get, "DUCK-022", text)
    each.close("done", moment.when)
    moment.tell("trade_done", "DUCK-022", text, **_record(each))
    return bool(give or get)


def _shortages(world: World, each: Offer) -> dict[str, Bag]:
    """What each party lacks to give what it gives; ducks that changed hands are lacking, too."""
    sides = ((each.by, each.give), (each.to, each.get))
    return {
        who: {item: count - there for item, count in bag.items() if (there := held(world, who, item)) < count}
        for who, bag in sides
    }


def _ducks(bag: Bag) -> Bag:
    return {item: count for item, count in bag.items() if item.startswith(DUCK)}


def _without(bag: Bag, missing: Bag) -> Bag:
    return {item: left for item, count in bag.items() if (left := count - missing.get(item, 0)) > 0}


def doubt_of_consent(moment: Moment[World], said: Announced) -> Due[World] | None:
    """Whether nobody can tell if the other side of a trade had left the server when it was consented to."""
    found = _consented(moment, said)
    if not isinstance(found, Offer):
        return None
    return departure_due(moment, [found.by], f"whether trade {found.id} takes place")


# --- the end of offers ------------------------------------------------------------------------------------------------


@rule("DUCK-024")
def withdraw(moment: Moment[World], said: Announced) -> bool:
    """Take back an open offer of one's own, before the other side has consented."""
    _lapse(moment)
    message, to = _message(moment), said.fields.get("to")
    among = {key: each for key, each in _offers(moment).items() if to is None or each.to == to}
    reply_to = "" if to is not None else message.reply_to
    found = offer_to_withdraw(among, message.author, said.fields.get("offer"), reply_to)
    if isinstance(found, Problem):
        _refuse(moment, said, found, "I cancel trade")
    else:
        _withdraw(moment, found)
    return False


def _withdraw(moment: Moment[World], each: Offer) -> None:
    each.close("withdrawn", moment.when)
    text, key = f"{each.by} withdraws offer {each.id}", key_of(each.message, each.n)
    moment.tell("trade_withdrawn", "DUCK-024", text, offer=key, player=each.by)


def announcement_deleted(moment: Moment[World], message: str) -> None:
    """What the deletion of an announcement does to what it offered, where it is ruled that it does anything (DUCK-020)."""
    for each in moment.world.offers.values():
        if each.message == message and each.is_open:
            _withdraw(moment, each)


@rule("DUCK-009")
def left(moment: Moment[World], player: str) -> None:
    """Open offers from or to somebody who stops being a player lapse."""
    for each in moment.world.offers.values():
        if each.is_open and player in (each.by, each.to):
            each.close("lapsed", moment.when)


def due(moment: Moment[World]) -> Due[World] | None:
    """The lapse of offers whose week is over, where the law has it so."""
    return Due(lambda now, _: _lapse(now)) if any(_overdue(moment)) else None


def next_instants(moment: Moment[World]) -> Iterable[datetime]:
    """None of its own: where offers lapse, they do so with the week."""
    return ()


@rule("DUCK-024")
def _overdue(moment: Moment[World]) -> Iterator[Offer]:
    """The open offers whose time is over: none, for an offer has no limit, unless it is ruled that it lasts for its week."""
    if moment.law.chooses("offers_stay_open", "until the week ends"):
        for each in moment.world.offers.values():
            if each.is_open and week_at(moment, each.at)[1] <= moment.when:
                yield each


def _lapse(moment: Moment[World]) -> None:
    for each in list(_overdue(moment)):
        each.close("lapsed", moment.when)


def _offers(moment: Moment[World]) -> dict[str, Offer]:
    """The offers that an answer can be about, whether older ones are still in the state or not."""
    return known(moment.world.offers, moment.when - moment.law.span("settle_after_hours"))


# --- one's own duck ---------------------------------------------------------------------------------------------------


@rule("DUCK-026")
def give_to_duck(moment: Moment[World], said: Announced) -> bool:
    """Give items to a duck of one's own, at once: the duck need not consent."""
    duck = own_duck(moment, said.fields["duck"], said.n, "DUCK-026")
    return duck is not None and _move(moment, said, duck, _message(moment).author, duck.holder)


@rule("DUCK-026")
def take_from_duck(moment: Moment[World], said: Announced) -> bool:
    """Take items from a duck of one's own, at once."""
    duck = own_duck(moment, said.fields["duck"], said.n, "DUCK-026")
    return duck is not None and _move(moment, said, duck, duck.holder, _message(moment).author)


def _move(moment: Moment[World], said: Announced, duck: Duck, giver: str, taker: str) -> bool:
    if not said.fields["items"]:
        moment.refuse("missing_parameter", "DUCK-026", "it does not say which items", said.n)
        return False
    bag = bag_of(moment, said.fields["items"], said.n, "DUCK-026")
    if bag is None or (_ducks(bag) and _faulty_duck(moment, giver, bag, said.n)):
        return False
    missing = [item for item, count in bag.items() if held(moment.world, giver, item) < count]
    if missing:
        who = shown(duck) if giver == duck.holder else giver
        moment.refuse("lacks_items", "DUCK-026", f"{who} has not that many {', '.join(missing)}", said.n)
        return False
    if _ducks(bag) and not _may_own(moment, said, duck, bag):
        return False
    verb, whither = ("takes", "from") if giver == duck.holder else ("gives", "to")
    text = f"{_message(moment).author} {verb} {told(bag, moment.world)} {whither} {shown(duck)}"
    transfer(moment, giver, taker, bag, "DUCK-026", text)
    name = "taken_from_duck" if giver == duck.holder else "given_to_duck"
    moment.tell(name, "DUCK-026", text, player=_message(moment).author, duck=duck.number, items=bag)
    return bool(bag)


@rule("DUCK-130")
def _may_own(moment: Moment[World], said: Announced, taker: Duck, bag: Bag) -> bool:
    """Whether a duck is given to a duck, which the text allows and nobody has wanted: people say so first."""
    if moment.law.chooses("duck_given_to_a_duck", "is refused"):
        moment.refuse("bad_target", "DUCK-130", f"a duck cannot be given to {shown(taker)}", said.n)
        return False
    question = f"duck-to-duck:{moment.row}:{said.n}"
    text = f"Is a duck given to {shown(taker)}? It would be owned by no player then."
    answer = moment.ask(Ask(question, text, "DUCK-130", ["yes", "no"], moment.when, [moment.row]))
    if answer is None:
        moment.note("DUCK_TO_DUCK", "DUCK-130", f"action {said.n} gives a duck to {shown(taker)}: people say so first")
        user = _message(moment).author
        text = f"{user} would give {told(bag, moment.world)} to {shown(taker)}: people are asked whether that is meant"
        moment.tell("duck_to_duck_asked", "DUCK-130", text, player=user, duck=taker.number, items=bag)
    return answer == "yes"


def _message(moment: Moment[World]) -> ChatMessage:
    return moment.state.log.messages[moment.row]


ACTIONS: dict[str, Callable[[Moment[World], Announced], bool]] = {
    "trade_offer": offer,
    "consent": consent,
    "withdraw": withdraw,
    "to_duck": give_to_duck,
    "from_duck": take_from_duck,
}
DOUBTS: dict[str, Callable[[Moment[World], Announced], Due[World] | None]] = {"consent": doubt_of_consent}
