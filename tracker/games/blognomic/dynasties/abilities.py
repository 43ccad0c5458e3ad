"""What somebody may do now: every action is tried on a turn that is thrown away, at each face of its die, now and at the instants ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, product
from math import gcd

from tracker.core.rule import rule
from tracker.games.blognomic.special_case.special_case import downtime_edges
from tracker.mechanics.declared.declared_actions import Action
from tracker.mechanics.holdings import THE_GAME, Change, Value
from tracker.mechanics.table.action_lines import Form, Parameter
from tracker.mechanics.turns import RefusedError, Turn, WaitingError

from . import acting
from .dynasty_records import Ability, DateRule, Why
from .limits import Bar, Limit, bar_of
from .played import Table

LARGEST_DIE = 40
"""Of dice up to this size each face is tried, to tell what comes of it and how often."""
MOST_LINES = 40
"""So many values of what a line leaves open are tried."""
MOST_OUTCOMES = 6
"""So many outcomes of a die are told one by one."""
MOST_INSTANTS = 6
"""At so many instants ahead an action that is barred now is tried again."""
PASSING = frozenset(
    {
        "NO_DATE_LEFT",
        "ALREADY_TODAY",
        "LESS_THAN_TEN_HOURS",
        "ALREADY_THIS_WEEK",
        "LESS_THAN_A_DAY",
        "NEED_NOT_MET",
        "DOWNTIME",
    }
)
"""The codes of what time alone may end."""
ANY_TEXT = "words"
"""Stands for a text that a line leaves open."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Option:
    """A line to be tried: its action, its words with a value in each open place, and what its writer is free to choose."""

    action: str
    words: str
    needs: str = ""
    limit: Limit = Limit.NONE


def abilities_of(table: Table, holder: str) -> list[Ability]:
    """Everything that somebody may or may not do, in the order of the rules and of the dynasty file."""
    built_in = table.code.abilities(table, holder) if table.code is not None else []
    return [*built_in, *tried(table, holder, _declared(table, holder))]


def tried(table: Table, holder: str, options: Iterable[Option]) -> list[Ability]:
    """What comes of each line; those that mean nothing are left out."""
    found = (ability(table, holder, option) for option in options)
    return [each for each in found if each is not None]


def ability(table: Table, holder: str, option: Option) -> Ability | None:
    """What comes of one line; None where it means nothing."""
    outcomes = _outcomes(table, holder, option.words, table.moment.when)
    if not outcomes:
        return None
    plain = Ability(option.action, option.words, option.limit, option.needs)
    if outcomes[0].is_awaited:
        return replace(plain, is_awaited=True)
    why = _barred(outcomes)
    if why is None:
        effect, chances = _told(table, holder, outcomes)
        return replace(plain, effect=effect, chances=chances)
    since, still = _ahead(table, holder, option.words, why)
    return replace(plain, why=why, since=since, still=still)


# --- limits -----------------------------------------------------------------------------------------------------------


def limits_of(table: Table) -> dict[str, Limit]:
    """The actions whose uses are limited, each with its limit."""
    declared = {action.name: Limit(action.limit) for action in table.dynasty.actions}
    return declared | (dict(table.code.limits) if table.code is not None else {})


@rule("BN-193", "BN-194", "BN-210", "BN-211")
def limit_ends(table: Table, holder: str) -> dict[str, Bar]:
    """What uses so far bar somebody from, by action; each until when."""
    law, uses, limits = table.moment.law, table.gndt.uses, limits_of(table)
    name_of = table.moment.state.name_of
    found = {}
    for action in sorted({use.action for use in uses if use.action in limits}):
        bar = bar_of(law, limits[action], action, holder, uses, name_of)
        if bar is not None:
            found[action] = bar
    return found


def date_rule(table: Table) -> DateRule | None:
    """How Dates bound Date Actions; None where the dynasty has none."""
    declared = table.dynasty.date_action
    if declared is not None:
        return DateRule(declared.variable, declared.exhausted_after)
    return table.code.date_rule(table) if table.code is not None else None


def start_of(table: Table, day: int) -> datetime | None:
    """When the day of that number begins (UTC); None for one that no calendar has."""
    zero = table.dynasty.day_zero
    try:
        return None if zero is None else _midnight(zero + timedelta(days=day))
    except OverflowError:
        return None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def holders_of(table: Table) -> list[str]:
    """Those whose abilities are shown: everybody with values, and the head of the dynasty."""
    head = table.moment.state.emperor
    return [*table.players, *([head] if table.moment.state.counts(head) and head not in table.players else [])]


