"""What a row of the chat asks for: announcements, votes, and what changes of messages do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial

from tracker.core.gamestate import Finding
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat import proposals as chamber
from tracker.mechanics.chat import rulings, trades, votes
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.frames import Situation, standing
from tracker.mechanics.chat.grammar import Unclear
from tracker.mechanics.chat.listening import Announced, Listening, is_talk_among_proposals
from tracker.mechanics.chat.meant import message_of
from tracker.mechanics.chat.notes import Note
from tracker.mechanics.chat.people import playing
from tracker.mechanics.chat.proposals import is_open
from tracker.mechanics.chat.rows import Act, Asked, Deleted, Edited, Message, Reacted, Row

from . import factions, judgement, proposals
from .announcements import FORMS, READER, unfinished
from .hexes import HERE, ORIGIN, shown
from .state import Aeternus, Rolled

CHAT = ("//", "comment:")
_PROPOSING = ("proposal", "[", "class", "urgent", "standard")


# --- announcements ----------------------------------------------------------------------------------------------------


class AskingReader:
    """The reader; a short line that begins as an action does is asked about, too."""

    def heard(self, line: str, look: Callable[[], Situation]) -> Iterator[Unclear]:
        """What a line announces."""
        found = list(READER.heard(line, look))
        yield from found
        if not found and (asked := unfinished(line)):
            yield asked


def whole(world: Aeternus, message: Message) -> Act | None:
    """What takes a message whole: the channels for proposals and for candidacies, of which threads are no part."""
    if message.thread:
        return None
    if message.channel == world.law.word("proposals_channel") and not is_talk_among_proposals(
        message, CHAT, _PROPOSING
    ):
        return Act("propose")
    return Act("stand") if message.channel == world.law.word("elections_channel") else None


def situation(world: Aeternus, message: Message) -> Situation:
    """What a message is said into: who plays, which factions there are, and what is open to its author."""
    people = world.called.by_name(playing(world))
    factions_known = {name: f'"{name}"' for name in factions.members(world) if name.lower() not in people}
    offers = trades.open_to(world, message.author, within=world.law.span("trade_consent_hours"))
    own = trades.open_of(world, message.author)
    asked = {name: each.by for name, each in world.requests.items() if each.status == "open"}
    ruled = {name: each.by for name, each in world.rulings.items() if each.status == "standing"}
    stands = {
        "accept.offer": offers,
        "withdraw.offer": own,
        "ruling.request": asked,
        **dict.fromkeys(("confidence.ruling", "self_overturn.ruling"), ruled),
    }
    named = {slot: standing(found, message.reply_to) for slot, found in stands.items()}
    is_consent = message.reply_to in map(message_of, offers) or (len(offers) == 1 and not message.reply_to)
    likely = {slot: only for slot, (_, only) in named.items()}
    is_trade = message.channel == world.law.word("trades_channel")
    is_judge, request = message.author == world.judge, likely["ruling.request"]
    return Situation(
        known={
            "person": people,
            "faction": {name.lower(): shown for name, shown in factions_known.items()},
            "merge.factions": {name.lower(): f'"{name}"' for name in factions.members(world)},
            "hex": {**dict.fromkeys(("this hex", "my hex", "this place", "this spot"), HERE), "origin": shown(ORIGIN)},
            **{slot: found for slot, (found, _) in named.items()},
        },
        likely={
            **likely,
            "yes": "I accept" if is_consent and is_trade else "",
            "answer": f"Ruling on {request}: " if is_judge and request else "",
        },
        agrees=partial(trades.offer_of, world, message.author),
        names={name: f"<@{id}>" for name, id in people.items()} | factions_known,
        has=world.players[message.author].has if message.author in world.players else (lambda items: False),
        speaker=frozenset(name for name, who in people.items() if who == message.author),
    )


ASKED_IN = ("actions_channel", "trades_channel", "justice_channel")
_LISTENED: dict[str, Announced] = {kind: Announced(lambda: None) for kind in FORMS}
LISTENING = Listening(AskingReader(), _LISTENED, situation, whole, ASKED_IN)


def heard(world: Aeternus, row: Row) -> Iterator[Act | Asked]:
    """What a row asks for."""
    if isinstance(row, Message):
        yield from (each for each in LISTENING.heard(world, row) if not _only_agrees(world, each))
    elif world.winner is None:
        yield from _changed(world, row)


def _only_agrees(world: Aeternus, act: Act | Asked) -> bool:
    """Whether somebody agrees to something elsewhere than where trades are consented to."""
    is_bare = isinstance(act, Act) and act.kind == "accept" and not act.fields
    return is_bare and act.message is not None and act.message.channel != world.law.word("trades_channel")


def _changed(world: Aeternus, row: Row) -> Iterator[Act]:
    if isinstance(row, Reacted) and is_voted_on(world, row.message):
        yield Act("react", {"reacted": row})
    elif isinstance(row, Edited):
        yield Act("edited", {"id": row.id, "text": row.text})
    elif isinstance(row, Deleted):
        yield Act("deleted", {"id": row.id})


# --- votes and changed messages ---------------------------------------------------------------------------------------


def is_voted_on(world: Aeternus, message: str) -> bool:
    """Whether reactions on a message are, or can become, votes."""
    is_vote = is_open(world, message) or factions.is_voted_on(world, message) or message in world.candidacies
    return is_vote or message in world.polls or rulings.is_poll(world, message)


@rule("AET-030", "AET-017", "AET-052", "AET-058")
def react(world: Aeternus, reacted: Reacted) -> None:
    """A thumb in any skin tone is a vote on what it is set on."""
    votes.react(world, reacted, votes.Voting())


@rule("AET-152")
def edited(world: Aeternus, id: str, text: str) -> None:
    """An edit spoils a proposal and undoes nothing else: an announcement is complete when made."""
    proposals.edited(world, id, text)


@rule("AET-152")
def deleted(world: Aeternus, id: str) -> None:
    """A deletion spoils proposals, merge requests and candidacies, and undoes nothing else."""
    proposals.deleted(world, id)
    factions.deleted(world, id)
    judgement.withdraw(world, id)


# --- public rollers ---------------------------------------------------------------------------------------------------


def keep_roll(state: ChatState[Aeternus], message: Message, asked: str, sides: list[int], faces: list[int]) -> None:
    """Keep a roll that nothing used, as an action may come that it should have been for; after another of its message it is none."""
    said = state.said.get(asked)
    by, purpose = (said.author, said.text) if said else ("", "")
    rolled = Rolled(by=by, purpose=purpose, sides=sides, faces=faces, at=message.at, row=message.id)
    if any(each.row == asked and each.name == "rolled" for each in state.told.events):
        text = f"{rolled.shown} came after the dice of message {asked} had fallen: the first valid roll stands"
        state.notes.append(Note("REROLL", "AET-067", text, message.at, message.id))
    else:
        state.world.unused_rolls.append(rolled)
        text = f"{by or 'somebody'} rolled {rolled.shown}, which nothing uses"
        state.notes.append(Note("ROLL_NOT_USED", "AET-066", text, message.at, message.id, is_mild=True))


# --- what people should look at ---------------------------------------------------------------------------------------


@rule("AET-039")
def findings(world: Aeternus) -> Iterator[Finding]:
    """What Urgent proposals are for."""
    for id, each in world.proposals.items():
        if each.by_class == proposals.URGENT and is_open(world, id):
            text = f"the proposal {id} is Urgent, which is for correcting the game or keeping it playable alone"
            yield Finding("URGENT_REMINDER", "AET-039", text, (id,), each.created, is_note=True)


# --- what is over -----------------------------------------------------------------------------------------------------


def forget(world: Aeternus, limit: datetime) -> None:
    """Let things leave the gamestate that were over before an instant."""
    trades.forget(world, limit)
    chamber.forget(world, limit)
    for id, merge in list(world.merges.items()):
        if merge.status != "open" and merge.end < limit:
            del world.merges[id]
    for id, poll in list(world.polls.items()):
        if poll.at < limit:
            del world.polls[id]
            world.thumbs.pop(id, None)
    world.unused_rolls = [each for each in world.unused_rolls if each.at >= limit]


def cited(world: Aeternus) -> Iterator[str]:
    """The messages on which something open hangs."""
    yield from (id for id, each in world.proposals.items() if not each.verdict)
    yield from (each.message for each in world.merges.values() if each.status == "open")
    yield from world.offers
    yield from world.requests
    yield from world.rulings
