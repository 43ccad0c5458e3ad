"""Appendix, Clarifications, Prioritisation: which of two contradicting parts of the ruleset goes first, and what people decide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast, get_args

from tracker.core.gamestate import Fact, Question
from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.errors import UsageError
from tracker.games.blognomic.law import CLAUSES
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import APPENDIX, CORE, DYNASTIC, PREAMBLE, SPECIAL_CASE
from tracker.games.blognomic.special_case.special_case import is_downtime
from tracker.games.blognomic.state import Kind
from tracker.mechanics.ruleset.ruletree import bare_title, title_key

Side = Literal["first", "second"]
Narrower = Literal["first", "second", "same", ""]
"""Which of two parts has the more limited scope; "" where nobody has said so."""
Negative = Literal["first", "second", "both", "neither", ""]
"""Which of two parts forbids; "" where nobody has said so."""

DOWNTIME_CONFLICT = "downtime-declarations"
"""The topic of the question about declarations of victory in Seasonal Downtime (BN-177, BN-265)."""

_ENTRENCHED: Mapping[str, str] = {
    "Enacting and Failing": "as to Calls for Judgement and Declarations of Victory",
    "Calls for Judgement": "in everything",
    "Victory and Ascension": "as to Declarations of Victory",
    "Atomic Actions": "in everything",
}
"""The rules that cannot be overruled by Dynastic Rules, and in what (BN-262, BN-265), while no page was seen."""
_SAYS_SO = re.compile(
    r"[^.]{0,200}\b(?:can\s?not|can't|may not)\s+be\s+overruled\s+by\s+(?:the\s+|a\s+)?dynastic\s+rules?[^.]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the ruleset: its name, its section, and in what it says that Dynastic Rules cannot overrule it ("": nothing)."""

    name: str
    section: str
    entrenched: str = ""

    @property
    def ranks_as_dynastic(self) -> bool:
        """Whether it is a Dynastic or a Special Case Rule, which rank equal (BN-265)."""
        return self.section in (DYNASTIC, SPECIAL_CASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the order: the clause, what it says of the two parts, and which goes first by it ("": neither)."""

    clause: str
    text: str
    prevails: Side | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Precedence:
    """Two parts side by side, the steps in order, which goes first ("": a person decides), and what people must decide."""

    first: Part
    second: Part
    steps: tuple[Step, ...]
    prevails: Side | Literal[""]
    to_decide: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """As plain JSON values."""
        parts = {side: _part_record(part) for side, part in (("first", self.first), ("second", self.second))}
        steps = [{"clause": step.clause, "text": step.text, "prevails": step.prevails} for step in self.steps]
        return {**parts, "steps": steps, "prevails": self.prevails, "to_decide": list(self.to_decide)}


def _part_record(part: Part) -> dict[str, str]:
    return {"name": part.name, "section": part.section, "entrenched": part.entrenched}


@dataclass(frozen=True, slots=True)
class OrderOfPrecedence:
    """The order of the day: every part by the key of its name."""

    parts: Mapping[str, Part] = field(default_factory=dict)

    def part(self, name: str) -> Part:
        """The part of a clause's id or a rule's title; raises UsageError where none is called so."""
        known = CLAUSES[name].path if name in CLAUSES else None
        title = bare_title(known[-1].partition(" (")[0]) if known and len(known) > 1 else name
        found = self.parts.get(title_key(bare_title(title)))
        if found is None and known:
            found = Part(name, known[0].partition(" (")[0])
        if found is None:
            raise UsageError(f"no rule is called {name!r}", remedy="give a clause's id or a rule's title")
        return replace(found, name=f"{name}, {found.name}") if known and found.name != name else found

    @rule("BN-261", "BN-262", "BN-263", "BN-264", "BN-265")
    def of(self, first: Part, second: Part, narrower: Narrower = "", negative: Negative = "") -> Precedence:
        """Which of two parts goes first if they contradict each other."""
        steps, decide = list[Step](), [f"whether {first.name} and {second.name} contradict each other"]
        for step in self._steps(first, second, narrower, negative, decide):
            steps.append(step)
            if step.prevails or _LEFT_OPEN in decide:
                break
        return Precedence(first, second, tuple(steps), steps[-1].prevails, tuple(decide))

    def _steps(
        self, first: Part, second: Part, narrower: Narrower, negative: Negative, decide: list[str]
    ) -> Iterator[Step]:
        """The steps in order; each notes what people must decide for it."""
        yield _appendix(first, second)
        yield _entrenched(first, second, decide)
        yield _dynastic_over_core(first, second)
        yield _scope(first, second, narrower, decide)
        yield _sign(negative, decide)


def _appendix(first: Part, second: Part) -> Step:
    is_appendix = [part.section == APPENDIX for part in (first, second)]
    if any(is_appendix) and not all(is_appendix):
        winner: Side = "first" if is_appendix[0] else "second"
        return Step("BN-261", "the Appendix goes before any rule of the other sections", winner)
    return Step("BN-261", "neither or both stand in the Appendix")


def _scope(first: Part, second: Part, narrower: Narrower, decide: list[str]) -> Step:
    """The narrower scope, where the rules let it decide between these sections."""
    if narrower == "same":
        return Step("BN-263", _SAME_SCOPE)
    if {first.section, second.section} == {APPENDIX}:
        decide.append(_LEFT_OPEN)
        return Step("BN-263", "the narrower scope decides between Core Rules and between Dynastic Rules only")
    if narrower:
        return Step("BN-263", "the part with the more limited scope goes first", narrower)
    decide.append("which of the two has the more limited scope, or whether both have the same")
    decide.append(_LEFT_OPEN)
    return Step("BN-263", "nobody has said which scope is the more limited one")


def put_in_order(
    order: OrderOfPrecedence, first: str, second: str, narrower: str = "", negative: str = ""
) -> Precedence:
    """Two parts by name; raises UsageError for one that there is not, for one named twice, and for what can be said of neither."""
    if narrower not in get_args(Narrower) or negative not in get_args(Negative):
        raise UsageError(f"nothing can be said to be {narrower or negative!r}", remedy="say first, second or same")
    scope, sign = cast(Narrower, narrower), cast(Negative, negative)
    parts = order.part(first), order.part(second)
    if _is_one_rule(*parts):
        names = repr(first) if first == second else f"{first!r} and {second!r}"
        fault = f"{names} {'is' if first == second else 'stand in'} one and the same rule, {_title(parts[0])!r}"
        raise UsageError(f"{fault}: no rule goes before itself", remedy="name two rules that contradict each other")
    return order.of(*parts, scope, sign)


def _is_one_rule(first: Part, second: Part) -> bool:
    return (first.section, title_key(_title(first))) == (second.section, title_key(_title(second)))


def _title(part: Part) -> str:
    """A part's title without the clause's id before it."""
    id, _, title = part.name.partition(", ")
    return title if title and id in CLAUSES else part.name


_SAME_SCOPE = "both have the same scope"
_LEFT_OPEN = "which of the two goes first: the rules do not tell by themselves"


def _entrenched(first: Part, second: Part, decide: list[str]) -> Step:
    """A part that says that Dynastic Rules cannot overrule it goes before one that ranks as they do (BN-262, BN-265)."""
    clause = "BN-265" if SPECIAL_CASE in (first.section, second.section) else "BN-262"
    stands = [_stands_against(first, second), _stands_against(second, first)]
    if stands == [True, True]:
        decide.append(_LEFT_OPEN)
        return Step(clause, "both say that Dynastic Rules cannot overrule them")
    if not any(stands):
        return Step(clause, "neither is protected from the other")
    winner, part = ("first", first) if stands[0] else ("second", second)
    decide.append(f"whether the contradiction is one that {part.name} is protected in: {part.entrenched}")
    return Step(clause, f"{part.name} cannot be overruled by Dynastic Rules: {part.entrenched}", _side(winner))


def _stands_against(part: Part, other: Part) -> bool:
    """Whether the part is protected from the other one: a Special Case Rule from Dynastic ones only."""
    protected_from = (DYNASTIC, SPECIAL_CASE) if part.section == CORE else (DYNASTIC,)
    return bool(part.entrenched) and other.section in protected_from


def _side(name: str) -> Side:
    return "first" if name == "first" else "second"


def _dynastic_over_core(first: Part, second: Part) -> Step:
    ranks = [part.ranks_as_dynastic for part in (first, second)]
    if CORE not in (first.section, second.section) or not any(ranks):
        return Step("BN-262", "not a Core Rule against a Dynastic or Special Case Rule")
    winner: Side = "first" if ranks[0] else "second"
    part = first if ranks[0] else second
    clause = "BN-265" if part.section == SPECIAL_CASE else "BN-262"
    return Step(clause, f"{part.name} ranks as a Dynastic Rule, which goes before a Core Rule", winner)


def _sign(negative: Negative, decide: list[str]) -> Step:
    if negative in ("first", "second"):
        return Step("BN-264", "of two parts with the same scope the negative one applies", _side(negative))
    if not negative:
        decide.append("which of the two is negative")
    decide.append(_LEFT_OPEN)
    return Step("BN-264", "not just one of them is said to be negative")


# --- the parts of the day ---------------------------------------------------------------------------------------------


@rule("BN-262", "BN-265")
def order_of(moment: Moment) -> OrderOfPrecedence:
    """The order of the day with every rule on the page; where no page was seen, with the rules that this tracker knows."""
    return OrderOfPrecedence(_parts_shown(moment) or _parts_known())


def _parts_shown(moment: Moment) -> dict[str, Part]:
    shown, parts = moment.state.ruleset, dict[str, Part]()
    for passage in shown.passages.values() if shown else ():
        title = passage.path[-1]
        if passage.hash and title != PREAMBLE and not title.startswith(";"):
            part = Part(title, passage.path[0], _entrenchment(passage.words))
            parts.setdefault(title_key(bare_title(title)), part)
    return parts


@remembered(maxsize=512)
def _entrenchment(words: str) -> str:
    match = _SAYS_SO.search(words) if "overruled" in words else None
    return match[0].strip() if match else ""


@remembered(maxsize=1)
def _parts_known() -> dict[str, Part]:
    parts: dict[str, Part] = {}
    for clause in CLAUSES.values():
        section = clause.path[0].partition(" (")[0]
        title = bare_title(clause.path[-1].partition(" (")[0])
        parts.setdefault(title_key(title), Part(title, section, _ENTRENCHED.get(title, "")))
    return parts


@rule("BN-261", "BN-265")
def facts(moment: Moment) -> list[Fact]:
    """The order in which contradictions are settled, as it is read, once the page was seen."""
    shown = moment.state.ruleset
    if shown is None:
        return []
    why = Reason("BN-261", f"revision {shown.revision} of the ruleset page", (shown.row,))
    return [Fact("precedence", list(IN_WORDS), "BN-265", (why,))]


IN_WORDS = (
    "BN-261: the Appendix before any other section",
    "BN-262, BN-265: what says that Dynastic Rules cannot overrule it, before them",
    "BN-262, BN-265: Dynastic and Special Case Rules before Core Rules",
    "BN-265: Special Case against Dynastic: scope, then sign",
    "BN-263: the more limited scope",
    "BN-264: the negative one",
)
"""The steps of the order."""


@rule("BN-177", "BN-265")
def questions(moment: Moment) -> list[Question]:
    """In Seasonal Downtime, while a declaration is there: whether that rule or Victory and Ascension goes first."""
    state, when = moment.state, moment.when
    declared = [post for post in state.posts.values() if post.kind is Kind.DECLARATION]
    concerned = [post for post in declared if post.is_open or post.posted_at.date().year == when.year]
    id = f"{DOWNTIME_CONFLICT}:{when.year}"
    if not is_downtime(state, moment.law) or not concerned or moment.answer(id) is not None:
        return []
    text = "Seasonal Downtime lets nobody act on declarations of victory, which Victory and Ascension lets them do: which one goes first?"
    order = order_of(moment)
    side_by_side = order.of(order.part("Seasonal Downtime"), order.part("Victory and Ascension"))
    needs = tuple(f"{step.clause}: {step.text}" for step in side_by_side.steps)
    rows = tuple(post.observation for post in concerned)
    answers = ("Seasonal Downtime", "Victory and Ascension")
    return [Question(id, text, "BN-265", answers, concerned[-1].posted_at, needs, rows)]
