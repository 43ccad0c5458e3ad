"""The pages that all chat games have, from the gamestate itself: its tables, proposals, judge, agreements, dice, log, and what waits for people.

A game says which pages it has and gives what only its rules know: how votes stand, what people may do, and sentences with their clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from tracker.core.draft import ClauseLink, LateValues, RegionDraft
from tracker.core.gamestate import Gamestate, Question
from tracker.core.instants import EPOCH
from tracker.core.observation import PUBLIC
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.core.snowflakes import account_of
from tracker.mechanics.chat import trades
from tracker.mechanics.chat.rows import Message
from tracker.mechanics.chat.trades import Offer
from tracker.mechanics.dice import dice_page
from tracker.mechanics.state.described import Part
from tracker.mechanics.state.table import Table, table_of

from .nomic import ChatNomic
from .play import why_refused
from .settling import events_of
from .standing import Shown, told_since
from .state import Event, Refusal

EVENTS_SHOWN = 100
"""How many events the page of the log shows; the pages of the months have all of them."""
_MONTHS_SHOWN = 3
COMES_AND_GOES = ("what waits for people goes once they have decided, and what is old goes by itself",)
OLD_GOES = ("what was closed long ago leaves the page, however much was closed on one day",)
_KEPT_BY_MONTH = ("what is old leaves the page of the newest events; the pages of the months keep it",)
_CLOSED_SHOWN, _MOST_SHOWN, _ANSWERS_SHOWN = 20, 100, 20


class Told(NamedTuple):
    """A sentence for readers, and the clause that it follows from ("": none)."""

    text: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: a heading ("" for none), sentences, a table of parts, and what stands there where that is empty."""

    heading: str = ""
    told: Sequence[Told] = ()
    table: Table | None = None
    empty: str = "None."


@dataclass(frozen=True, slots=True)
class Ballot:
    """How the votes on an open matter stand: who is for it and who against, what would become of it, and what it takes, by which clause.

    ``uncounted`` are those whose vote does not count, each with why and by which clause.
    """

    up: Collection[str]
    down: Collection[str]
    verdict: str
    needs: str
    clause: str
    uncounted: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True, slots=True)
class Can:
    """Something that somebody may do now: the words and the channel for them ("": any); or, where ``why`` is given, may not.

    ``until`` is the first instant at which that changes if nobody acts (None: not known).
    """

    what: str
    clause: str
    words: str = ""
    channel: str = ""
    until: datetime | None = None
    why: str = ""


