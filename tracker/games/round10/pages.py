"""Round 10's pages: the tables of its gamestate, and what only its rules know about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Gamestate
from tracker.games.chat_game.nomic import ChatNomic
from tracker.games.chat_game.pages import Ballot, Can, Pages, Section, Told
from tracker.games.chat_game.play import why_refused
from tracker.games.chat_game.replies import when_told
from tracker.mechanics.chat import contracts, rulings, secrets, trades, votes
from tracker.mechanics.chat import proposals as chamber
from tracker.mechanics.chat.meant import short_ids
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.votes import DOWN, UP, Voting

from . import info, lots, proposals
from .announcements import READER
from .hands import worth
from .info import voters
from .items import said
from .judges import CONFIDENCE
from .listening import ANNOUNCED
from .secrets import auction_ends, kinds
from .state import TRUNGS, Lot, Round10

CATALOGUE: Mapping[str, str] = {
    "players": "Tracker/Players and holdings",
    "auction": "Tracker/Auction",
    "hands": "Tracker/Hands",
    "agreements": "Tracker/Trades and contracts",
    "proposals": "Tracker/Proposals",
    "judge": "Tracker/Judge",
    "abilities": "Tracker/What can I do now",
    "dice": "Tracker/Dice",
    "dice_month": "Tracker/Dice {month}",
    "log": "Tracker/Log",
    "log_month": "Tracker/Log {month}",
    "attention": "Tracker/Refused and unclear",
}
"""Every page that the tracker writes; ``{month}`` becomes ``2021-08``."""
HOLDINGS = ("player", "joined", "left", "chips", "trungs", "gold_stars", "standard_proposal_makers", "cards")
SECRETS = ("action", "player", "posted_at", "maturation", "revelation", "revealed_at", "failed", "hash")
BIDS = ("lot", "player", "amount", "status", "reason")
PLACEMENTS = ("player", "score", "cards", "multipliers", "message")
_ON_SECRETS = (
    Told("A text is posted as “Reveal: TEXT” in its time, in any channel", "R10-141"),
    Told("Salt makes a hash safe against guessing; keep the text", "R10-136"),
    Told("“tracker round10 hash” or any other tool makes hashes", "R10-146"),
)
_ON_PLACEMENTS = (
    Told("Higher scores first, of equal ones the hand submitted earlier", "R10-047"),
    Told("The cards presented were destroyed", "R10-049"),
)
JUSTICE = {"request": "R10-120", "binds": "R10-122", "overturned": "R10-127", "confidence": "R10-126"}


def drafts(game: ChatNomic[Any], gamestate: Gamestate, names: Mapping[str, str]) -> list[RegionDraft]:
    """Every region that should stand on the wiki; ``names`` are page titles by key, over the catalogue's own."""
    pages = Pages(game, gamestate, names)
    world: Round10 = pages.world
    turn = (f"the {info.phase(world)} Phase and the week until {when_told(info.week_end(world))}",)
    can = {who: abilities(world, game.acts, who) for who in world.players}
    return [
        pages.parts("players", list(_players(pages, world)), turn),
        pages.parts("auction", list(_auction(pages, world)), turn),
        pages.parts("hands", list(_hands(pages, world)), turn),
        pages.agreements(_ON_TRADES, world.law.word("actions_channel"), _ON_CONTRACTS),
        pages.proposals(_ballots(world), _ON_PROPOSALS, world.law.word("proposals_channel")),
        pages.judge(_on_judge(world), JUSTICE, _votes(world)),
        pages.abilities((Told("Anybody may join", "R10-007"), Told("and request justice", "R10-120")), can, turn),
        *pages.dice(("R10-034", "R10-037")),
        *pages.log(),
        pages.attention(),
    ]


# --- players ----------------------------------------------------------------------------------------------------------


def _players(pages: Pages, world: Round10) -> Iterator[Section]:
    goal, channel = world.law.number("gold_stars_to_win"), world.law.word("actions_channel")
    told = (
        Told(f"{goal} Gold Stars win the round", "R10-147"),
        Told("Who stopped being a player keeps what they hold, frozen until they come back", "R10-006"),
        Told(f"Anybody may join, by “I join the game” in #{channel}", "R10-007"),
    )
    ordered = dict(sorted(world.players.items(), key=lambda pair: not pair[1].player))
    yield Section("", told, pages.table("Player", ordered, HOLDINGS, of_people=True), "Nobody has joined yet.")
    presented = dict(enumerate(world.presented, 1))
    destroyed = (Told("Cards presented in hands are destroyed where they are when hands are placed", "R10-057"),)
    yield Section("Presented cards", destroyed, pages.table("No.", presented, ("card", "holder")))


# --- the auction ------------------------------------------------------------------------------------------------------


def _auction(pages: Pages, world: Round10) -> Iterator[Section]:
    law, phase = world.law, info.phase(world)
    if not world.winner:
        until, over = info.next_phase(law, world.now), min(auction_ends(world))
        begins = info.phases(law).starts[info.AUCTION].next(world.now)
        told = (
            Told(f"{phase} Phase until {when_told(until)}", "R10-012"),
            Told(f"The week ends {when_told(info.week_end(world))}", "R10-003"),
            Told(f"The running or newest auction is over {when_told(over)}", "R10-029"),
            Told(f"The next Auction Phase begins {when_told(begins)}", "R10-015"),
        )
        yield Section("", told, empty="")
    table = pages.table("Lot", {number: Lot(cards=cards) for number, cards in sorted(world.lots.items())}, ("cards",))
    yield Section("Lots on offer", tuple(_on_lots(world)), table, "There is none.")
    recent = {name: each for name, each in world.secrets.items() if each.revelation >= _last_end(world)}
    yield Section("Secret actions", _ON_SECRETS, pages.table("Message", recent, SECRETS), "None was posted.")
    yield from _last_auction(pages, world)


