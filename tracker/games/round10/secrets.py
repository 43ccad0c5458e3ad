"""Secret Information: kinds of secret actions with their channels and dates, hashes posted, texts revealed, and failures."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial

from tracker.mechanics.chat import secrets
from tracker.mechanics.chat.carrying import require, rule
from tracker.mechanics.chat.listening import spoken
from tracker.mechanics.chat.people import must_play
from tracker.mechanics.chat.rows import Boundary, Message
from tracker.mechanics.chat.secrets import Kind
from tracker.mechanics.law import Law

from . import info
from .bidding import conclude, reveal_bids
from .hands import place_hands, reveal_hand
from .state import Round10

BID, HAND = "bid", "hand"
DEFAULT = "default"
SPAN = re.compile(r"([1-9]\d{0,3}) (minute|hour|day|week)s?")
REVEALED: Mapping[str, Callable[[Round10, str], None]] = {BID: reveal_bids, HAND: reveal_hand}


def kinds(law: Law) -> dict[str, Kind]:
    """The kinds of secret actions of an instant, those that a proposal added among them."""
    return {name: _kind(law, name) for name in law.value("secret_kinds")}


@rule("R10-140")
def _kind(law: Law, name: str) -> Kind:
    row = law.value("secret_kinds")[name]
    channel = _default_channel(law) if row["channel"] == DEFAULT else str(row["channel"])
    return Kind(channel, partial(maturation, law, name), partial(revelation, law, name))


@rule("R10-137")
def _default_channel(law: Law) -> str:
    return law.word("secret_channel")


@rule("R10-138", "R10-017")
def maturation(law: Law, name: str, posted: datetime) -> datetime:
    """When an action of a kind matures: with the next phase, unless its rule says otherwise."""
    said = law.value("secret_kinds")[name]["maturation"]
    if said != DEFAULT:
        return posted + _span(said)
    for _ in range(law.number("secret_maturation_phases")):
        posted = info.next_phase(law, posted)
    return posted


@rule("R10-139", "R10-017")
def revelation(law: Law, name: str, posted: datetime) -> datetime:
    """Before when an action of a kind must be revealed."""
    said = law.value("secret_kinds")[name]["revelation"]
    return maturation(law, name, posted) + (law.span("secret_revelation_hours") if said == DEFAULT else _span(said))


def _span(words: str) -> timedelta:
    found = SPAN.fullmatch(words)
    if found is None:
        raise ValueError(f"{words!r} is no span such as 2 days")
    return timedelta(**{f"{found[2]}s": int(found[1])})


# --- posting ----------------------------------------------------------------------------------------------------------


def post(world: Round10, message: Message) -> None:
    """Take a secret action by its kind and one hash, in its channel and phase; anything else is no attempt."""
    named = _named(world, message)
    {BID: post_bid, HAND: post_hand}.get(named, post_other)(world, message, named)


@rule("R10-134")
def _named(world: Round10, message: Message) -> str:
    return secrets.kind_named(spoken(message.text, code=True), kinds(world.law))


def _post(world: Round10, message: Message, named: str) -> None:
    known, phase = kinds(world.law), str(world.law.value("secret_kinds")[named]["phase"])
    must_play(world, message.author)
    channel = known[named].channel
    require(message.channel == channel, "WRONG_CHANNEL", f"a {named} is posted in #{channel}")
    info.must_be(world, phase, f"a {named} is posted")
    until = info.next_phase(world.law, world.now)
    secrets.post(world, message, known, world.players[message.author].cards, until)


_POSTED = {"BAD_HASH": "R10-134", "NOT_A_PLAYER": "R10-004", "superseded": "R10-145"}
_BID_POSTED = {"secret_posted": "R10-017", **_POSTED}  # nosec B105
post_bid = rule("R10-016", "R10-017", **_BID_POSTED)(_post)
post_hand = rule("R10-040", "R10-044", **_POSTED)(_post)
post_other = rule("R10-140", **_POSTED)(_post)
edit = rule("R10-144")(secrets.edit)

delete = rule("R10-144")(secrets.delete)


# --- revealing --------------------------------------------------------------------------------------------------------


@rule("R10-141", HASH_MISMATCH="R10-142", ACTION_ALREADY_FAILED="R10-145", NOT_A_PLAYER="R10-004")
def reveal(world: Round10, message: Message) -> None:
    """The actor shows the text in its time; what it declares is read, and fails at once where it must."""
    must_play(world, message.author)
    name = secrets.reveal(world, message)
    if name and (read := REVEALED.get(world.secrets[name].action)):
        read(world, name)


fail_unrevealed = rule("R10-143")(secrets.fail_unrevealed)


# --- what ends at a revelation date -----------------------------------------------------------------------------------


@rule("R10-029")
def reveal_all(world: Round10) -> None:
    """At a revelation date in this order: what was not revealed fails, hands are placed, and an auction is concluded."""
    fail_unrevealed(world)
    place_hands(world)
    if world.now in auction_ends(world):
        conclude(world)
        world.auctions = [end for end in world.auctions if end > world.now]


def revelations(world: Round10, rank: int, kind: str) -> Iterator[Boundary]:
    """The revelation dates to come, and when auctions are over."""
    ends = dict.fromkeys((*(each.at for each in secrets.revelations(world, (), kind)), *auction_ends(world)))
    return (Boundary(end, (rank,), kind) for end in ends)


def auction_ends(world: Round10) -> list[datetime]:
    """When the auctions are over that have begun: with the revelation date of bids."""
    known = [end for end in world.auctions if end >= world.now]
    began = info.phases(world.law).starts[info.AUCTION].last(world.now)
    return known or [revelation(world.law, BID, began)]


def begin_phase(world: Round10, phase: str) -> None:
    """As an Auction Phase begins players gain chips, and it is known when its auction is over."""
    if phase == info.AUCTION:
        info.grant_chips(world)
        world.auctions.append(revelation(world.law, BID, world.now))


def keep_ends(world: Round10) -> None:
    """Note the ends of what has begun, so that a change of the calendar does not move them."""
    if world.week_ends is None or world.week_ends < world.now:
        world.week_ends = info.week_end(world)
    if not world.auctions or world.auctions[-1] < world.now:
        world.auctions = [end for end in auction_ends(world) if end > world.now]
