"""Ducks, a round of Infinite Nomic: what is wired to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.fold import Decision
from tracker.core.gamestate import Fact, Finding, Gamestate, Question
from tracker.core.instants import iso
from tracker.core.rule import RuleBook
from tracker.games.chat_game import dice
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import FOLLOW, Cause
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat import proposals, rulings, trades
from tracker.mechanics.chat.calendar import each, each_phase
from tracker.mechanics.chat.listening import acts
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Message, Open, Row

from . import (
    assist,
    auctions,
    disciple,
    essential,
    feeding,
    fruit,
    general,
    gods,
    judges,
    listening,
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
from .law import CLAUSES, CODES, OWN_CODES, PARAMETERS, Law, setting_problem
from .state import Ducks

CHAPTERS = (
    *(auctions, disciple, essential, feeding, fruit, general, gods, judges, listening, naming),
    *(own_proposals, players, ponds, quacktions, random_choice, scouting, state, titles, trade),
)
PROPOSALS, GOD, AUCTIONS, RESET, BEGIN, PONDS, DISCIPLE = range(7)
"""What happens at one instant, in the ruleset's order (DUCK-037)."""
_OF_TITLES = ("DUCK-102", "DUCK-103", "DUCK-104", "DUCK-106")


def look_at_ducks(world: Ducks, numbers: Iterable[int]) -> None:
    """What follows at once from what ducks are."""
    essential.remove_old_one(world)
    there = [number for number in numbers if number in world.ducks]
    essential.collapse(world, there)
    there = [number for number in there if number in world.ducks]
    essential.keep_to_the_floor(world, there)
    naming.lose_forbidden(world, there)
    naming.lose_shared(world)


def look_at_all(world: Ducks) -> None:
    """The same of a gamestate, or of rules, that people stated."""
    general.note_period(world)
    look_at_ducks(world, list(world.ducks))


ANSWERED: Mapping[str, Callable[..., None]] = {
    "lose_name": naming.lose_name,
    "undo_joining": players.undo_joining,
    "keep_smoothie_name": fruit.keep_smoothie_name,
    "give_to_duck": essential.give_to_duck,
}
"""What the first answer of a question brings about."""


def answered(world: Ducks, question: str, answer: str) -> None:
    """People decided what the rules leave to them."""
    asked = world.to_decide.pop(question)
    if answer == asked.answers[0]:
        ANSWERED[asked.act](world, **asked.fields)


ACTS: Mapping[str, Callable[..., None]] = {
    **{
        kind: gods.waking(act)
        for kind, act in acts(listening.ANNOUNCED, listening.must_go_on, players.must_play).items()
    },
    "propose": own_proposals.propose,
    "react": own_proposals.react,
    "change": own_proposals.change,
    "edited": listening.look_at_edit,
    "deleted": listening.look_at_deletion,
    "left_server": players.left_server,
    "answered": answered,
    "begin": own_proposals.begin,
    "decide": own_proposals.decide,
    "decide_confidence": judges.decide_confidence,
    "duck_god": gods.gain_weekly_egg,
    "conclude": auctions.conclude,
    "begin_period": general.begin_period,
    "upkeep": ponds.upkeep,
    "disciple_due": disciple.be_due,
    "disciple_comes": disciple.come,
    "disciple_named": disciple.be_named,
    "old_one": gods.act_as_old_one,
    FOLLOW: look_at_all,
}


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
        *ChatGame.told_places, *("ducks", "ponds", "duck_god", "disciple", "old_one", "auctions", "offers"),
        *("status", "rulings", "requests"),
    })  # fmt: skip
    own_codes = OWN_CODES
    acts = ACTS
    rules = RuleBook.of_modules(CLAUSES, CHAPTERS)

    # --- what is heard ------------------------------------------------------------------------------------------------

    def heard(self, world: Ducks, row: Row) -> Iterable[Act | Asked]:
        """What a row of the chat asks for."""
        return listening.heard(world, row)

    def shown_by_bot(self, state: ChatState[Ducks], message: Message) -> None:
        """A bot may join and play; what a dice bot answers somebody are their dice."""
        world = state.world
        cause = Cause(message.id, None, message.at)
        world.look(state.names, self.law_at(state, message.at))
        is_playing = message.author in players.voters(world)
        found = [] if is_playing else list(listening.LISTENING.heard(world, message))
        if is_playing or any(isinstance(act, Act) and act.kind == "join" for act in found):
            self._listen(state, replace(message, is_bot=False) if is_playing else message, cause)
        for asked, sides, faces in dice.take_shown(self, state, message):
            random_choice.keep_rolls(world, message, asked, sides, faces)

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def boundaries(self, world: Ducks) -> Iterable[Boundary]:
        """What happens as periods end and begin, in the ruleset's order (DUCK-037)."""
        periods = general.periods(world)
        yield from proposals.endings(world, PROPOSALS, "decide")
        yield from rulings.closings(world, PROPOSALS, "decide_confidence")
        yield from each(world, gods.egg_days(world), (GOD,), "duck_god")
        yield from auctions.endings(world, AUCTIONS, "conclude")
        yield from each_phase(world, periods, (RESET,), "begin_period")
        yield from proposals.beginnings(world, BEGIN, "begin")
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
        if found := essential.touched(world):
            look_at_ducks(world, found)
        auctions.look_at_bids(world)
        gods.look_whether_lost(world)

    def decided(self, world: Ducks, question: str, answer: str) -> Act | None:
        """What carries out an answer of people."""
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
        for (name, of), clause in zip(titles.TITLES.items(), _OF_TITLES, strict=True):
            yield Fact(f"titles.{name}", of(world), clause)
        yield Fact(f"duck_god.{state.GOD_EGG}", world.duck_god.amount(state.GOD_EGG), "DUCK-144")
        for number in world.complete():
            loses, gains = ponds.upkeep_of(world, number)
            yield Fact(f"ducks.{number}.next_upkeep", f"{loses:+d} {gains:+d}", "DUCK-166")

    def findings(self, state: ChatState[Ducks], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at."""
        return (*super().findings(state, decisions), *assist.findings(state.world))

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
        from .pages import CATALOGUE

        return CATALOGUE

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        from .pages import drafts  # late: a fold needs no pages

        return drafts(self, gamestate, names)

    def ended(self, world: Ducks, name: Callable[[str], str]) -> tuple[str, str] | None:
        """How the round ended."""
        return (f"All players have lost the round: {world.cause}", "DUCK-145") if gods.is_over(world) else None


GAME = DucksGame()
