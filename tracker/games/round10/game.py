"""Round 10: what is wired to what."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.draft import RegionDraft
from tracker.core.gamestate import Fact, Gamestate
from tracker.core.leaning import Reason
from tracker.core.rule import RuleBook
from tracker.games.base import Command
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import FOLLOW
from tracker.games.chat_game.replies import listed, questions_listed, when_told
from tracker.games.chat_game.standing import Shown
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat import listening, rulings, trades, votes
from tracker.mechanics.chat import proposals as chamber
from tracker.mechanics.chat import secrets as vault
from tracker.mechanics.chat.calendar import WEEK as WEEK_LASTS
from tracker.mechanics.chat.calendar import each_phase
from tracker.mechanics.chat.carrying import rule
from tracker.mechanics.chat.listening import Announced
from tracker.mechanics.chat.meant import message_of
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Reacted, Row
from tracker.mechanics.state.described import by_id

from . import (
    actions,
    bidding,
    cards,
    hands,
    info,
    items,
    judges,
    lots,
    proposals,
    scoring,
    secrets,
    setting_problems,
)
from .hidden_texts import declared
from .law import CLAUSES, CODES, OWN_CODES, PARAMETERS, Law
from .listening import ANNOUNCED, heard
from .state import Round10 as World

CHAPTERS = (
    *(info, bidding, lots, hands, scoring, actions, proposals, items, cards),
    *(judges, secrets),
)
DECK = cards.usual_deck(Law.book)
VOTES, WEEK, TERM, REVELATION, PHASE, OPENING = range(6)
"""What is due at one instant, in its order."""


def _reacted(world: World, reacted: Reacted) -> None:
    """Keep a reaction that is, or may become, a vote."""
    message = reacted.message
    if message in world.candidacies or chamber.is_open(world, message) or rulings.is_poll(world, message):
        votes.react(world, reacted, votes.Voting())
        proposals.keep_count(world)


def _edited(world: World, message: str, text: str) -> None:
    secrets.edit(world, message)
    proposals.change(world, message, text)


def _deleted(world: World, message: str) -> None:
    secrets.delete(world, message)
    proposals.delete(world, message)
    judges.withdraw(world, message)


def _left(world: World, who: str) -> None:
    info.left_server(world, who)
    proposals.keep_count(world)


WHOLE = {
    vault.REVEAL: Announced(secrets.reveal, by_players=False),
    vault.POST: Announced(secrets.post, by_players=False),
    "propose": Announced(proposals.propose, by_players=False),
    "stand": Announced(judges.stand, by_players=False),
}
PLACES = {"join": "R10-007", "leave": "R10-008", "lot": "R10-036", "lots": "R10-036", "confidence": "R10-124"}
"""The clauses that name the channels of some announcements."""


def _checked(kind: str, announced: Announced) -> Callable[..., None]:
    in_place = rule(PLACES[kind])(listening.must_be_in_place) if kind in PLACES else actions.must_be_in_place
    for_players = rule("R10-008" if kind == "leave" else "R10-004")(listening.must_be_for_players)
    return listening.acts({kind: announced}, items.must_go_on, in_place, for_players)[kind]


ACTS: Mapping[str, Callable[..., None]] = {
    **{kind: _checked(kind, each) for kind, each in {**ANNOUNCED, **WHOLE}.items()},
    "edited": _edited,
    "deleted": _deleted,
    "reacted": _reacted,
    "left": _left,
    "decide": proposals.decide,
    "decide_confidence": judges.decide_confidence,
    "elect": judges.elect,
    "end_term": judges.end_term,
    "reveal_all": secrets.reveal_all,
    "begin_phase": secrets.begin_phase,
    "begin": proposals.begin,
    "judge_payout": actions.judge_payout,
    FOLLOW: lambda world: None,
}


@dataclass(slots=True)
class State(ChatState[World]):
    """What the fold keeps."""

    world: World


class Round10Game(ChatGame[World]):
    """Round 10 of Infinite Nomic: secret bids on lots of cards, hands and their prizes, and ten Gold Stars to win."""

    slug = "round10"
    title = "Infinite Nomic, Round 10"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    own_codes = OWN_CODES
    law = Law
    world = World
    state_type = State
    rules = RuleBook.of_modules(CLAUSES, CHAPTERS)
    asked_under = "R10-071"
    heeded = re.compile(
        rf"{ChatGame.heeded.pattern}|bids?|hand|lots?|chips?|on|of|and|my|i|intend|bound|x?\d+x?|(?=.*\d)[0-9a-f]{{3,}}"
        rf"|{'|'.join(' '.join((*DECK.ranks, *DECK.suits)).split())}",
        re.IGNORECASE,
    )
    acts = ACTS
    rolls_dice = True
    told_places = ChatGame.told_places | {"lots", "contracts", "winner"}
    ruleset_title = "Round 10/Ruleset"
    status_pages = ("auction", "proposals", "abilities", "dice", "attention")
    channels = ("game-actions", "auctions", "proposals", "judge-elections", "general")
    voting_channels = ("proposals", "judge-elections", "game-actions")
    acting_channels = ("game-actions", "auctions", "proposals", "judge-elections")

    def without_words(self, text: str) -> str:
        """What stays of free text: of a revealed one everything, where bids or cards were lost otherwise."""
        bare = super().without_words(text)
        return bare if declared(bare, DECK) == declared(text, DECK) else text

    # --- what happens -------------------------------------------------------------------------------------------------

    def heard(self, world: World, row: Row) -> Iterable[Act | Asked]:
        """What a row of the chat asks for."""
        return heard(world, row)

    @property
    def commands(self) -> Sequence[Command]:
        """The hand calculator, and hashes for secret actions."""
        from .calculator import COMMANDS  # late: only the terminal asks

        return COMMANDS

    def boundaries(self, world: World) -> Iterator[Boundary]:
        """What happens by itself."""
        yield from chamber.endings(world, VOTES, "decide")
        yield from rulings.closings(world, VOTES, "decide_confidence")
        yield from judges.deadlines(world, VOTES, FOLLOW)
        yield Boundary(info.week_end(world), (WEEK,), "elect")
        yield from judges.term_ends(world, TERM, "end_term")
        yield from secrets.revelations(world, REVELATION, "reveal_all")
        yield from each_phase(world, info.phases(world.law), (PHASE,), "begin_phase")
        yield from chamber.beginnings(world, OPENING, "begin")

    def is_over(self, world: World) -> bool:
        """Whether somebody has won."""
        return world.winner is not None

    def follow(self, world: World) -> None:
        """A victory follows at once; what has begun keeps its end."""
        items.look_for_winner(world)
        secrets.keep_ends(world)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def worked_out(self, world: World) -> Mapping[str, Any]:
        """What is printed beside the gamestate and follows from it."""
        week = info.week_end(world) - WEEK_LASTS
        return {"phase": info.phase(world), "week": week.date().isoformat(), "lots_required": lots.required(world)}

    def facts(self, world: World) -> Iterator[Fact]:
        """The facts of what is worked out."""
        people = f"{len(info.voters(world))} players"
        bidders = ", ".join(sorted(world.bidders_previous_auction)) or "nobody"
        why = f"{people}; who bid in the previous auction: {bidders}"
        yield Fact("lots_required", lots.required(world), "R10-035", (Reason("R10-035", why),))
        until = info.next_phase(world.law, world.now)
        why = f"the {info.phase(world)} Phase lasts until {until:%Y-%m-%d %H:%M} UTC"
        yield Fact("phase", info.phase(world), "R10-012", (Reason("R10-014", why),))
        for number, named in world.lots.items():
            yield Fact(f"lots.{number}", list(named), "R10-037")

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        return setting_problems.problem(name, value)

    def faults(self, world: World) -> Iterator[str]:
        """What cannot be in a gamestate that people state: lots without a number or cards, cards that the tables do not have."""
        yield from (
            f"lots.{number}: a lot has a number from 1, and cards"
            for number, lot in world.lots.items()
            if number < 1 or not lot
        )
        held = {card for player in world.players.values() for card in player.cards}
        named = {card for lot in world.lots.values() for card in lot}
        yield from (
            f"there is no card {each}" for each in sorted(held | named) if not items.exist(world.law, {each: 1})
        )

    def stated(self, opening: Mapping[str, Any]) -> Mapping[str, Any]:
        """An opening whose lots may be a list of lots with their numbers."""
        stated = by_id(opening.get("lots", {}))
        if not isinstance(stated, dict):
            return opening
        plain = {id: lot.get("cards", lot) if isinstance(lot, dict) else lot for id, lot in stated.items()}
        return {**opening, "lots": plain}

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        from .pages import CATALOGUE

        return CATALOGUE

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        from .pages import drafts  # late: a fold needs no pages

        return drafts(self, gamestate, names)

    def ended(self, world: World, name: Callable[[str], str]) -> tuple[str, str] | None:
        """How the round ended."""
        return (f"{name(world.winner)} has won the round", "R10-147") if world.winner else None

    def headline(self, values: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[str]:
        """The phase, the Judge, who has won, and how many lots there are."""
        yield from super().headline(values, names)
        yield f"{len(values['lots'])} lots"

    def status(self, shown: Shown) -> Iterator[str]:
        """How the round stands, for the chat."""
        world, people = shown.world, shown.people
        until = info.next_phase(world.law, world.now)
        won = f"Won by {people.name(world.winner)}" if world.winner else ""
        yield won or f"{info.phase(world)} Phase until {when_told(until)}"
        yield from listed("Lots on offer", [f"{lot}: {', '.join(named)}" for lot, named in sorted(world.lots.items())])
        going = [each for each in world.proposals.values() if not each.verdict]
        told = [
            f"{each.by_class} by {people.name(each.author)}, {each.status}, until {when_told(each.end)}"
            for each in going
        ]
        yield from listed("Proposals", told)
        yield f"Judge: {people.name(world.judge) if world.judge else 'nobody'}"
        yield from questions_listed(shown)

    def forget(self, world: World, limit: datetime) -> None:
        """Let what is long over leave the gamestate."""
        trades.forget(world, limit)
        vault.forget(world, limit)
        chamber.forget(world, limit)
        world.bids = {name: bids for name, bids in world.bids.items() if name in world.secrets}
        world.hands = {name: hand for name, hand in world.hands.items() if name in world.secrets}

    def followed(self, world: World) -> Container[str]:
        """The messages of which the rules say themselves what a change of them does."""
        return {*world.proposals, *world.secrets, *world.candidacies}

    def cited(self, world: World) -> Iterable[str]:
        """The messages that something open still hangs on."""
        judged = map(message_of, (*world.offers, *world.claims))
        return {*judged, *world.secrets, *world.proposals, *world.candidacies, *world.rulings}


GAME = Round10Game()