class Pages:
    """The pages of a game at an instant; of the instant itself nothing is shown, so that they change only where something does."""

    def __init__(self, game: ChatNomic[Any], gamestate: Gamestate, names: Mapping[str, str]) -> None:
        """``names`` are page titles by key, over the catalogue's own."""
        self.shown: Shown = gamestate.detail
        self.world, self.people, self._state = self.shown.world, self.shown.people, self.shown.state
        self._acts = game.acts
        self.titles = {**game.catalogue(), "ruleset": game.ruleset_title, **names}
        self._since = told_since(self.world)
        self._places = self._places_known()
        self._clauses = self._links(game, {})
        self.shared = {
            "title": game.title,
            "clauses": self._links(game, self.shown.in_doubt),
            "first_clause": next(iter(game.clauses)),
            "places": self._places,
            "open_questions": sum(each.audience == PUBLIC for each in self.shown.questions),
            "attention_page": self.titles["attention"],
            "dice_page": self.titles.get("dice", ""),
            "requests_page": self.titles.get("requests", ""),
            "ended": game.ended(self.world, self.people.name),
            "world": self.world,
            "name": self.people.name,
            "readable": self.people.readable,
            "listed": self._listed,
            "how_many": len,
        }

    def _links(self, game: ChatNomic[Any], in_doubt: Mapping[str, datetime]) -> dict[str, ClauseLink]:
        page = self.titles["ruleset"]
        return {
            id: ClauseLink(page, clause.path[-1], clause.place, in_doubt.get(id)) for id, clause in game.clauses.items()
        }

    def _places_known(self) -> dict[str, str]:
        """Where messages stand that all can read."""
        said = self._state.said.items()
        known = {id: each.place for id, each in said if each.place and each.channel != PRIVATE_CHANNEL}
        return {**self._state.told.places, **known}

    def _listed(self, people: Iterable[str]) -> str:
        return ", ".join(sorted(self.people.names(people))) or "nobody"

    def draft(
        self, key: str, values: Mapping[str, Any], template: str = "", may_shrink_for: tuple[str, ...] = ()
    ) -> RegionDraft:
        """The region of a page's own name on it; a template of the game's own takes the place of the shared one."""
        told, name = {**self.shared, **values}, template or f"_chat_game_{key}.wikitext.j2"
        return RegionDraft(self.titles[key], key, name, told, may_shrink_for=may_shrink_for)

    # --- tables -------------------------------------------------------------------------------------------------------

    def table(
        self, first: str, things: Mapping[Any, Part], columns: Sequence[str], *, of_people: bool = False
    ) -> Table | None:
        """A table whose columns name fields of the things; None where there are none."""
        kinds = {type(each): None for each in things.values()}
        titled = self.people.name if of_people else self.people.readable
        return (
            table_of(first, next(iter(kinds)), things, columns, name=self.people.name, titled=titled) if kinds else None
        )

    def parts(self, key: str, sections: Sequence[Section], may_shrink_for: tuple[str, ...] = ()) -> RegionDraft:
        """A page of tables and sentences."""
        return self.draft(key, {"sections": sections}, "_chat_game_parts.wikitext.j2", may_shrink_for)

    # --- what is voted on ---------------------------------------------------------------------------------------------

    def proposals(self, ballots: Mapping[str, Ballot], told: Sequence[Told], channel: str) -> RegionDraft:
        """Open proposals with their votes, and the newest that were decided."""
        every: Mapping[str, Any] = self.world.proposals
        decided = [(id, each) for id, each in every.items() if each.verdict and each.decided >= self._since]
        decided.sort(key=lambda pair: (pair[1].decided, pair[1].created), reverse=True)
        values = {
            "open": [(id, each, ballots[id]) for id, each in every.items() if not each.verdict],
            "closed": decided[:_CLOSED_SHOWN],
            "told": told,
            "channel": channel,
        }
        return self.draft("proposals", values, may_shrink_for=OLD_GOES)

    def judge(
        self,
        told: Sequence[Told],
        justice: Mapping[str, str],
        votes: Mapping[str, tuple[Collection[str], Collection[str]]],
    ) -> RegionDraft:
        """The judge, candidacies, requests, rulings and votes of confidence.

        ``justice`` names the clauses (request, binds, overturned, confidence), ``votes`` say who is in favour of open candidacies
        (and nobody against), and who affirms and who overturns in open votes of confidence.
        """
        fields = ("candidacies", "candidates", "requests", "rulings", "confidence_votes")
        found = {field: dict(reversed(getattr(self.world, field, {}).items())) for field in fields}
        return self.draft("judge", {**found, "told": told, "justice": justice, "votes": votes}, may_shrink_for=OLD_GOES)

    def agreements(
        self,
        told: Sequence[Told],
        channel: str,
        of_contracts: Sequence[Told] = (),
        sections: Sequence[Section] = (),
        may_shrink_for: tuple[str, ...] = (),
    ) -> RegionDraft:
        """Offers and contracts, and whatever else is agreed upon; in ``channel`` offers are accepted."""
        offers: Mapping[str, Any] = self.world.offers
        closed = [(id, each) for id, each in offers.items() if each.status != "open" and _over(each) >= self._since]
        values = {
            "open": [(id, each, self._lacking(id, each, channel)) for id, each in trades.opened(self.world)][
                -_MOST_SHOWN:
            ],
            "closed": sorted(closed, key=lambda pair: _over(pair[1]), reverse=True)[:_CLOSED_SHOWN],
            "contracts": getattr(self.world, "contracts", None),
            "told": told,
            "of_contracts": of_contracts,
            "sections": sections,
        }
        return self.draft("agreements", values, may_shrink_for=(*may_shrink_for, *OLD_GOES))

    def _lacking(self, key: str, offer: Offer, channel: str) -> Told | None:
        """Why an offer cannot take place now, which is tried."""
        message = Message("", channel, offer.to, self.world.now, "")
        why = why_refused(self.world, self._acts["accept"], message=message, offer=key)
        return Told(why.text, why.clause) if why else None

    def abilities(
        self, told: Sequence[Told], by_person: Mapping[str, Sequence[Can]], may_shrink_for: tuple[str, ...] = ()
    ) -> RegionDraft:
        """What each person may do now, and what not."""
        values = {"told": told, "by_person": by_person}
        return self.draft("abilities", values, may_shrink_for=may_shrink_for)

    def dice(self, clauses: Sequence[str]) -> list[RegionDraft]:
        """The dice, by the clauses under which the game rolls."""
        law, names, state = self.world.law, self.people, self._state
        operators = {each: names.name(state.names.person(account_of(each))) for each in law.words("dice_operators")}
        may_play = law.chooses("operator_may_play", "yes")
        unknown = () if may_play else tuple(each for each in operators if not state.names.knows(account_of(each)))
        terms = dice_page.DiceTerms(tuple(clauses), tuple(operators.values()), may_play, unknown=unknown)
        view = dice_page.view_of(
            state.dice_log, terms, self.shown.settled, in_use=True, named=names.name, readable=names.readable
        )
        return dice_page.drafts(view, self.titles, self.shared)

    # --- what came about ----------------------------------------------------------------------------------------------

    def log(self) -> list[RegionDraft]:
        """The page of the newest events, and that of each month."""
        live: dict[str, list[Event]] = {}
        for event in self._state.told.events:
            live.setdefault(f"{event.at:%Y-%m}", []).append(event)
        marks = self._state.told_marks
        months = sorted(live.keys() | {month for month, mark in marks.items() if mark}, reverse=True)
        titles = {month: self.titles["log_month"].replace("{month}", month) for month in months}

        def newest() -> dict[str, Any]:
            whole = [self._month(month, live.get(month, ())) for month in months[:_MONTHS_SHOWN]]
            events = [event for each in whole for event in each["events"]][:EVENTS_SHOWN]
            places = {id: place for each in whole for id, place in each["places"].items()}
            told = {"events": events, "places": places, "most": EVENTS_SHOWN, "months": list(titles.items())}
            return {**self.shared, **told, "clauses": self._clauses}

        name, late = "_chat_game_log.wikitext.j2", LateValues(newest)
        drafts = [RegionDraft(self.titles["log"], "log", name, late, may_shrink_for=_KEPT_BY_MONTH)]
        for month, title in titles.items():
            values = LateValues(partial(self._month, month, live.get(month, ())))
            mark = "" if month in live else marks[month]
            drafts.append(RegionDraft(title, f"log-{month}", "_chat_game_log_month.wikitext.j2", values, mark=mark))
        return drafts

    def _month(self, month: str, live: Sequence[Event]) -> dict[str, Any]:
        """All that came about in a month, the newest first, and where the messages stand that it cites."""
        earlier, places = events_of(self.shown.settled, month) if month in self._state.told_marks else ([], {})
        events = sorted((*earlier, *live), key=lambda event: event.at)[::-1]
        told = {"events": events, "month": month, "places": {**places, **self._places}, "clauses": self._clauses}
        return {**told, "name": self.people.name, "readable": self.people.readable}

    def attention(self) -> RegionDraft:
        """What people must decide or look at: questions, refusals with what could be meant, and findings, the newest first."""
        state = self._state
        old = {(note.code, note.text, note.at) for note in state.notes if note.at < self._since}
        found = (each for each in self.shown.findings if (each.code, each.text, each.at) not in old)
        values = {
            "questions": [self._asked(each) for each in self.shown.questions if each.audience == PUBLIC],
            "awaited": [self.people.readable(each.purpose) for each in state.waiting],
            "refusals": [each for each in reversed(state.told.refused) if self._is_shown(each)],
            "said": {id: each.text for id, each in state.said.items() if each.channel != PRIVATE_CHANNEL},
            "findings": sorted(
                (each for each in found if each.audience == PUBLIC), key=lambda each: each.at or EPOCH, reverse=True
            ),
            "most": _MOST_SHOWN,
        }
        return self.draft("attention", values, may_shrink_for=COMES_AND_GOES)

    def _asked(self, each: Question) -> Question:
        answers = tuple(map(self.people.name, each.answers[:_ANSWERS_SHOWN]))
        return replace(each, text=self.people.readable(each.text), answers=answers)

    def _is_shown(self, each: Refusal) -> bool:
        """Whether a refusal is for everybody to see."""
        return each.at >= self._since and not each.is_confirmed


def _over(offer: Any) -> datetime:
    """When an offer was closed, or made where a stated one does not tell that."""
    return offer.ended or offer.at or EPOCH
