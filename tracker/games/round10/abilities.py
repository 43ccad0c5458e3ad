"""What each player can do now: every announcement that may be one of theirs is tried; what is no announcement is told besides."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tracker.games.chat_game.pages import Can
from tracker.games.chat_game.play import why_refused
from tracker.mechanics.chat import contracts, secrets, trades
from tracker.mechanics.chat.meant import short_ids
from tracker.mechanics.chat.rows import Message

from . import info, lots
from .announcements import READER
from .items import said
from .listening import ANNOUNCED
from .secrets import kinds
from .state import TRUNGS, Round10

Acts = Mapping[str, Callable[..., None]]
_CLAUSES = {
    **{"join": "R10-007", "leave": "R10-008", "lot": "R10-036", "exchange": "R10-113", "trade": "R10-072"},
    **dict.fromkeys(("accept", "withdraw"), "R10-073"),
    **{"consent": "R10-077", "terminate": "R10-078", "removal": "R10-117", "resign": "R10-119"},
    **{"ruling": "R10-121", "confidence": "R10-124", "overturn": "R10-128"},
}
_OF_KINDS = {"bid": "R10-016", "hand": "R10-040"}
_ANY_HASH = "0" * 64


def abilities(world: Round10, acts: Acts, who: str) -> list[Can]:
    """What somebody may do now, and what they may not; nothing at all once the round is won."""
    if world.winner:
        return []
    if not world.players[who].player:
        return list(_announced(world, acts, who, "I join the game"))
    announced = [each for line in lines(world, who) for each in _announced(world, acts, who, line)]
    return [*_hiding(world, acts, who), *announced, *_in_channels(world, acts, who), *_voting(world)]


def lines(world: Round10, who: str) -> Iterator[str]:
    """Announcements that may be somebody's now, as canonical lines."""
    yield from ("I generate a lot", "I trade ITEMS to @NAME for ITEMS")
    for name, price in world.law.value("exchange").items():
        yield f"I exchange {said({TRUNGS: price})} for {said({f'{name}s': 1})}"
    mine, theirs = trades.open_of(world, who), trades.open_to(world, who)
    ids = short_ids({**mine, **theirs})
    yield from (f"I withdraw {ids[key]}" for key in mine)
    yield from (f"I accept {ids[key]}" for key in theirs)
    yield from (f'I consent to the contract "{name}"' for name in contracts.offered_to(world, who).values())
    for name, each in world.contracts.items():
        if each.status == "in force" and each.end_consents and who in each.parties - each.end_consents:
            yield f'I consent to terminate the contract "{name}"'
    yield from _of_justice(world, who)
    yield "I leave the game"


def _of_justice(world: Round10, who: str) -> Iterator[str]:
    """What is announced to, of or by the Judge."""
    yield "I resign as Judge" if world.judge == who else "I assent to the removal of the Judge"
    recent = world.now - world.law.span("self_overturn_hours")
    known = ((name, each) for name, each in world.rulings.items() if each.made_at >= recent)
    standing = [f"{each.number or name}" for name, each in known if each.status == "standing"]
    yield from (f"I call for a vote of confidence on ruling {number}" for number in standing)
    if world.judge == who:
        waiting = (each.number or name for name, each in world.requests.items() if each.status == "open")
        yield from (f"Ruling on {number}: TEXT" for number in waiting)
        yield from (f"I overturn my ruling {number}" for number in standing)


def _announced(world: Round10, acts: Acts, who: str, line: str) -> Iterator[Can]:
    """What comes of an announcement; nothing where it names something that canonical lines cannot."""
    others = (f"<@{id}>" for id in world.players if id != who)
    meant = line.replace("ITEMS", "nothing", 1).replace("ITEMS", "1 chip").replace("@NAME", next(others, f"<@{who}>"))
    read = READER.canonical(meant)
    if read is None:
        return
    place = ANNOUNCED[read.kind].channel
    shown = Can(line, _CLAUSES[read.kind], line, world.law.word(place) if place else "")
    until = info.next_phase(world.law, world.now) if read.kind == "lot" else None
    yield _tried(world, who, acts[read.kind], replace(shown, until=until), meant, **read.fields)


def _tried(world: Round10, who: str, act: Callable[..., None], can: Can, said: str, **fields: Any) -> Can:
    """What somebody may do, or why not, and by which clause."""
    why = why_refused(world, act, message=Message("", can.channel, who, world.now, said), **fields)
    return can if why is None else replace(can, clause=why.clause or can.clause, why=why.text)


def _hiding(world: Round10, acts: Acts, who: str) -> Iterator[Can]:
    """To post what is hidden, and to reveal it in time."""
    ends = info.next_phase(world.law, world.now)
    for name, kind in kinds(world.law).items():
        words = f"{name.capitalize()}: HASH"
        shown = Can(f"post a {name}", _OF_KINDS.get(name, "R10-140"), words, kind.channel, ends)
        yield _tried(world, who, acts[secrets.POST], shown, words.replace("HASH", _ANY_HASH))
    for name, each in secrets.running(world).items():
        if each.player == who and each.text is None:
            what = f"reveal the {each.action} of message {name}, else it fails"
            if world.now < each.maturation:
                yield Can(what, "R10-141", until=each.maturation, why="it is not mature")
            else:
                yield Can(what, "R10-141", "Reveal: TEXT", until=each.revelation)


def _in_channels(world: Round10, acts: Acts, who: str) -> Iterator[Can]:
    """To propose, and to stand for Judge."""
    place = world.law.word("proposals_channel")
    for named, clause in (("Urgent", "R10-090"), ("Standard", "R10-094")):
        shown = Can(f"make a proposal of the class {named}", clause, f"[{named}] TEXT", place)
        yield _tried(world, who, acts["propose"], shown, shown.words)
    stands = Can("stand for Judge", "R10-130", "any text", world.law.word("elections_channel"), info.week_end(world))
    yield _tried(world, who, acts["stand"], stands, stands.words)


def _voting(world: Round10) -> Iterator[Can]:
    for matter, each in world.proposals.items():
        if each.status == "open":
            what = f"vote on the {each.by_class} proposal {matter} of {each.author}"
            yield Can(what, "R10-084", "👍 or 👎 on it", world.law.word("proposals_channel"), each.end)
    for vote in world.confidence_votes.values():
        if vote.status == "open":
            words = "👍 (affirm) or 👎 (overturn)"
            yield Can(
                f"vote on the ruling {vote.ruling}", "R10-125", words, world.law.word("actions_channel"), vote.ends
            )


def lots_barred(world: Round10) -> str:
    """Why no lot may be generated now; "" where one may."""
    if info.phase(world) == info.AUCTION:
        return "No lots are generated in the Auction Phase"
    enough = len(world.lots) >= lots.required(world)
    return f"There are {len(world.lots)}, as many as the next auction has" if enough else ""
