"""What each player can do now, by phase and holdings: the words and the channel for it, and what bars the rest until when."""

from collections.abc import Callable, Iterator

from tracker.games.chat_game import abilities as shared
from tracker.games.chat_game.abilities import Terms
from tracker.games.chat_game.pages import Can, Told
from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.trades import Offer

from . import info, lots
from .items import said
from .secrets import HAND, kinds
from .state import MAKERS, TRUNGS, Round10

_OF_KINDS = {"bid": "R10-016", HAND: "R10-040"}
_CLAUSES = {
    **{"offer": "R10-072", "accept": "R10-073", "consent": "R10-077", "end": "R10-078", "vote": "R10-084"},
    **{"confidence": "R10-125", "remove": "R10-117", "call": "R10-124", "resign": "R10-119"},
    **{"rule": "R10-121", "overturn": "R10-128"},
}


def abilities(world: Round10, who: str) -> list[Can]:
    """What somebody may do now, and what they may not; nothing at all once the round is won."""
    if world.winner:
        return []
    channel, proposals = world.law.word("actions_channel"), world.law.word("proposals_channel")
    if not world.players[who].player:
        return [Can("join the game, and use again what they hold", "R10-007", "I join the game", channel)]
    terms = Terms(_CLAUSES, channel, proposals, said, lacking)
    own = [
        can for chapter in (_revealing, _posting, _generating, _proposing, _exchanging) for can in chapter(world, who)
    ]
    chapters: tuple[Callable[..., Iterator[Can]], ...] = (
        *(shared.voting, shared.trading, shared.contracting, shared.judging),
    )
    elections = world.law.word("elections_channel")
    stands = Can("stand for Judge", "R10-130", "any text", elections, info.week_end(world))
    return [*own, *(can for chapter in chapters for can in chapter(world, who, terms)), stands]


def _posting(world: Round10, who: str) -> Iterator[Can]:
    ends = info.next_phase(world.law, world.now)
    for name, kind in kinds(world.law).items():
        what, clause = f"post a {name}", _OF_KINDS.get(name, "R10-140")
        phase = str(world.law.value("secret_kinds")[name]["phase"])
        if phase not in (info.phase(world), "any"):
            yield Can(what, clause, until=ends, why=f"only in the {phase} Phase")
        elif name == HAND and not world.players[who].cards:
            yield Can(what, "R10-041", why="a hand needs a card that they possess when they post it")
        else:
            yield Can(what, clause, f"{name.capitalize()}: HASH", kind.channel, ends)


def _revealing(world: Round10, who: str) -> Iterator[Can]:
    for name, each in secrets.running(world).items():
        what = f"reveal the {each.action} of message {name}"
        if each.player == who and each.text is None and world.now < each.maturation:
            yield Can(what, "R10-141", until=each.maturation, why="it is not mature")
        elif each.player == who and each.text is None:
            yield Can(f"{what}, else it fails", "R10-141", "Reveal: TEXT", until=each.revelation)


def _generating(world: Round10, who: str) -> Iterator[Can]:
    if barred := lots_barred(world):
        until = info.next_phase(world.law, world.now) if info.phase(world) == info.AUCTION else None
        yield Can("generate lots", "R10-036", until=until, why=barred)
    else:
        missing = lots.required(world) - len(world.lots)
        yield Can(f"generate lots: {missing} missing", "R10-036", "I generate a lot", world.law.word("actions_channel"))


def lots_barred(world: Round10) -> str:
    """Why no lot may be generated now; "" where one may."""
    if info.phase(world) == info.AUCTION:
        return "No lots are generated in the Auction Phase"
    enough = len(world.lots) >= lots.required(world)
    return f"There are {len(world.lots)}, as many as the next auction has" if enough else ""


def lacking(world: Round10, offer: Offer) -> Told | None:
    """Why an offer could not be carried out now, and by which clause; None where it could."""
    if {*offer.give, *offer.get} & {*world.law.words("untradable_items")}:
        return Told("it holds what cannot be traded", "R10-075")
    for who, items in ((offer.by, offer.give), (offer.to, offer.get)):
        if who not in world.players or not world.players[who].player:
            return Told(f"{who} is no player now", "R10-073")
        if not world.players[who].has(items):
            return Told(f"{who} lacks some of {said(items)}", "R10-074")
    return None


def _exchanging(world: Round10, who: str) -> Iterator[Can]:
    for name, price in world.law.value("exchange").items():
        what, clause = f"exchange {said({TRUNGS: price})} for {said({f'{name}s': 1})}", "R10-113"
        if world.players[who].trungs >= price:
            yield Can(what, clause, f"I {what}", world.law.word("actions_channel"))
        else:
            yield Can(what, clause, why=f"they hold {world.players[who].trungs} Trungs")


def _proposing(world: Round10, who: str) -> Iterator[Can]:
    channel = world.law.word("proposals_channel")
    yield Can("make an Urgent proposal", "R10-090", "[Urgent] TEXT", channel)
    if world.players[who].amount(MAKERS):
        yield Can("make a Standard proposal, which uses a maker", "R10-094", "[Standard] TEXT", channel)
    else:
        yield Can("make a Standard proposal", "R10-094", why="it takes a Standard Proposal Maker")
