"""How the toy game folds.

A ``post`` opens a matter that closes by itself; comments hold ``for`` or ``against`` and may ask for dice with ``roll`` (a six asks
for another). A person may rule a matter void. A day after its last event a closed matter is settled; a later remark reopens it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

from pydantic import TypeAdapter

from tests.games.toy import rules
from tests.games.toy.state import Choice, Matter, Possibility, State, Throw, Vote
from tracker.core.clause import load_clauses, load_parameters
from tracker.core.draft import RegionDraft
from tracker.core.fold import Context, Decision, Step
from tracker.core.gamestate import Fact, Finding, Gamestate, Outcome, Question, RollRequest
from tracker.core.leaning import Reason
from tracker.core.observation import Observation
from tracker.core.ports import SettledRecord
from tracker.core.rule import RuleBook
from tracker.games.base import Game
from tracker.mechanics.dice.seeds import faces_of

FOLDER = Path(__file__).parent
SETTLED_AFTER = timedelta(hours=24)
VOID = "void"

_MATTER = TypeAdapter(Matter)
_CLASSES = {"post": 0, "comment": 1, "comment_edited": 2, "comment_gone": 3, "roll": 4}


class Toy(Game[State]):
    """The toy game."""

    slug = "toy"
    title = "Toy"
    clauses = load_clauses(FOLDER / "clauses.toml")
    parameters = load_parameters(FOLDER / "parameters.toml")
    rules = RuleBook.of_modules(clauses, [rules])
    codes: ClassVar[Mapping[str, tuple[str, str]]] = {
        "ALREADY_POSTED": ("T-1", "A slug is used once."),
        "CORRECTION_WITHOUT_EFFECT": ("T-1", "A correction puts nothing right."),
    }
    state_type = State

    def start(self) -> State:
        return State()

    def order(self, observation: Observation) -> tuple[Any, ...]:
        return (_CLASSES.get(observation.kind, 9),)

    def step(self, state: State, step: Step, context: Context) -> None:
        observation = step.observation
        state.days.add(step.when.date())
        if observation.kind == "post":
            self._open(state, observation, context)
        elif observation.kind == "roll":
            self._take_roll(state, observation)
        elif observation.kind.startswith("comment"):
            self._take_comment(state, step, context)
        elif observation.kind == "correction":
            self._correct(state, observation)

    def due_at(self, state: State) -> datetime | None:
        return min((matter.closes_at for matter in state.matters.values() if not matter.is_closed), default=None)

    def fire(self, state: State, when: datetime, context: Context) -> None:
        for matter in _due(state, when):
            _close(matter, self._needed(state, when), _ruling(matter, context))

    def settle(self, state: State, as_of: datetime) -> list[SettledRecord]:
        over = [matter for matter in state.matters.values() if _is_over(matter, as_of)]
        for matter in over:
            del state.matters[matter.slug]
        return [
            SettledRecord(matter.slug, _month(matter.closes_at), as_of, _MATTER.dump_json(matter).decode())
            for matter in over
        ]

    def view(self, state: State, as_of: datetime, seq: int, context: Context) -> Gamestate:
        matters = dict(sorted(self._shown(state, as_of, context).items()))
        values = {
            "matters": {slug: _shown(matter, context) for slug, matter in matters.items()},
            "scores": dict(sorted(state.scores.items())),
            "voters": sorted(state.voters),
            "days": len(state.days),
        }
        facts = tuple(_fact(matter, context) for matter in matters.values() if matter.is_closed)
        questions = tuple(_question(matter) for matter in matters.values() if "?" in matter.title)
        requests = tuple(_request(throw) for throw in state.throws.values() if throw.faces is None)
        findings, due = tuple(state.findings), self.due_at(state)
        return Gamestate(self.slug, as_of, seq, values, facts, findings, questions, requests, next_instant=due)

    def pages(self, gamestate: Gamestate, names: Mapping[str, str]) -> Sequence[RegionDraft]:
        return ()

    def catalogue(self) -> Mapping[str, str]:
        return {}

    # --- rows

    def _correct(self, state: State, observation: Observation) -> None:
        value = observation.payload.get("set")
        if fault := observation.text("fault"):
            at = observation.happened_at
            state.findings.append(Finding("CORRECTION_WITHOUT_EFFECT", "T-1", fault, (observation.id,), at))
        elif value is not None:
            state.scores[value["pointer"].removeprefix("/scores/")] = value["value"]

    def _open(self, state: State, observation: Observation, context: Context) -> None:
        slug, opened_at = observation.payload["slug"], observation.happened_at
        if _matter(state, slug, context) is not None:
            text = f"{slug} is used already"
            state.findings.append(Finding("ALREADY_POSTED", "T-1", text, (observation.id,), opened_at))
            return
        hours = self.parameters["open_hours"].at(opened_at)
        closes_at = opened_at + timedelta(hours=hours)
        state.matters[slug] = Matter(slug, observation.id, observation.payload["title"], opened_at, closes_at)

    def _take_comment(self, state: State, step: Step, context: Context) -> None:
        observation = step.observation
        matter = _matter(state, observation.payload["post"], context)
        if matter is None:
            return
        author, body = observation.payload["author"], str(observation.payload.get("body", ""))
        choice = next((choice for choice in Choice if choice in body.split()), None)
        if not step.is_certain:
            matter.possible[observation.id] = Possibility(observation.id, author, step.when, choice)
            return
        matter.possible.pop(observation.id, None)
        matter.last_event = step.when
        if matter.is_closed:
            matter.remarks.append((step.when, observation.id))
        else:
            matter.votes[observation.id] = Vote(observation.id, author, choice, step.when)
        state.voters.update({author} if choice else ())
        if observation.kind == "comment" and "roll" in body.split():
            self._ask(state, f"{observation.id}:0", author, step.when)

    def _ask(self, state: State, key: str, by: str, when: datetime) -> None:
        state.throws[key] = Throw(key, by, self.parameters["die_sides"].at(when), when)

    def _take_roll(self, state: State, observation: Observation) -> None:
        throw = state.throws.get(observation.payload["for"])
        if throw is None or throw.faces is not None or observation.payload["sides"] != throw.sides:
            return
        throw.faces = faces_of(observation.payload)
        state.scores[throw.by] = state.scores.get(throw.by, 0) + sum(throw.faces)
        if 6 in throw.faces:
            name, _, number = throw.key.rpartition(":")
            self._ask(state, f"{name}:{int(number) + 1}", throw.by, observation.happened_at)

    def _needed(self, state: State, when: datetime) -> int:
        needed: int = self.rules.at("needed", when).function(len(state.voters))
        return needed

    def _shown(self, state: State, as_of: datetime, context: Context) -> dict[str, Matter]:
        """This month's and last month's matters; the live ones go before the settled ones."""
        months = (_month(as_of.replace(day=1) - timedelta(days=1)), _month(as_of))
        records = [record for month in months for record in context.settled.settled_in(month).values()]
        settled = [_MATTER.validate_python(record) for record in records]
        return {**{matter.slug: matter for matter in settled}, **state.matters}


def _matter(state: State, slug: str, context: Context) -> Matter | None:
    """The live matter, or a settled one brought back to life."""
    if slug not in state.matters:
        record = context.settled.settled(slug)
        if record is None:
            return None
        state.matters[slug] = _MATTER.validate_python(record)
    return state.matters[slug]


def _due(state: State, when: datetime) -> list[Matter]:
    return [matter for matter in state.matters.values() if not matter.is_closed and matter.closes_at == when]


def _close(matter: Matter, needed: int, ruling: Decision | None) -> None:
    readings = [rules.effective_votes(votes) for votes in _readings(matter)]
    matter.is_closed = True
    matter.last_event = max(matter.closes_at, matter.last_event or matter.closes_at)
    if ruling is not None:
        matter.outcome, matter.counted_observations = Outcome.FALSE, (ruling.observation,)
        return
    matter.counted = readings[0]
    matter.outcome = rules.outcome_of(frozenset(rules.verdict(reading, needed) for reading in readings))
    matter.counted_observations = tuple(dict.fromkeys([*matter.votes, *matter.possible]))


def _readings(matter: Matter) -> Iterator[dict[str, Vote]]:
    """The votes as they stand, and as they stand with each possible comment or edit."""
    yield matter.votes
    for maybe in matter.possible.values():
        changed = Vote(maybe.observation, maybe.author, maybe.choice, maybe.not_before)
        yield {**matter.votes, maybe.observation: changed}


def _ruling(matter: Matter, context: Context) -> Decision | None:
    """The ruling that the matter is void, if any."""
    ruling = context.decisions.get(f"void:{matter.slug}")
    return ruling if ruling is not None and ruling.answer == "yes" else None


def _is_over(matter: Matter, as_of: datetime) -> bool:
    return matter.is_closed and (matter.last_event or matter.closes_at) < as_of - SETTLED_AFTER


def _month(when: datetime) -> str:
    return f"{when:%Y-%m}"


def _shown(matter: Matter, context: Context) -> dict[str, Any]:
    return {
        "open": not matter.is_closed,
        "closes_at": matter.closes_at.isoformat(),
        "outcome": VOID if _ruling(matter, context) else matter.outcome.printed,
        "votes": {author: str(choice) for author, choice in sorted(rules.effective_votes(matter.votes).items())},
        "counted": {author: str(choice) for author, choice in sorted(matter.counted.items())},
        "perhaps": sorted(matter.possible),
        "remarks": [observation for _, observation in sorted(matter.remarks)],
    }


def _fact(matter: Matter, context: Context) -> Fact:
    name, ruling = f"matters.{matter.slug}.outcome", _ruling(matter, context)
    if ruling is not None:
        return Fact(name, VOID, "T-5", (Reason("T-5", ruling.why, (ruling.observation,)),))
    reasons = [Reason("T-3", f"closed by itself at {matter.closes_at.isoformat()}", (matter.observation,))]
    reasons.append(Reason("T-2", "what was or may have been voted by then", matter.counted_observations))
    return Fact(name, matter.outcome.printed, "T-3", tuple(reasons))


def _question(matter: Matter) -> Question:
    return Question(
        f"void:{matter.slug}",
        f"Is {matter.title} void?",
        "T-5",
        ("yes", "no"),
        matter.opened_at,
        (),
        (matter.observation,),
    )


def _request(throw: Throw) -> RollRequest:
    return RollRequest(throw.key, throw.sides, 1, "luck", "T-4", throw.asked_at)