def _on_lots(world: Round10) -> Iterator[Told]:
    if world.winner:
        return
    people, bidders = len(voters(world)), len(world.bidders_previous_auction)
    why = f"{people} players, {bidders} who bid in the previous one"
    yield Told(f"The next auction has {lots.required(world)} lots ({why}); there are {len(world.lots)}", "R10-035")
    yield Told("Those missing may be generated outside the Auction Phase", "R10-036")


def _last_auction(pages: Pages, world: Round10) -> Iterator[Section]:
    when = f"It was over {when_told(world.concluded)}" if world.concluded else "None is over yet"
    bidders = ", ".join(sorted(pages.people.names(world.bidders_previous_auction))) or "nobody"
    told = (Told(when, "R10-029"), Told(f"Who bid, as far as it counts for the number of lots: {bidders}", "R10-035"))
    recent = {name: each for name, each in world.bids.items() if world.secrets[name].revelation >= _last_end(world)}
    bids = {f"{name}/{number}": bid for name, each in recent.items() for number, bid in enumerate(each, 1)}
    yield Section("Bids", told, pages.table("Message", bids, BIDS), "No bid was revealed.")


def _last_end(world: Round10) -> datetime:
    """When the newest auction was over that is: what ended before it is history, and stands in the log."""
    return world.concluded or datetime.min.replace(tzinfo=UTC)


# --- hands ------------------------------------------------------------------------------------------------------------


def _hands(pages: Pages, world: Round10) -> Iterator[Section]:
    waiting = {name: cards for name, cards in world.hands.items() if world.secrets[name].revelation > world.now}
    told = (Told("Hands are placed at their revelation date, by what they are worth then", "R10-045"),)
    yield Section("Revealed and waiting", told, empty="" if waiting else "No hand waits to be placed.")
    for name, cards in waiting.items():
        yield _worked_out(pages, world, world.secrets[name].player, cards)
    placed = {each.rank: each for each in world.placements}
    yield Section("Placements", _ON_PLACEMENTS, pages.table("Place", placed, PLACEMENTS), "No hand was placed yet.")
    for each in world.placements:
        yield _worked_out(pages, world, each.player, each.cards)


def _worked_out(pages: Pages, world: Round10, who: str, cards: Mapping[str, int]) -> Section:
    score = worth(world, cards)
    steps = tuple(Told(text.strip(), clause) for clause, text, _ in score.steps()) if score else ()
    return Section(f"{pages.people.name(who)}: {score.cards if score else 'no card'}", steps, empty="")


# --- trades, votes and the judge --------------------------------------------------------------------------------------

_ON_TRADES = (
    Told("A trade takes place when the other side consents", "R10-073"),
    Told("Both must hold what they give", "R10-074"),
)
_ON_CONTRACTS = (
    Told("A contract is in force once all parties have consented", "R10-077"),
    Told("It is over once all have consented to that", "R10-078"),
    Told("It can hold items", "R10-079"),
    Told("It gives away what a person finds that its terms allow", "R10-080"),
)
_ON_PROPOSALS = (
    Told("A change of the message during the voting period, or its deletion, retracts a proposal", "R10-082"),
    Told("A reaction counts if it stands at the end", "R10-084"),
    Told("Urgent proposals should only correct the game or keep it playable", "R10-091"),
    Told("People carry out what took effect", "R10-096"),
)


def _ballots(world: Round10) -> dict[str, Ballot]:
    going = {name: each for name, each in world.proposals.items() if chamber.is_open(world, name)}
    return {name: _ballot(world, name, each.by_class) for name, each in going.items()}


def _ballot(world: Round10, matter: str, by_class: str) -> Ballot:
    count = chamber.tally(world, matter, proposals.terms(world), voters(world))
    passes = proposals.CLASSES[by_class].passes(world, count)
    most = world.law.number("urgent_most_against")
    share = f"{world.law.number('standard_share_dividend')}/{world.law.number('standard_share_divisor')}"
    needs, clause = (
        (f"at most {most} against it", "R10-089")
        if by_class == proposals.URGENT
        else (f"at least {share} of the votes for it", "R10-093")
    )
    verdict = "would take effect" if passes else "would fail"
    return Ballot(count.of(UP), count.of(DOWN), verdict, needs, clause)


def _on_judge(world: Round10) -> Sequence[Told]:
    needed = world.law.number("removal_assents")
    if world.winner:
        return ()
    return (
        Told(f"{needed} players remove the Judge, only for abuse of office", "R10-118"),
        Told(f"Any text in #{world.law.word('elections_channel')} is a candidacy", "R10-130"),
        Told(
            f"The election is {when_told(info.week_end(world))}: most 👍 of players, of equal ones the earliest",
            "R10-131",
        ),
    )


def _votes(world: Round10) -> dict[str, tuple[list[str], list[str]]]:
    people = voters(world)
    standing = {name: votes.counted(world, name, Voting(), people).of(UP) for name in world.candidacies}
    going = rulings.open_votes(world)
    return {
        **{name: (up, []) for name, up in standing.items()},
        **{name: rulings.confidence_tally(world, name, CONFIDENCE, people) for name in going},
    }


# --- what each player can do: announcements that may be theirs are tried; what is no announcement is told besides -----------

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