def instants(table: Table) -> list[datetime]:
    """When a limit ends that bars somebody from an action now."""
    if not table.gndt.uses:
        return []
    return [bar.until for holder in holders_of(table) for bar in limit_ends(table, holder).values()]


# --- trying -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Dice:
    """Dice that show what is asked of them, and keep what was thrown."""

    face: int
    asked: list[tuple[int, int]] = field(default_factory=list)

    def __call__(self, key: str, count: int, sides: int) -> tuple[int, ...]:
        """The face for every die, or the highest that it has."""
        self.asked.append((count, sides))
        return (min(self.face, sides),) * count


@dataclass(frozen=True, slots=True)
class _Tried:
    """One turn that was thrown away."""

    turn: Turn
    dice: tuple[tuple[int, int], ...]
    why: Why | None = None
    is_awaited: bool = False


def _try(table: Table, holder: str, words: str, at: datetime, face: int = 1) -> _Tried | None:
    dice = _Dice(face)
    turn = table.turn(holder, at, "", dice)
    try:
        if not acting.is_performed(table, turn, words):
            return None
    except RefusedError as refused:
        return _Tried(turn, tuple(dice.asked), Why(refused.code, refused.clause, refused.text))
    except WaitingError:
        return _Tried(turn, tuple(dice.asked), is_awaited=True)
    return _Tried(turn, tuple(dice.asked))


def _outcomes(table: Table, holder: str, words: str, at: datetime) -> list[_Tried]:
    """What comes of a line at each face of its die, if one small die decides; else as if every die showed its lowest."""
    first = _try(table, holder, words, at)
    if first is None:
        return []
    if len(first.dice) != 1 or first.dice[0][0] != 1 or first.dice[0][1] > LARGEST_DIE:
        return [first]
    others = (_try(table, holder, words, at, face) for face in range(2, first.dice[0][1] + 1))
    return [first, *(each for each in others if each is not None)]


def _barred(outcomes: Sequence[_Tried]) -> Why | None:
    """What bars an action: None where the dice may let it happen."""
    return outcomes[0].why if all(each.why for each in outcomes) else None


def _ahead(table: Table, holder: str, words: str, why: Why) -> tuple[datetime | None, Why | None]:
    """The first instant at which an action may be taken if nobody acts, or what bars it even then."""
    if why.code not in PASSING:
        return None, None
    for at in islice(_instants_of(table, holder), MOST_INSTANTS):
        outcomes = _outcomes(table, holder, words, at)
        later = _barred(outcomes)
        if later is None:
            return (None if outcomes[0].is_awaited else at), None
        if later.code not in PASSING:
            return None, later
    return None, None


def _instants_of(table: Table, holder: str) -> list[datetime]:
    """The instants ahead at which something that bars somebody may end."""
    when, dates = table.moment.when, date_rule(table)
    found = [bar.until for bar in limit_ends(table, holder).values()]
    found += [_midnight(when.astimezone(UTC).date() + _DAY), *downtime_edges(table.moment.law)]
    value = table.holdings.values.get(holder, {}).get(dates.variable) if dates else None
    if isinstance(value, int) and (begins := start_of(table, value + 1)) is not None:
        found.append(begins)
    return sorted({at for at in found if at > when})


# --- what comes of it -------------------------------------------------------------------------------------------------


def _told(table: Table, holder: str, outcomes: Sequence[_Tried]) -> tuple[str, tuple[str, ...]]:
    """What happens whatever the dice show, and what they decide."""
    done = [each for each in outcomes if each.why is None and not each.is_awaited]
    words = [_words(table, holder, each) for each in done]
    common = [text for text in words[0] if all(text in others for others in words[1:])]
    dice = outcomes[0].dice
    if not dice:
        return " ".join(common), ()
    if len(outcomes) == 1 and dice[0] != (1, 1):
        return "", (f"{', then '.join(_die(*die) for die in dice)} will tell",)
    rest = [" ".join(text for text in said if text not in common) for said in words]
    rest += ["it may not happen, and nothing changes" for each in outcomes if each.why is not None]
    return " ".join(common), _chances(table, outcomes, rest)


def _chances(table: Table, outcomes: Sequence[_Tried], texts: Sequence[str]) -> tuple[str, ...]:
    """How often each thing comes of a die."""
    if (found := _range(table, outcomes)) is not None:
        return (found,)
    counts = Counter(texts)
    told = [f"{_share(count, len(texts))}: {text or 'nothing more'}" for text, count in counts.items()]
    more = len(told) - MOST_OUTCOMES
    return (*told[:MOST_OUTCOMES], *([f"and {more} outcomes more"] if more > 0 else []))


