"""Nomicoup as the tracker plays it: what is wired to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, ClassVar

from tracker.core.chat_answers import Call
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Dealing, Fact, Finding, Gamestate, Question
from tracker.core.instants import parse_instant
from tracker.core.observation import Observation
from tracker.core.rule import RuleBook
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import Cause, Play
from tracker.games.chat_game.standing import Shown
from tracker.games.chat_game.state import ChatState, Waiting
from tracker.mechanics.chat.carrying import happens, note, rule
from tracker.mechanics.chat.rows import Act, Asked, Boundary, Deleted, Edited, Message, Open, Reacted, Row
from tracker.mechanics.chat_people import People

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


@rule("COUP-023")
def elsewhere(world: Coup, message: Message, said: str) -> None:
    """Tell that something was said in a channel where it is nothing, as people may take it for done."""
    general, proposed = world.law.word("general_channel"), world.law.word("propositions_channel")
    right = proposed if message.channel == general else general
    text = f"“{said}” was said in #{message.channel}, where it is nothing: say it in #{right}"
    happens("announcement_failed", text)
    note("WRONG_CHANNEL", text)


@rule("COUP-023")
def not_understood(world: Coup, message: Message) -> None:
    """Tell whoever wrote privately what is nothing that can be said so what is asked of them now."""
    options.answer(world, message, "That is nothing that can be said here, and does nothing.")


def _reacting(react: Callable[[Coup, str, Reacted], None]) -> Callable[..., None]:
    """A reaction on what is voted on, out of the fields of an act."""

    def carry_out(world: Coup, number: str, of: str, emoji: str, user: str, is_set: bool, late: str) -> None:
        react(world, number, Reacted(of, emoji, user, is_set, parse_instant(late) if late else None))

    return carry_out


def _going_on(act: Callable[..., None]) -> Callable[..., None]:
    """An act that is refused once the game is over."""

    @wraps(act)
    def carry_out(world: Coup, **fields: Any) -> None:
        winning.must_go_on(world)
        act(world, **fields)

    return carry_out


_PEOPLES: Mapping[str, Callable[..., None]] = {
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
}
"""What people do, which has no effect once the game is over."""
ACTS: Mapping[str, Callable[..., None]] = {
    **{kind: _going_on(act) for kind, act in _PEOPLES.items()},
    "hand": letters.tell_hand,
    "vote": _reacting(propositions.react),
    "vote_on_suggestion": _reacting(clarifications.react),
    "win_deleted": winning.win_deleted,
    "left_server": players.left_server,
    "elsewhere": elsewhere,
    "not_understood": not_understood,
    "answer": options.answer,
    "time_out": turns.time_out,
    "vote_over": propositions.vote_over,
    "suggestion_over": clarifications.suggestion_over,
    "choose_judge": clarifications.choose,
    "judge_silent": clarifications.judge_silent,
    "deck": secrets.take,
    "cards_came": secrets.cards_came,
    "decided": winning.decided,
    "restate": opening.restate,
    "tell_turn": turns.notify,
    "follow": propositions.look_anew,
}


def _voted_on(world: Coup, act: Act) -> str:
    """The message of what a reaction votes on, which may be set on another that posts it anew."""
    proposition = world.propositions.get(act.fields["number"]) if act.kind == "vote" else None
    return proposition.message if proposition else str(act.fields["of"])


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
    columns = ("title", "proponent", "up", "right", "down", "majority", "ends_at")
    stated_fields = (
        *("status", "players", "order", "turn", "round", "deck", "candidates", "last_judge", "game_id"),
        *("propositions", "clarifications"),
    )
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
        """Never: of a game that is over the cards are still to be published, and its win may be taken back."""
        return False

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
        """Take in what is no row of the chat: what is of the deck, people's answers, and whatever all games have."""
        row = step.observation
        is_of_deck = row.kind in _DECK_ROWS or (row.kind in ("commitment", "reveal") and secrets.is_about_deck(row))
        if is_of_deck:
            fields = {"kind": row.kind, "row": dict(row.payload), "id": step.row.id}
            self._carry_out(state, Act("deck", fields), Cause(step.row.id, None, step.when))
            if row.kind == "shuffle":
                self._cards_came(state, Cause(step.row.id, None, step.when), context)
            return
        super()._take(state, step, context)
        if row.kind == "decision" and row.text("question"):
            told = {"question": row.text("question"), "answer": row.text("answer"), "why": row.text("why")}
            ask = state.world.asks.get(told["question"])
            about = next(iter(ask.rows), "") if ask else ""
            self._carry_out(state, Act("decided", told), Cause(about or step.row.id, None, step.when))

    def _cards_came(self, state: ChatState[Coup], cause: Cause, context: Context) -> None:
        """Do with the deck what waited for a shuffle, and then what waited for its cards, each as of when it was announced."""
        state.world.look(state.names, self.law_at(state, cause.at))
        self._carry_out(state, Act("cards_came"), cause)
        waiting = [each for each in state.waiting if each.is_told]
        state.waiting = [each for each in state.waiting if not each.is_told]
        if waiting:
            state.world.waiting_for_cards, state.clock = [], waiting[0].at
            for each in waiting:
                self._catch_up(state, each.at, context)
                self._carry_out(state, each.act, Cause(each.row, each.part, each.at))
            self._catch_up(state, cause.at, context)
            state.clock, state.is_stale = cause.at, True

    def _catch_up(self, state: ChatState[Coup], until: datetime, context: Context) -> None:
        """Let happen what was due by itself while cards were awaited."""
        state.is_stale = True
        while (at := self.due_at(state)) is not None and at <= until:
            self.fire(state, at, context)
            state.is_stale = True

    def _carry_out(self, state: ChatState[Coup], act: Act, cause: Cause) -> None:
        """Do one thing, unless something before it waits for cards; who acted privately is told privately what came of it."""
        world = state.world
        if act.kind in ("vote", "vote_on_suggestion"):
            cause = Cause(_voted_on(world, act), None, cause.at)
        if act.message is not None and world.waiting_for_cards:
            waits = Waiting(
                act, cause.row, cause.part, cause.at, {}, "cards that are not dealt yet", "COUP-033", is_told=True
            )
            state.waiting.append(waits)
        else:
            refused, events = len(state.told.refused), len(state.told.events)
            super()._carry_out(state, act, cause)
            if act.message is not None and act.message.channel == DM and act.kind != "not_understood":
                texts = [f"That has no effect: {each.text}." for each in state.told.refused[refused:]]
                done = [f"Done: {each.text}." for each in state.told.events[events : events + 1]]
                self._answer(state, act, cause, texts or done)
        state.world.waiting_for_cards = [f"{each.row}#{each.part}" for each in state.waiting if each.is_told]

    def _answer(self, state: ChatState[Coup], act: Act, cause: Cause, texts: Sequence[str]) -> None:
        """Tell whoever wrote privately what became of it, as nobody else sees it."""
        if any((each.row, each.part) == (cause.row, cause.part) for each in state.waiting):
            texts = ["That is noted, and carried out as soon as the cards are dealt on which it hangs."]
        for text in texts:
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
        before = state.world
        super()._open(state, step)
        if state.world is not before:
            opening.going_on(state.world, before, opening.as_described(step.observation.payload.get("state") or {}))
            state.waiting = [each for each in state.waiting if not each.is_told]
            state.notes = [each for each in state.notes if each.code != "TURN_UNTOLD"]
            self._carry_out(state, Act("restate"), Cause(step.row.id, None, step.when))
            if not turns.is_told(state.world, before.turn):
                self._carry_out(state, Act("tell_turn"), Cause(step.row.id, None, step.when))

    def restated(self, state: ChatState[Coup], when: datetime) -> None:
        """Let follow what follows from a setting, such as the cards of a new character."""
        if state.clock is not None and not state.world.is_stated:
            self._carry_out(state, Act("follow"), Cause("", None, when))

    def faults(self, world: Coup) -> Iterable[str]:
        """What of a stated gamestate cannot be."""
        return opening.faults(world)

    def with_people(self, stated: Mapping[str, Any], id_of: Callable[[str], str]) -> Mapping[str, Any]:
        """A stated gamestate with people by their ids; a group whose members are stated goes by its name."""
        described = self.stated(stated)
        players = described["players"] if isinstance(described["players"], dict) else {}
        groups = {id.casefold(): id for id, each in players.items() if isinstance(each, dict) and each.get("members")}
        return super().with_people(described, lambda name: groups.get(name.casefold()) or id_of(name))

    @property
    def opening_note(self) -> str:
        """What to correct in the draft of an opening."""
        return (
            "Write what is known, and take out what is not. Hands and the deck are secret: keep the file to yourself."
        )

    def setting_problem(self, name: str, value: Any, beside: Mapping[str, Sequence[Any]] | None = None) -> str:
        """Why a well-formed setting cannot be used."""
        return opening.setting_problem(name, value)

    @property
    def config_switches(self) -> Mapping[str, str]:
        """Hours in which a win can be taken back before every card is published."""
        return {"deck_opening_hours": "24"}

    # --- what is shown ------------------------------------------------------------------------------------------------

    def completed(self, world: Coup, values: dict[str, Any]) -> dict[str, Any]:
        """The printed gamestate with what follows from it within its parts."""
        return shown.completed(world, values)

    def hidden_in(self, world: Coup) -> frozenset[str]:
        """What is hidden until the cards of a game that is over are published."""
        return self.hidden - frozenset({"hand", "deck", "nonces"}) if secrets.is_deck_open(world) else self.hidden

    def dealing(self, world: Coup, people: People) -> Dealing:
        """What is asked of whoever keeps the secret text."""
        return secrets.dealing(world, people.readable, people.name)

    def sealed(self, state: ChatState[Coup]) -> Mapping[str, str]:
        """Questions whose answers cannot be changed any more."""
        return shown.sealed(state.world)

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
