"""Ducks, a round of Infinite Nomic: what is wired to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from tracker.core.draft import RegionDraft
from tracker.core.fold import Decision
from tracker.core.gamestate import Fact, Finding, Gamestate, Question
from tracker.core.instants import iso
from tracker.core.rule import RuleBook
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import Cause, Play
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat import dice, proposals, rulings, trades
from tracker.mechanics.chat.calendar import each, each_phase
from tracker.mechanics.chat.carrying import note, rule
from tracker.mechanics.chat.dice import Fallen
from tracker.mechanics.chat.listening import Announced, Listening, acts
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Deleted, Edited, Left, Message, Open, Reacted, Row

from . import (
    announcements,
    assist,
    auctions,
    disciple,
    ducks,
    essential,
    feeding,
    fruit,
    general,
    gods,
    judges,
    naming,
    players,
    ponds,
    quacktions,
    random_choice,
    scouting,
    state,
    titles,
    trade,
)
from . import proposals as own_proposals
from .announcements import HIDDEN, READER, in_stated_order
from .codes import CODES
from .law import CLAUSES, PARAMETERS, Law, setting_problem
from .page_titles import CATALOGUE
from .quacktions import QUACKTIONS
from .situation import situation
from .state import Ducks

HERE = "actions_channel"
ANNOUNCED: Mapping[str, Announced] = {
    "join": Announced(players.join, by_players=False),
    "leave": Announced(players.leave, HERE),
    "rolling": Announced(random_choice.say_rolling, HERE),
    "name": Announced(naming.name, HERE),
    "report": Announced(naming.report, HERE),
    "assign_pond": Announced(ponds.settle, HERE),
    "move_pond": Announced(ponds.relocate, HERE),
    "pond_roll": Announced(ponds.roll_for_pond, HERE),
    "feed": Announced(feeding.feed, HERE),
    "send": Announced(scouting.send, HERE),
    "adjust": Announced(scouting.adjust, HERE),
    "retrieve": Announced(scouting.retrieve, HERE),
    "cut_losses": Announced(scouting.cut_losses, HERE),
    "loot": Announced(scouting.roll_loot, HERE),
    **{kind: Announced(quacktion.perform, HERE) for kind, quacktion in QUACKTIONS.items()},
    "trade": Announced(trade.offer, HERE),
    "gift": Announced(trade.offer, HERE),
    "accept": Announced(trade.accept, HERE),
    "withdraw": Announced(trade.withdraw, HERE),
    "give_duck": Announced(trade.give_to_duck, HERE),
    "take_duck": Announced(trade.take_from_duck, HERE),
    "bid": Announced(auctions.bid, HERE),
    "payment": Announced(auctions.choose_payment, HERE),
    "appoint": Announced(judges.appoint, HERE),
    "assent": Announced(judges.assent, HERE),
    "removal": Announced(judges.assent_to_removal, HERE),
    "resign": Announced(judges.resign, by_players=False),
    "request": Announced(judges.ask, HERE, by_players=False),
    "response": Announced(judges.answer, HERE),
    "overturn_own": Announced(judges.overturn_own, HERE),
    "confidence": Announced(judges.call_vote, HERE),
    "overturn": Announced(judges.overturn, HERE),
    "affirm": Announced(judges.affirm, HERE),
}


def taken_whole(world: Ducks, message: Message) -> Act | None:
    """What takes a message whole: the channel for proposals."""
    is_theirs = message.channel == world.law.word("proposals_channel") and not own_proposals.is_talk(message.text)
    return Act("propose") if is_theirs else None


LISTENING = Listening[Ducks](
    READER,
    ANNOUNCED,
    situation,
    taken_whole,
    asked_in=(HERE,),
    lines=in_stated_order,
    hidden=HIDDEN,
    only_in_place=True,
)


def going_on(world: Ducks, message: Message, announced: Announced) -> None:
    """Nobody acts once the round is lost."""
    gods.must_go_on(world)


@rule("DUCK-013", "DUCK-012", "DUCK-015", "DUCK-018")
def in_the_week(act: Callable[..., None], world: Ducks, message: Message, fields: Mapping[str, Any]) -> None:
    """Carry an announcement out; the first of a player in a week that alters something wakes the Duck Old One."""
    by_player = message.author in players.voters(world)
    act(world, message=message, **fields)
    if by_player:
        gods.wake_old_one(world)


def _in_the_week(act: Callable[..., None]) -> Callable[..., None]:
    return lambda world, message, **fields: in_the_week(act, world, message, fields)


@rule("DUCK-019", "DUCK-014")
def look_at_edit(world: Ducks, row: Edited) -> None:
    """An edit announces nothing; an action that stands only in the edited version is noted."""
    said = {line for line in in_stated_order(row.before) for line in _actions(world, row, line)}
    if any(each not in said for line in in_stated_order(row.text) for each in _actions(world, row, line)):
        note("edited_ignored", f"{row.author} edited an action into the message {row.id}: it was not announced")


def _actions(world: Ducks, row: Edited, line: str) -> Iterator[str]:
    message = Message(row.id, row.channel, row.author, world.now, line)
    return (asked.said for asked in LISTENING.heard(world, message) if isinstance(asked, Act))


@rule("DUCK-020")
def look_at_deletion(world: Ducks, row: Deleted) -> None:
    """Deleting an announcement undoes nothing."""
    note("ANNOUNCEMENT_DELETED", f"the message {row.id} was deleted after what it announced was done, which stands")


@rule("DUCK-037", "DUCK-063", "DUCK-147", "DUCK-095")
def begin_period(world: Ducks, phase: str) -> None:
    """What counts for a voting period begins anew."""
    world.period_began = world.now
    for player in world.players.values():
        player.fed_others_this_period = player.disciple_quacktion_this_period = 0
    for duck in world.ducks.values():
        duck.watermelons_this_period = 0


def _with_ids(world: Ducks, asked: Act | Asked) -> Act | Asked:
    """People who are named by their ids."""
    if isinstance(asked, Act):
        known = world.called.by_name(world.players)
        for name, value in asked.fields.items():
            if name == "person":
                asked.fields[name] = known.get(value.lower(), value)
            elif name == "target" and value.startswith("@"):
                asked.fields[name] = f"@{known.get(value[1:].lower(), value[1:])}"
    return asked


PROPOSALS, GOD, AUCTIONS, RESET, PONDS, DISCIPLE = range(6)


@dataclass(slots=True)
class State(ChatState[Ducks]):
    """What the fold keeps."""

    world: Ducks = field(default_factory=Ducks)


class DucksGame(ChatGame[Ducks]):
    """The Ducks round of Infinite Nomic: players feed, name and send out their ducks, and may all lose to the Duck God."""

    slug = "ducks"
    title = "Infinite Nomic, Ducks"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    world = Ducks
    state_type = State
    asked_under = "DUCK-014"
    rolls_dice = True
    rolls_in_order = True
    status_pages = ("ducks", "proposals", "abilities", "dice", "attention")
    channels = ("game-actions", "proposals", "general")
    voting_channels = ("proposals", "game-actions")
    acting_channels = ("game-actions", "proposals")
    told_places = frozenset({
        *("players", "ducks", "ponds", "proposals", "judge", "duck_god", "disciple", "old_one", "auctions", "offers"),
        *("status", "rulings", "requests"),
    })  # fmt: skip
    own_codes: ClassVar[Mapping[str, str]] = {
        "UNCLEAR": "unclear",
        "NOT_A_PLAYER": "not_player",
        "ALREADY_PLAYER": "already_player",
        "INSUFFICIENT_ITEMS": "lacks_items",
        "BAD_AMOUNT": "bad_amount",
        "NO_SUCH_OFFER": "no_such_offer",
        "NOT_A_PARTY": "no_such_offer",
        "JUDGE_EXISTS": "judge_exists",
        "NO_SUCH_CANDIDATE": "bad_target",
        "NO_JUDGE": "bad_target",
        "NOT_THE_JUDGE": "not_judge",
        "NOT_THE_JUDGE_WHO_RULED": "not_judge",
        "OWN_REQUEST": "own_request",
        "NO_SUCH_REQUEST": "bad_target",
        "ANSWERED_ALREADY": "bad_target",
        "NO_TRUTH_VALUE": "unclear",
        "NO_SUCH_RULING": "bad_target",
        "OVERTURNED_ALREADY": "bad_target",
        "NO_SUCH_VOTE": "bad_target",
        "TOO_LATE": "too_late",
    }
    acts: ClassVar[Mapping[str, Callable[..., None]]] = {
        **{
            kind: _in_the_week(act)
            for kind, act in acts(ANNOUNCED, going_on, players.must_play).items()
        },
        "propose": lambda world, message: (gods.must_go_on(world), own_proposals.propose(world, message))[-1],
        "react": own_proposals.react,
        "change": own_proposals.change,
        "edited": look_at_edit,
        "deleted": look_at_deletion,
        "left_server": players.left_server,
        "begin": own_proposals.begin,
        "decide": own_proposals.decide,
        "decide_confidence": judges.decide_confidence,
        "duck_god": gods.gain_weekly_egg,
        "conclude": auctions.conclude,
        "begin_period": begin_period,
        "upkeep": ponds.upkeep,
        "disciple_due": disciple.be_due,
        "disciple_comes": disciple.come,
        "disciple_named": disciple.be_named,
        "old_one": gods.act_as_old_one,
        "close_question": assist.close_question,
        "lose_name": naming.lose_name,
        "undo_joining": players.undo_joining,
        "keep_smoothie_name": fruit.keep_smoothie_name,
        "give_to_duck": ducks.give_to_duck,
        "follow": general.note_period,
    }

    @cached_property
    def rules(self) -> RuleBook:
        """The rules of all chapters."""
        chapters = [
            *(announcements, auctions, disciple, ducks, essential, feeding, fruit, general, gods, judges, naming),
            *(own_proposals, players, ponds, quacktions, random_choice, scouting, state, titles, trade),
        ]
        import sys

        return RuleBook.of_modules(CLAUSES, [*chapters, sys.modules[__name__]])

    # --- what is heard ------------------------------------------------------------------------------------------------

    def heard(self, world: Ducks, row: Row) -> Iterable[Act | Asked]:
        """What a row of the chat asks for."""
        if isinstance(row, Message):
            yield from (_with_ids(world, asked) for asked in LISTENING.heard(world, row))
        elif isinstance(row, Left):
            yield Act("left_server", {"who": row.user})
        elif isinstance(row, Reacted):
            if proposals.is_open(world, row.message):
                yield Act("react", {"reacted": row})
        elif row.id in world.proposals:
            yield Act("change", {"row": row})
        elif row.channel == world.law.word(HERE):
            if isinstance(row, Edited):
                yield Act("edited", {"row": row})
            elif row.before:
                yield Act("deleted", {"row": row})

    def shown_by_bot(self, state: ChatState[Ducks], message: Message) -> None:
        """A bot may join and play; what a dice bot answers somebody are their dice."""
        world = state.world
        cause = Cause(message.id, None, message.at)
        world.look(state.names, self.law_at(state, message.at))
        is_playing = message.author in players.voters(world)
        found = [] if is_playing else list(LISTENING.heard(world, message))
        if is_playing or any(isinstance(act, Act) and act.kind == "join" for act in found):
            self._listen(state, replace(message, is_bot=False) if is_playing else message, cause)
        for sides, face in random_choice.dice_said(message.text):
            if any(each.row == message.reply_to for each in state.waiting):
                state.dice.loose.append(Fallen(sides, face, message.id, message.at, message.reply_to))
            elif message.reply_to in world.rolling:
                random_choice.keep_roll(world, message, sides, face)
        self.go_on(state, message.at)

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def boundaries(self, world: Ducks) -> Iterable[Boundary]:
        """What happens as periods end and begin, in the ruleset's order (DUCK-037)."""
        periods = general.periods(world)
        yield from proposals.endings(world, PROPOSALS, "decide")
        yield from rulings.closings(world, PROPOSALS, "decide_confidence")
        yield from each(world, gods.egg_days(world), (GOD,), "duck_god")
        yield from auctions.endings(world, AUCTIONS, "conclude")
        yield from each_phase(world, periods, (RESET,), "begin_period")
        yield from proposals.beginnings(world, RESET + 0.5, "begin")
        yield from each_phase(world, periods, (PONDS,), "upkeep")
        yield from each_phase(world, periods, (DISCIPLE,), "disciple_due")

    def open_matters(self, world: Ducks) -> Iterable[Open]:
        """A Disciple that comes or has no name yet, and the Duck Old One that is awake."""
        at = f"{general.period_began(world):%Y%m%dT%H%M%S}"
        if world.disciple_due:
            yield Open(Act("disciple_comes"), f"disciple@{at}")
        if world.disciple and not world.disciple.is_named:
            yield Open(Act("disciple_named"), f"disciple@{at}")
        if world.old_one.is_awake:
            yield Open(Act("old_one"), f"old_one@{world.old_one.acted_week}")

    def follow(self, world: Ducks) -> None:
        """What follows from any change at once."""
        ducks.remove_old_one(world)
        ducks.collapse(world)
        ducks.keep_to_the_floor(world)
        naming.lose_forbidden(world)
        naming.lose_shared(world)
        auctions.look_at_bids(world)
        gods.look_whether_lost(world)

    def restated(self, state: ChatState[Ducks], when: datetime) -> None:
        """The same from what people stated, in the period that runs."""
        Play(self, state).carry_out(Act("follow"), Cause("", None, when))

    def decided(self, world: Ducks, question: str, answer: str) -> Iterable[Act]:
        """What follows from what people decided."""
        return assist.decided(world, question, answer)

    def is_over(self, world: Ducks) -> bool:
        """Whether all players have lost."""
        return gods.is_over(world)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def worked_out(self, world: Ducks) -> Mapping[str, Any]:
        """What follows from the gamestate: the period, the week, the titles."""
        began, ends = iso(general.period_began(world)), iso(general.period_ends(world))
        return {
            "period": {"name": general.period(world), "starts": began, "ends": ends},
            "week": general.week(world),
            "titles": {name: of(world) for name, of in titles.TITLES.items()},
        }

    def facts(self, world: Ducks) -> Iterator[Fact]:
        """Who holds each title, and what loses the round."""
        for name, of in titles.TITLES.items():
            yield Fact(f"titles.{name}", of(world), "DUCK-105")

    def findings(self, state: ChatState[Ducks], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at."""
        return (*super().findings(state, decisions), *assist.findings(state.world, state.clock))

    def questions(
        self, state: ChatState[Ducks], decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> tuple[Question, ...]:
        """What people are asked."""
        return (*super().questions(state, decisions, facts), *assist.questions(state.world))

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        items = [item for each in (beside or {}).get("items", ()) for item in each]
        return setting_problem(name, value, tuple(dict.fromkeys([*Law.book.lasting_words["items"], *items])))

    def forget(self, world: Ducks, limit: datetime) -> None:
        """Let things leave the gamestate that were over before an instant."""
        trades.forget(world, limit)

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposal is not decided yet."""
        return matter["status"] in ("voting-pending", "voting")

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        return CATALOGUE

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        return []


GAME = DucksGame()
