"""What each player can do now, by phase and holdings: the words and the channel for it, and what bars the rest until when."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tracker.games.chat_game.pages import Can, Told
from tracker.mechanics.chat import contracts, secrets, trades
from tracker.mechanics.chat.meant import short_ids
from tracker.mechanics.chat.trades import Offer

from . import lots, phases
from .items import said
from .secrets import HAND, kinds
from .state import MAKERS, TRUNGS, Round10

_POSTING = {"bid": "R10-016", HAND: "R10-040"}
_PAID_FOR = {"gold_stars": "R10-113", MAKERS: "R10-114"}


def abilities(world: Round10, who: str) -> list[Can]:
    """What somebody may do now, and what they may not; nothing at all once the round is won."""
    if world.winner:
        return []
    if not world.players[who].player:
        return [Can("join the game, and use again what they hold", "R10-007", "I join the game", _actions(world))]
    return [can for chapter in _CHAPTERS for can in chapter(world, who)]


def _actions(world: Round10) -> str:
    return world.law.word("actions_channel")


def _posting(world: Round10, who: str) -> Iterator[Can]:
    ends = phases.next_phase(world.law, world.now)
    for name, kind in kinds(world.law).items():
        what, clause = f"post a {name}", _POSTING.get(name, "R10-140")
        phase = str(world.law.value("secret_kinds")[name]["phase"])
        if phase not in (phases.phase(world), "any"):
            starts = phases.phases(world.law).starts.get(phase)
            opens = starts.next(world.now) if starts else None
            yield Can(what, clause, until=opens, why=f"only in the {phase} Phase")
        elif name == HAND and not world.players[who].cards:
            yield Can(what, "R10-041", why="a hand needs a card that they possess when they post it")
        else:
            yield Can(what, clause, f"{name.capitalize()}: HASH", kind.channel, ends)


def _revealing(world: Round10, who: str) -> Iterator[Can]:
    for name, each in secrets.running(world).items():
        if each.player != who or each.text is not None:
            continue
        what = f"reveal the {each.action} of message {name}"
        if world.now < each.maturation:
            yield Can(what, "R10-141", until=each.maturation, why="it is not mature")
        else:
            yield Can(f"{what}, else it fails", "R10-141", "Reveal: TEXT", until=each.revelation)


def _generating(world: Round10, who: str) -> Iterator[Can]:
    missing, barred = lots.required(world) - len(world.lots), lots_barred(world)
    until = phases.next_phase(world.law, world.now) if phases.phase(world) == phases.AUCTION else None
    if barred:
        yield Can("generate lots", "R10-036", until=until, why=barred)
    else:
        yield Can(f"generate lots: {missing} are missing", "R10-036", "I generate a lot", _actions(world))


def lots_barred(world: Round10) -> str:
    """Why no lot may be generated now; "" where one may."""
    if phases.phase(world) == phases.AUCTION:
        return "no lots are generated in the Auction Phase"
    enough = len(world.lots) >= lots.required(world)
    return f"there are {len(world.lots)}, as many as the next auction has" if enough else ""


def _trading(world: Round10, who: str) -> Iterator[Can]:
    channel = _actions(world)
    yield Can("offer a trade or a gift", "R10-072", "I trade ITEMS to @NAME for ITEMS", channel)
    mine, theirs = trades.open_of(world, who), trades.open_to(world, who)
    ids = short_ids({**mine, **theirs})
    yield from (Can(f"withdraw the offer to {to}", "R10-073", f"I withdraw {ids[key]}", channel) for key, to in mine.items())
    for key, by in theirs.items():
        bar = lacking(world, world.offers[key])
        what = f"accept the offer of {by}: {said(world.offers[key].give)} for {said(world.offers[key].get)}"
        if bar:
            yield Can(what, bar.clause, why=bar.text)
        else:
            yield Can(what, "R10-073", f"I accept {ids[key]}", channel)


def lacking(world: Round10, offer: Offer) -> Told | None:
    """Why an offer could not be carried out now, and by which clause; None where it could."""
    if {*offer.give, *offer.get} & {*world.law.words("untradable_items")}:
        return Told("it holds what cannot be traded", "R10-075")
    sides = ((offer.by, offer.give), (offer.to, offer.get))
    away = [who for who, _ in sides if who not in world.players or not world.players[who].player]
    if away:
        return Told(f"{' and '.join(away)} is no player now", "R10-073")
    short = [f"{who} lacks some of {said(items)}" for who, items in sides if not world.players[who].has(items)]
    return Told(" and ".join(short), "R10-074") if short else None


def _contracting(world: Round10, who: str) -> Iterator[Can]:
    channel = _actions(world)
    for name in contracts.offered_to(world, who).values():
        yield Can(f"consent to the contract “{name}”", "R10-077", f'I consent to the contract "{name}"', channel)
    for name, each in world.contracts.items():
        if each.status == "in force" and each.end_consents and who in each.parties - each.end_consents:
            words = f'I consent to terminate the contract "{name}"'
            yield Can(f"consent to the end of the contract “{name}”", "R10-078", words, channel)


def _exchanging(world: Round10, who: str) -> Iterator[Can]:
    for item, price in ((f"{name}s", int(price)) for name, price in world.law.value("exchange").items()):
        what, clause = f"exchange {said({TRUNGS: price})} for {said({item: 1})}", _PAID_FOR.get(item, "R10-113")
        if world.players[who].trungs >= price:
            yield Can(what, clause, f"I {what}", _actions(world))
        else:
            yield Can(what, clause, why=f"they hold {world.players[who].trungs} Trungs")


def _proposing(world: Round10, who: str) -> Iterator[Can]:
    channel = world.law.word("proposals_channel")
    yield Can("make an Urgent proposal", "R10-090", "[Urgent] TEXT", channel)
    if world.players[who].standard_proposal_makers:
        yield Can("make a Standard proposal, which uses a maker", "R10-094", "[Standard] TEXT", channel)
    else:
        yield Can("make a Standard proposal", "R10-094", why="it takes a Standard Proposal Maker")


def _voting(world: Round10, who: str) -> Iterator[Can]:
    for matter, each in world.proposals.items():
        if each.status == "open":
            what = f"vote on the {each.by_class} proposal {matter} of {each.author}"
            yield Can(what, "R10-084", "👍 or 👎 on it", world.law.word("proposals_channel"), each.end)
    for vote in world.confidence_votes.values():
        if vote.status == "open":
            what = f"vote on the ruling {vote.ruling}"
            yield Can(what, "R10-125", "👍 (affirm) or 👎 (overturn)", _actions(world), vote.ends)


def _judging(world: Round10, who: str) -> Iterator[Can]:
    channel = world.law.word("elections_channel")
    yield Can("stand for Judge", "R10-130", "any text", channel, phases.week_end(world))
    if world.judge == who:
        yield from _as_judge(world)
    elif world.judge and who not in world.removal_assents:
        yield Can("assent to the removal of the Judge", "R10-117", "I assent to the removal of the Judge")
    span = world.law.span("confidence_start_hours")
    for name, each in world.rulings.items():
        if each.status == "standing" and world.now <= each.made_at + span:
            words = f"I call for a vote of confidence on ruling {each.number or name}"
            yield Can(words.removeprefix("I "), "R10-124", words, _actions(world), each.made_at + span)


def _as_judge(world: Round10) -> Iterator[Can]:
    yield Can("resign as Judge", "R10-119", "I resign as Judge")
    for name, asked in world.requests.items():
        if asked.status == "open":
            yield Can(f"rule on request {asked.number}", "R10-121", f"Ruling on {asked.number or name}: TEXT")
    span = world.law.span("self_overturn_hours")
    for name, each in world.rulings.items():
        if each.by == world.judge and each.status == "standing" and world.now <= each.made_at + span:
            words = f"I overturn my ruling {each.number or name}"
            yield Can(words.removeprefix("I "), "R10-128", words, until=each.made_at + span)


_CHAPTERS: tuple[Callable[[Round10, str], Iterator[Can]], ...] = (
    *(_revealing, _posting, _generating, _voting, _proposing),
    *(_trading, _contracting, _exchanging, _judging),
)
