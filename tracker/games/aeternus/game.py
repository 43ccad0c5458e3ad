"""Aeternus: what is wired to what."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from tracker.core.draft import RegionDraft
from tracker.core.fold import Decision
from tracker.core.gamestate import Finding, Gamestate
from tracker.core.ports import Upload
from tracker.core.rule import RuleBook
from tracker.games.base import Command
from tracker.games.chat_game import dice
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.pages import Can
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.listening import Announced, acts, must_be_for_players, must_be_in_place
from tracker.mechanics.chat.proposals import beginnings, endings
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Message, Open, Row
from tracker.mechanics.chat.rulings import closings
from tracker.mechanics.dice.shown_dice import asks

from . import (
    actions,
    commands,
    factions,
    features,
    fishing,
    generation,
    hearing,
    hexes,
    items,
    judgement,
    phases,
    players,
    proposals,
    randomness,
    state,
    traversing,
)
from .abilities import abilities
from .announcements import kind_of
from .law import CLAUSES, CODES, FRAMES, PARAMETERS, Law, setting_problem
from .pages import CATALOGUE, PICTURE, Drafts, pictures
from .state import Aeternus

ACTIONS, TRADES, JUSTICE = "actions_channel", "trades_channel", "justice_channel"
ANNOUNCED: Mapping[str, tuple[str, Announced]] = {
    "join": ("AET-008", Announced(players.join, ACTIONS, by_players=False)),
    "leave": ("AET-010", Announced(players.leave, ACTIONS)),
    "declare": ("AET-013", Announced(players.declare)),
    "merge": ("AET-017", Announced(factions.request_merge, ACTIONS)),
    "leave_faction": ("AET-022", Announced(factions.leave, ACTIONS)),
    "trade": ("AET-150", Announced(items.offer, TRADES)),
    "gift": ("AET-150", Announced(items.offer, TRADES)),
    "accept": ("AET-151", Announced(items.accept, TRADES)),
    "withdraw": ("AET-151", Announced(items.withdraw, TRADES)),
    "scout": ("AET-129", Announced(actions.scout, ACTIONS)),
    "traverse": ("AET-130", Announced(traversing.traverse, ACTIONS)),
    "stagway": ("AET-119", Announced(traversing.travel, ACTIONS)),
    "fish": ("AET-131", Announced(fishing.fish, ACTIONS)),
    "forage": ("AET-135", Announced(actions.forage, ACTIONS)),
    "craft": ("AET-180", Announced(items.craft, ACTIONS)),
    "build": ("AET-124", Announced(items.build, ACTIONS)),
    "burn": ("AET-191", Announced(items.burn, ACTIONS)),
    "use": ("AET-152", Announced(items.use, ACTIONS)),
    "name_quality": ("AET-178", Announced(fishing.name_quality, ACTIONS)),
    "request": ("AET-047", Announced(judgement.ask, JUSTICE, by_players=False)),
    "ruling": ("AET-048", Announced(judgement.answer, JUSTICE, by_players=False)),
    "confidence": ("AET-050", Announced(judgement.call_vote, JUSTICE)),
    "self_overturn": ("AET-054", Announced(judgement.self_overturn, JUSTICE, by_players=False)),
    "resign": ("AET-045", Announced(judgement.resign, by_players=False)),
    "remove_judge": ("AET-043", Announced(judgement.assent_to_removal)),
    "propose": ("AET-029", Announced(proposals.propose, by_players=False)),
    "stand": ("AET-057", Announced(judgement.stand, by_players=False)),
}
"""What players announce: its clause, what carries it out, and where and by whom it may be said."""
_CHECKED = acts(
    {kind: announced for kind, (_, announced) in ANNOUNCED.items()},
    factions.must_go_on,
    must_be_in_place,
    must_be_for_players,
)
ACTS: Mapping[str, Callable[..., None]] = {
    kind: rule(clause)(_CHECKED[kind]) for kind, (clause, _) in ANNOUNCED.items()
}
STEPS: Mapping[str, Callable[..., None]] = {
    "generate": generation.generate,
    "fill": generation.fill,
    "scouted": actions.scouted,
    "enter": traversing.enter,
    "wind": traversing.wind,
    "cast": fishing.cast,
    "forage_roll": actions.forage_roll,
}
"""What is done of actions step by step, as their dice fall."""
VOTES, WEEK, PHASE, REPUTATION = range(1, 5)
"""The order in which things happen at one instant, after random matters have lapsed."""


@dataclass
class State(ChatState[Aeternus]):
    """What the fold keeps."""

    world: Aeternus


class AeternusGame(ChatGame[Aeternus]):
    """Players explore a world of hexes and raise flags for their factions."""

    slug = "aeternus"
    title = "Infinite Nomic, Aeternus"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    world = Aeternus
    state_type = State
    matters = "proposals"
    frames = FRAMES
    asked_under = "AET-152"
    rolls_dice = True
    rolls_in_order = True
    channels = ("game-actions", "trades", "proposals", "judge-elections", "request-for-justice", "general")
    voting_channels = ("game-actions", "proposals", "judge-elections", "request-for-justice")
    acting_channels = ("game-actions", "proposals", "judge-elections")
    status_pages = ("map", "players", "factions", "abilities", "odds", "proposals", "dice", "attention")
    picture_pages: ClassVar[Mapping[str, Sequence[str]]] = {PICTURE: ("svg", "png")}
    ruleset_title = "Aeternus/Ruleset"
    own_codes: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("NO_JUDGE", "NO_SUCH_REQUEST", "NO_SUCH_RULING", "ANSWERED_ALREADY", "OVERTURNED_ALREADY", "BAD_AMOUNT"),
        "UNCLEAR",
    )
    rules = RuleBook.of_modules(
        CLAUSES,
        [
            *(actions, commands, factions, features, fishing, generation, hearing, hexes, items, judgement, phases),
            *(players, proposals, randomness, state, traversing),
        ],
    )
    acts: ClassVar[Mapping[str, Callable[..., None]]] = {
        **ACTS,
        "go_on": partial(randomness.go_on, steps=STEPS, announced=ACTS),
        "void": randomness.void,
        "react": hearing.react,
        "edited": hearing.edited,
        "deleted": hearing.deleted,
        "begin": proposals.begin,
        "proposal": proposals.decide,
        "merge_ends": factions.decide,
        "confidence_ends": judgement.decide_confidence,
        "elect": judgement.elect,
        "phase": phases.begin,
        "reputation": players.have_played_long,
        "follow": players.settle,
    }

    # --- what is heard ------------------------------------------------------------------------------------------------

    def heard(self, world: Aeternus, row: Row) -> Iterable[Act | Asked]:
        """What a row asks for."""
        return hearing.heard(world, row)

    def clause_of_asked(self, asked: Act | Asked) -> str:
        """The clause of the action that seems to be meant."""
        lines = asked.suggestions if isinstance(asked, Asked) else (asked.said,)
        kinds = filter(None, map(kind_of, lines))
        return next((ANNOUNCED[kind][0] for kind in kinds), self.asked_under)

    def bare_line(self, line: str) -> str:
        """What stays of a canonical line that is redacted; what a request to merge names is no free text."""
        return line if line.startswith("Merge request") else super().bare_line(line)

    def carry_out(self, world: Aeternus, act: Act) -> None:
        """Do what an act asks for; an announcement waits while the dice of an earlier one of its message are open."""
        _ = world.sites  # known before anything is written: what is made of it meanwhile would not be undone
        if act.message is not None and act.kind in ANNOUNCED and act.message.id in world.random_matters:
            randomness.wait_behind(world, act.message, act)
        else:
            super().carry_out(world, act)

    def open_matters(self, world: Aeternus) -> Iterable[Open]:
        """What goes on as soon as its dice fell."""
        return randomness.open_matters(world)

    def come_to_nothing(self, matter: Act) -> Act | None:
        """What lets an action come to nothing."""
        return Act("void", dict(matter.fields), matter.message) if matter.message else None

    def overheard(self, state: ChatState[Aeternus], message: Message) -> None:
        """Remember messages on which a vote may be held, and who asks a bot for dice."""
        if message.channel == state.world.law.word("justice_channel") and state.world.winner is None:
            judgement.note_poll(state.world, message)
        if asks(message.text):
            self.remember(state, message)

    def overheard_in(self, text: str) -> str:
        """What a redacted message still says of a poll."""
        return judgement.poll_words(text)

    def shown_by_bot(self, state: ChatState[Aeternus], message: Message) -> None:
        """Take in dice that a public roller showed."""
        for asked, sides, faces in dice.take_shown(self, state, message):
            hearing.keep_roll(state, message, asked, sides, faces)

    # --- what happens by itself ---------------------------------------------------------------------------------------

    def boundaries(self, world: Aeternus) -> Iterable[Boundary]:
        """What happens by itself: votes that end, the week, the phase."""
        yield from endings(world, VOTES, "proposal")
        yield from factions.ends(world, VOTES, "merge_ends")
        yield from closings(world, VOTES, "confidence_ends")
        yield Boundary(phases.weeks(world).next(world.now), (WEEK,), "elect")
        yield from phases.starts(world, PHASE)
        yield from beginnings(world, PHASE, "begin")
        yield from players.reputations(world, REPUTATION)

    def is_over(self, world: Aeternus) -> bool:
        """Whether a faction has won."""
        return world.winner is not None

    def follow(self, world: Aeternus) -> None:
        """A victory follows at once."""
        factions.look_for_winner(world)

    # --- what people state --------------------------------------------------------------------------------------------

    def stated(self, opening: Mapping[str, Any]) -> Mapping[str, Any]:
        """An opening as the gamestate is described."""
        return players.described(opening)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def worked_out(self, world: Aeternus) -> Mapping[str, Any]:
        """The phase, the week, factions and influence."""
        phase = {} if world._law is None else {"phase": phases.phases(world).phase(world.now)}
        return {
            **phase,
            "week": f"{phases.weeks(world).last(world.now):%Y-%m-%d}",
            "factions": factions.members(world),
            "influence": {name: str(value) for name, value in factions.influence(world).items()},
        }

    def findings(self, state: ChatState[Aeternus], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at."""
        return (*super().findings(state, decisions), *hearing.findings(state.world))

    def followed(self, world: Aeternus) -> Container[str]:
        """The messages of which changes have effects by the rules."""
        merges = {each.message for each in world.merges.values() if each.status == "open"}
        return {*world.proposals, *world.candidacies, *merges}

    def forget(self, world: Aeternus, limit: datetime) -> None:
        """Let things leave the gamestate that were over before an instant."""
        hearing.forget(world, limit)

    def cited(self, world: Aeternus) -> Iterator[str]:
        """The messages on which something open hangs."""
        return hearing.cited(world)

    def abilities(self, world: Aeternus) -> Mapping[str, Sequence[Can]]:
        """What everybody may do now, and what not and why."""
        clauses = {kind: clause for kind, (clause, _) in ANNOUNCED.items()}
        named = {kind: each.channel for kind, (_, each) in ANNOUNCED.items()} | {"propose": "proposals_channel"}
        channels = {kind: world.law.word(name) if name else "" for kind, name in named.items()}
        return abilities(world, ACTS, clauses, channels)

    @property
    def commands(self) -> Sequence[Command]:
        """What dice give, and the map."""
        return commands.COMMANDS

    def catalogue(self) -> Mapping[str, str]:
        """The pages by their keys, with default titles."""
        return CATALOGUE

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        return Drafts(self, gamestate, names).all(self.abilities(gamestate.detail.world))

    def pictures(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[Upload]:
        """The picture of the map."""
        return pictures(gamestate, names)

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        return setting_problem(name, value)

    def ended(self, world: Aeternus, name: Callable[[str], str]) -> tuple[str, str] | None:
        """Which faction has won."""
        return (f"The faction {name(world.winner)} has won the cycle", "AET-194") if world.winner is not None else None

    def headline(self, values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
        """The size of the world, the phase, who has influence, and the Judge."""
        yield f"hexes: {len(values['world'])}"
        yield from super().headline(values, names)
        yield f"influence: {', '.join(f'{names.get(name, name)} {each}' for name, each in values['influence'].items())}"


GAME = AeternusGame()
