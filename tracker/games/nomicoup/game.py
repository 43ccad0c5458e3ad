"""Nomicoup as the tracker plays it: what is wired to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar

from tracker.core.chat_answers import Call
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Dealing, Fact, Finding, Gamestate, Question
from tracker.core.observation import Observation
from tracker.core.rule import RuleBook
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import Cause, Play
from tracker.games.chat_game.standing import Shown
from tracker.games.chat_game.state import ChatState
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Deleted, Edited, Message, Open, Row
from tracker.mechanics.chat_people import People
from tracker.mechanics.state.described import printed

from . import hearing, opening, past
from .hidden import court_deck, letters, secrets, words
from .hidden.letters import DM
from .law import CLAUSES, CODES, HIDDEN, PARAMETERS, Law
from .playing import (
    actions,
    answers,
    holdings,
    options,
    orders,
    players,
    turns,
    winning,
)
from .proposing import adopting, clarifications, proposition_reading, propositions, voting
from .rule_tree import precedence, rule_changes, rule_paths
from .showing import calls, shown
from .state import Coup, State

_DECK_ROWS = ("shuffle", "dealt", "letter", "ending")


MODULES = (
    *(
        actions,
        adopting,
        answers,
        clarifications,
        court_deck,
        holdings,
        letters,
        opening,
        options,
        orders,
        players,
    ),
    *(precedence, proposition_reading, propositions, rule_changes, rule_paths, secrets, shown, turns, voting, winning),
    words,
)


ACTS: Mapping[str, Callable[..., None]] = {
    "start": players.start,
    "enter": players.enter,
    "enter_group": players.enter_group,
    "confirm": players.confirm,
    "forfeit": players.forfeit,
    "leave_group": players.leave_group,
    "pass": turns.pass_turn,
    "act": turns.act,
    "counter": answers.counter,
    "challenge": answers.challenge,
    "show": answers.show,
    "decline": answers.decline,
    "lose": holdings.lose,
    "give_back": actions.give_back,
    "add_candidate": clarifications.add_candidate,
    "remove_candidate": clarifications.remove_candidate,
    "clarify": clarifications.clarify,
    "suggest": clarifications.suggest,
    "defer": clarifications.defer,
    "title_rule": adopting.title_rule,
    "win": winning.win,
    "end_of_play": winning.end_of_play,
    "report": players.report,
    "pledge": words.pledge,
    "close_pledges": words.close_pledges,
    "word": words.show_word,
    "propose": propositions.propose,
    "edited": propositions.edited,
    "deleted": propositions.deleted,
    "vote": propositions.react,
    "vote_on_suggestion": clarifications.react,
    "answered": winning.answered,
    "time_out": turns.time_out,
    "vote_over": propositions.vote_over,
    "suggestion_over": clarifications.suggestion_over,
    "judge_silent": clarifications.judge_silent,
    "choose_judge": clarifications.choose,
    "hand": letters.tell_hand,
    "left_server": players.left_server,
    "elsewhere": options.elsewhere,
    "not_understood": options.not_understood,
    "answer": options.answer,
    "deck": secrets.take,
    "follow": opening.restate,
}
_AFTER_THE_END = frozenset(
    {"choose_judge", "hand", "left_server", "elsewhere", "not_understood", "answer", "deck", "follow"}
)
"""What still has an effect once the game is over."""


class Nomicoup(ChatGame[Coup]):
    """A rule tree that propositions change, joined to an endless game of Coup with a secret deck."""

    slug = "nomicoup"
    title = "Nomicoup"
    clauses = CLAUSES
    parameters = PARAMETERS
    codes = CODES
    law = Law
    world = Coup
    state_type = State
    asked_under = "COUP-023"
    board_columns: ClassVar[tuple[str, ...]] = ("title", "proponent", "up", "right", "down", "majority", "ends_at")
    own_codes: ClassVar[Mapping[str, str]] = {"UNCLEAR": "unclear"}
    matters = "propositions"
    ruleset_title = ""
    counted = ("status", "up", "right", "down", "majority")
    rolls_dice = True
    deals_cards = True
    keeps_ruleset = True
    hidden = HIDDEN
    channels = ("general", "propositions")
    voting_channels = ("propositions",)
    acting_channels = ("general", "propositions")
    status_pages = ("game", "propositions", "abilities", "deck", "attention")
    told_places = frozenset(
        {"players", "turn", "order", "round", "propositions", "clarifications", "candidates", "last_judge"}
    )
    rules = RuleBook.of_modules(CLAUSES, MODULES)
    acts: ClassVar[Mapping[str, Callable[..., None]]] = ACTS

    # --- what rows ask for --------------------------------------------------------------------------------------------

    def heard(self, world: Coup, row: Row) -> Iterable[Act | Asked]:
        """What a row of the chat asks for."""
        return hearing.heard(world, row)

    def boundaries(self, world: Coup) -> Iterable[Boundary]:
        """When turns, votes and Judges' times are over, and when the cards of a game that is over are published."""
        opens_at = secrets.opens_at(world)
        if world.status == "over":
            return [Boundary(opens_at, (4,), "follow")] if opens_at else []
        return [*turns.due(world), *propositions.due(world), *clarifications.due(world)]

    def is_over(self, world: Coup) -> bool:
        """Never: of a game that is over the cards are still to be published."""
        return False

    def carry_out(self, world: Coup, act: Act) -> None:
        """Do what an act asks for, unless the game is over."""
        if act.kind not in _AFTER_THE_END:
            winning.must_go_on(world)
        super().carry_out(world, act)

    def follow(self, world: Coup) -> None:
        """Let follow what follows at once in the game of Coup."""
        turns.follow(world)

    def open_matters(self, world: Coup) -> Iterable[Open]:
        """The choosing of a Judge that waits for its die."""
        return clarifications.open_choosings(world)

    def verdict(self, world: Coup, matter: str) -> str | None:
        """What became of the proposition of a message."""
        number = propositions.in_message(world, matter)
        return world.propositions[number].verdict if number else None

    def people(self, world: Coup) -> Iterable[str]:
        """Whoever plays or did, and the members of groups."""
        members = (member for each in world.players.values() for member in each.members)
        return dict.fromkeys((*world.players, *world.former_players, *members))

    def people_playing(self, world: Coup) -> Iterable[tuple[str, bool]]:
        """Whoever plays or did, each with whether they do."""
        return [*((id, False) for id in world.former_players), *((id, True) for id in world.players)]

    def groups(self, values: Mapping[str, Any]) -> Sequence[str]:
        """The players who have members."""
        return [id for id, each in values["players"].items() if each["members"]]

    # --- the deck, and what waits for its cards -----------------------------------------------------------------------

    def _take(self, state: ChatState[Coup], step: Step, context: Context) -> None:
        """Take in what is no row of the chat: what is of the deck, after which what waited for cards goes on, and what all games have."""
        row = step.observation
        is_of_deck = row.kind in _DECK_ROWS or (row.kind in ("commitment", "reveal") and secrets.is_about_deck(row))
        if not is_of_deck:
            super()._take(state, step, context)
            return
        fields = {"kind": row.kind, "row": dict(row.payload), "id": step.row.id}
        self._carry_out(state, Act("deck", fields), Cause(step.row.id, None, step.when))
        Play(self, state).go_on(step.when)

    def _carry_out(self, state: ChatState[Coup], act: Act, cause: Cause) -> None:
        """Do one thing; who acted privately is told privately what came of it, as nobody else sees it."""
        if act.kind in ("vote", "vote_on_suggestion"):
            cause = Cause(act.fields["reacted"].message, None, cause.at)
        elif act.kind == "answered" and (asked := state.world.asks.get(act.fields["question"])):
            cause = Cause(asked.rows[0], None, cause.at)
        refused, events = len(state.told.refused), len(state.told.events)
        super()._carry_out(state, act, cause)
        if act.message is not None and act.message.channel == DM and act.kind not in ("hand", "not_understood"):
            texts = [f"That has no effect: {each.text}." for each in state.told.refused[refused:]]
            texts = texts or [f"Done: {each.text}." for each in state.told.events[events : events + 1]]
            for text in texts or ["That is noted, and carried out as soon as the cards are dealt on which it hangs."]:
                Play(self, state).carry_out(Act("answer", {"text": text, "message": act.message}), cause)

    def _note_change(self, state: ChatState[Coup], row: Edited | Deleted, step: Step) -> None:
        """Tell that an announcement was edited or deleted, as it stands: of propositions and what is private other things hold."""
        if state.said[row.id].channel == state.world.law.word("general_channel"):
            super()._note_change(state, row, step)

    def shown_by_bot(self, state: ChatState[Coup], message: Message) -> None:
        """A bot may post a proposition anew for votes."""
        state.world.look(state.names, self.law_at(state, message.at))
        propositions.repost(state.world, message)

    # --- what people state and decide ---------------------------------------------------------------------------------

    def stated(self, stated: Mapping[str, Any]) -> Mapping[str, Any]:
        """An opening as the gamestate is described."""
        return opening.as_described(stated)

    def _open(self, state: ChatState[Coup], step: Step) -> None:
        told = step.observation
        if told.payload.get("game") == self.slug:
            state.world.look(state.names, self.law_at(state, step.when))
            stated = opening.with_known(state.world, printed(state.world), told.payload.get("state") or {})
            told = replace(told, payload={**told.payload, "state": stated})
        super()._open(state, step._replace(row=step.row._replace(observation=told)))

    def decided(self, world: Coup, question: str, answer: str) -> Act | None:
        """What carries out that people said who won, or what an edit is."""
        is_asked = question in world.asks and question.startswith(("win:", "viable:", "edit:"))
        is_followed = answer and (is_asked or question == winning.RECORDED)
        return Act("answered", {"question": question, "answer": answer}) if is_followed else None

    def faults(self, world: Coup) -> Iterable[str]:
        """What of a stated gamestate cannot be."""
        return opening.faults(world)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids; a group whose members are stated goes by its name."""
        described = self.stated(stated)
        groups = {id.casefold(): id for id, each in described["players"].items() if each.get("members")}
        return super().with_people(described, lambda name: groups.get(name.casefold()) or id_of(name))

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        return (
            "Write what is known, and take out what is not. Hands and the deck are secret: keep the file to yourself."
        )

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        if name in ("actions", "counteractions"):
            return "what there is to do is told by the rules that the tracker carries out"
        return "it has a | in it" if name == "game_id" and "|" in value else ""

    @property
    def config_switches(self) -> Mapping[str, str]:
        """Hours in which a win that is none can be corrected before every card is published."""
        return {"deck_opening_hours": "24"}

    # --- what is shown ------------------------------------------------------------------------------------------------

    def worked_out(self, world: Coup) -> Mapping[str, Any]:
        """What is printed beside the gamestate."""
        return shown.worked_out(world)

    def completed(self, world: Coup, values: dict[str, Any]) -> dict[str, Any]:
        """The printed gamestate with what follows from it within its parts."""
        return shown.completed(world, values)

    def hidden_in(self, world: Coup) -> frozenset[str]:
        """What is hidden until the cards of a game that is over are published."""
        return self.hidden - frozenset({"hand", "deck", "nonces"}) if secrets.is_deck_open(world) else self.hidden

    def dealing(self, world: Coup, people: People) -> Dealing:
        """What is asked of whoever keeps the secret text."""
        return secrets.dealing(world, people.readable, people.name)

    def facts(self, world: Coup) -> Iterator[Fact]:
        """The Treasury, and how many cards everybody has face down."""
        return shown.facts(world)

    def findings(self, state: ChatState[Coup], decisions: Mapping[str, Decision]) -> tuple[Finding, ...]:
        """What people should look at."""
        world = state.world
        more = (
            *shown.of_deck(world),
            *orders.findings(world),
            *clarifications.findings(world),
            *shown.findings(world, decisions),
            *shown.reference_findings(world),
            *adopting.findings(world),
        )
        return tuple(dict.fromkeys((*super().findings(state, decisions), *more)))

    def questions(
        self, state: ChatState[Coup], decisions: Mapping[str, Decision], facts: Sequence[Fact]
    ) -> tuple[Question, ...]:
        """What people are asked."""
        return (*super().questions(state, decisions, facts), *shown.questions(state.world, decisions))

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        """The regions that should stand on the wiki."""
        from .showing.pages import drafts  # late: a fold needs no pages

        return drafts(self, gamestate, names)

    def catalogue(self) -> Mapping[str, str]:
        """Page keys and their default titles."""
        from .showing.pages import CATALOGUE

        return CATALOGUE

    def status(self, shown: Shown) -> Iterator[str]:
        """How the game stands, for the chat."""
        return calls.status(shown.world, shown)

    def calls(self, shown: Shown) -> Iterator[Call]:
        """Whoever has the turn, and whom private messages do not reach."""
        return calls.calls(shown.world, shown)

    def precedence(
        self, gamestate: Gamestate, first: str, second: str, narrower: str, negative: str
    ) -> Mapping[str, Any]:
        """Two rules in the order of COUP-098: neither scope nor sign matters to it."""
        return precedence.put_in_order(gamestate.values["rules"], first, second)

    def ended(self, world: Coup, name: Callable[[str], str]) -> tuple[str, str] | None:
        """Who won."""
        return (f"{' and '.join(map(name, world.winners))} won", "COUP-001") if world.status == "over" else None

    def headline(self, values: Mapping[str, Any], names: Mapping[str, str]) -> Iterable[str]:
        """The round, whose turn it is until when, what nobody has, and what is pending."""
        return calls.headline(values, names)

    def kind_and_state(self, matter: Mapping[str, Any]) -> tuple[str, str]:
        """A proposition, and its status."""
        return "proposition", matter["status"]

    def is_open(self, matter: Mapping[str, Any]) -> bool:
        """Whether a proposition is voted on."""
        return bool(matter["status"] == "active")

    def is_about(self, slug: str, told: Finding | Question) -> bool:
        """Whether a question is about a proposition, by its number."""
        return isinstance(told, Question) and f"{told.id}:".startswith((f"from-when:{slug}:", f"done:{slug}:"))

    # --- what is over -------------------------------------------------------------------------------------------------

    def forget(self, world: Coup, limit: datetime) -> None:
        """Let what is over leave the gamestate."""
        past.forget(world, limit)

    def kept(
        self, state: ChatState[Coup], as_of: datetime, context: Context, observation: Observation
    ) -> Mapping[str, Any]:
        """What stays of redacted words: the changes of a proposition, and announcements without free words."""
        state.world.look(state.names, self.law_at(state, as_of))
        return past.kept_of(state.world, observation) or super().kept(state, as_of, context, observation)

    def bare_line(self, line: str) -> str:
        """What stays of a canonical line that is redacted."""
        return past.bare_line(line)

    def cited(self, world: Coup) -> Iterable[str]:
        """The messages that something open still hangs on."""
        return past.cited(world)


GAME = Nomicoup()