def _range(table: Table, outcomes: Sequence[_Tried]) -> str | None:
    """The outcomes in one sentence, where the die adds to one number and does nothing else."""
    if len(outcomes) <= 2:
        return None
    varying = _varying(outcomes)
    if any(each.turn.sentences or each.why or len(found) != 1 for each, found in zip(outcomes, varying, strict=True)):
        return None
    changes = [found[0] for found in varying]
    numbers = [change.new for change in changes if isinstance(change.new, int)]
    first = changes[0]
    is_one = len({(change.holder, change.variable) for change in changes}) == 1
    if not is_one or numbers != list(range(numbers[0], numbers[0] + len(changes))):
        return None
    die = _die(*outcomes[0].dice[0])
    return f"{die}: {first.variable} {_plainly(table, first.variable, first.old)} → {numbers[0]} to {numbers[-1]}"


def _varying(outcomes: Sequence[_Tried]) -> list[list[Change]]:
    """Of each outcome the changes that not every outcome makes."""
    made = [each.turn.net_changes for each in outcomes]
    return [[change for change in changes if any(change not in others for others in made)] for changes in made]


def _share(count: int, of: int) -> str:
    shared = gcd(count, of)
    return f"{count // shared} in {of // shared}"


def _die(count: int, sides: int) -> str:
    return f"{count if count > 1 else ''}DICE{sides}"


def _words(table: Table, holder: str, each: _Tried) -> list[str]:
    """The changes of one outcome and what is said of it, as texts."""
    changes = (_changed(table, holder, change) for change in each.turn.net_changes)
    return [*(text for text in changes if text), *each.turn.sentences]


def _changed(table: Table, holder: str, change: Change) -> str:
    """A change as a text; empty for a value that is not declared and no number: sentences tell of it."""
    is_number = isinstance(change.old, int) and isinstance(change.new, int)
    if change.variable not in table.variables and not is_number:
        return ""
    whose = "" if change.holder in (THE_GAME, holder) else f"{table.moment.state.name_of(change.holder)}: "
    old, new = (_plainly(table, change.variable, value) for value in (change.old, change.new))
    return f"{whose}{change.variable} {old} → {new}."


def _plainly(table: Table, name: str, value: Value) -> str:
    variable = table.variables.get(name)
    shown = variable.shown(value) if variable is not None else str(value)
    return shown or "nothing"


# --- declared actions -------------------------------------------------------------------------------------------------


def _declared(table: Table, holder: str) -> Iterator[Option]:
    """The lines of declared actions that are open to somebody by who they are, each at values that are typical."""
    is_head = holder == table.moment.state.emperor
    for action in table.dynasty.actions:
        if action.who != "anyone" and (action.who == "emperor") != is_head:
            continue
        yield from _lines(table, holder, action, action.forms[0])


def _lines(table: Table, holder: str, action: Action, form: Form) -> Iterator[Option]:
    choices = [_values(table, holder, piece) for piece in form.parameters]
    needs = ", ".join(filter(None, map(_need, form.parameters)))
    for chosen in islice(product(*choices), MOST_LINES):
        values = iter(chosen)
        words = " ".join(piece if isinstance(piece, str) else next(values) for piece in form.pieces)
        yield Option(action.name, words, needs, Limit(action.limit))


def _values(table: Table, holder: str, parameter: Parameter) -> Sequence[str]:
    """The values of a parameter that are tried: everybody else, every choice, or of numbers and texts a typical one."""
    if parameter.type == "player":
        return [name for name, key in table.names.items() if key != holder]
    if parameter.type == "choice":
        return parameter.choices
    return [str(_typical(parameter))] if parameter.type == "integer" else [ANY_TEXT]


def _typical(parameter: Parameter) -> int:
    """The least number that may be said and is positive, if there is one."""
    least = 1 if parameter.minimum is None else max(parameter.minimum, 1)
    return least if parameter.maximum is None else min(least, parameter.maximum)


def _need(parameter: Parameter) -> str:
    """What the writer is free to choose of a parameter; empty where each value is told by itself."""
    if parameter.type == "text":
        return f"{parameter.name}: any words"
    if parameter.type != "integer":
        return ""
    low, high = parameter.minimum, parameter.maximum
    bounds = f"{low} to {high}" if None not in (low, high) else f"from {low}" if low is not None else f"up to {high}"
    return f"{parameter.name}: a number" + (f", {bounds}" if (low, high) != (None, None) else "")
