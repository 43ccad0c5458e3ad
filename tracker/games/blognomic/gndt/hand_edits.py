"""Appendix, Gamestate Tracking: values changed by hand, explained by actions and dice where that can be, else shown as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tracker.core.rule import rule
from tracker.games.blognomic.dynasties import acting
from tracker.games.blognomic.dynasties.played import Table
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import atomic
from tracker.games.blognomic.state import cell_key, folded
from tracker.mechanics.holdings import THE_GAME, Change, Holdings, Value, Variable
from tracker.mechanics.table.page_changes import CellChange
from tracker.mechanics.turns import RefusedError, Turn, WaitingError

from . import gndt
from .gndt_records import UNEXPLAINED, Entry, FreeRoll, HandEdit, Use

MOST_ACTIONS = 6
"""So many actions in one go may explain what was changed by hand."""
MOST_TRIALS = 400
"""So many combinations of actions are tried."""
TOGGLED = 3
"""Alterations of a cell of which the last repeats the first: it was made, undone and made again."""
LARGEST_DIE = 20
"""Of dice up to this size each face is tried, to tell whether only the roll is missing."""
NO_PURPOSE = "nothing in particular"
"""What dice are said to be for of which nobody said anything."""


@dataclass(frozen=True, slots=True)
class CellEdit:
    """A cell that somebody changed by hand: the row's player, the column's title, and what it shows."""

    player: str
    column: str
    old: str
    new: str


def take_cell(moment: Moment, row: str, payload: Mapping[str, Any]) -> None:
    """One hand edit, as a file tells it."""
    player, column, old, new = (str(payload[name]) for name in ("player", "variable", "old", "new"))
    take_cells(moment, row, str(payload["editor"]), [CellEdit(player, column, old, new)])


@rule("BN-223", "BN-225", "BN-226", "BN-227", "BN-243")
def take_cells(moment: Moment, row: str, editor: str, cells: Sequence[CellEdit]) -> None:
    """The hand edits of one update: what they say is gamestate where actions and dice explain it, or the config accepts it."""
    table = gndt.table_of(moment)
    if table is None:
        return
    touched = [edit for cell in cells if (edit := _read(table, row, editor, cell)) is not None]
    for holder in dict.fromkeys(_explainers(table, editor, (edit.holder for edit in touched))):
        explain(table, holder)
    left = [edit for edit in touched if edit in table.gndt.edits]
    for edit in left:
        if not edit.problem:
            _judge(table, edit)


def forget_overwritten(table: Table, cells: Iterable[CellChange]) -> None:
    """Our own edit put computed values in the place of what nothing explained (the policy ``revert``): that is over."""
    for cell in cells:
        variable = _variable(table, cell.column, "player" if cell.player else "game")
        if variable is None:
            continue
        holder = table.moment.state.key_of(cell.player) if cell.player else THE_GAME
        if variable.says(cell.new, table.holdings.of(holder).get(variable.name)):
            _remember_our_revert(table, holder, variable.name, cell.new)
            _close(table, holder, variable.name)


def _remember_our_revert(table: Table, holder: str, variable: str, shown: str) -> None:
    """A value that we wrote over an unexplained one counts as its being changed back (BN-228)."""
    if any((edit.holder, edit.variable) == (holder, variable) for edit in table.gndt.edits):
        written = table.gndt.toggles.setdefault(cell_key(holder, variable), [])
        written[:] = [*written, (table.moment.when, shown)][-TOGGLED:]


def take_elsewhere(moment: Moment, row: str, editor: str, changes: Iterable[Change]) -> None:
    """Values that are tracked on another page (in a rule's text) and were changed there by hand."""
    table = gndt.table_of(moment)
    if table is None:
        return
    holders = []
    for change in changes:
        if change.new == table.holdings.of(change.holder).get(change.variable):
            _close(table, change.holder, change.variable)
        else:
            _open(table, HandEdit(row, moment.when, editor, change.holder, change.variable, change.old, change.new, ""))
            holders.append(change.holder)
    for holder in dict.fromkeys(_explainers(table, editor, holders)):
        explain(table, holder)


def _explainers(table: Table, editor: str, holders: Iterable[str]) -> Iterator[str]:
    """Whose actions may explain changes: the holders', and the editor's own for what is nobody's."""
    for holder in holders:
        yield holder if holder != THE_GAME else table.moment.state.account_key(editor)


# --- one cell ---------------------------------------------------------------------------------------------------------


def _read(table: Table, row: str, editor: str, cell: CellEdit) -> HandEdit | None:
    """What a cell's change means: an edit that needs an explanation; None where it needs none."""
    state, when = table.moment.state, table.moment.when
    holder = state.key_of(cell.player) if cell.player else THE_GAME
    variable = _variable(table, cell.column, "player" if cell.player else "game")
    if variable is None or holder not in (*table.players, THE_GAME):
        what = f"{cell.player} has no row" if variable else f"there is no variable {cell.column}"
        state.note("ILLEGAL_VALUE", "BN-243", f"{what}: the cell counts for nothing", row, at=when, is_note=True)
        return None
    now = table.holdings.of(holder).get(variable.name)
    edit = HandEdit(row, when, editor, holder, variable.name, now, None, cell.new)
    if not state.counts(state.account_key(editor)):
        edit.problem, edit.code, edit.clause = f"{editor} is no player who counts", "NOT_A_PLAYER", "BN-223"
    try:
        edit.new = variable.read(cell.new)
    except ValueError as error:
        edit.problem, edit.code, edit.clause = str(error), "ILLEGAL_VALUE", "BN-243"
    _remember_toggle(table, edit)
    return _settled_at_once(table, edit, variable)


def _settled_at_once(table: Table, edit: HandEdit, variable: Variable) -> HandEdit | None:
    """Take what needs no explanation: what the gamestate is anyhow, and what anybody may change."""
    if not edit.problem and edit.new == edit.old:
        _close(table, edit.holder, edit.variable)
        return None
    if not edit.problem and variable.by_hand == "free":
        _hold(table, edit, "anybody may change it by hand", "free")
        return None
    _open(table, edit)
    return edit


def _variable(table: Table, column: str, of: Literal["player", "game"]) -> Variable | None:
    wanted = folded(column)
    return next((each for each in table.dynasty.of(of) if folded(each.name) == wanted), None)


def _remember_toggle(table: Table, edit: HandEdit) -> None:
    """Note when the same alteration was made, undone and made again (BN-228)."""
    key = cell_key(edit.holder, edit.variable)
    since = table.moment.when - table.moment.law.span("settle_after_hours")
    written = [(at, shown) for at, shown in table.gndt.toggles.get(key, ()) if at >= since]
    table.gndt.toggles[key] = written = [*written, (edit.at, edit.shown)][-TOGGLED:]
    shown = [each for _, each in written]
    if len(shown) == TOGGLED and shown[0] == shown[-1] != shown[1]:
        name = table.moment.state.name_of(edit.holder)
        text = f"{edit.variable} of {name} was set to {shown[0]}, changed back and set again; consider a Call for Judgement"
        table.moment.state.note("DISPUTED", "BN-228", text, edit.row, at=edit.at, is_note=True)


def _open(table: Table, edit: HandEdit) -> None:
    """Keep an edit until something explains it; an earlier one of the same cell gives way, with what it changed from."""
    _close(table, edit.holder, edit.variable)
    table.gndt.edits.append(edit)


def _close(table: Table, holder: str, variable: str) -> None:
    table.gndt.edits = [edit for edit in table.gndt.edits if (edit.holder, edit.variable) != (holder, variable)]


def _hold(table: Table, edit: HandEdit, why: str, action: Literal["accepted", "free"]) -> None:
    change = Change(edit.holder, edit.variable, edit.old, edit.new, edit.clause)
    table.holdings.put(change)
    _close(table, edit.holder, edit.variable)
    who = table.moment.state.account_key(edit.editor)
    entry = Entry(edit.row, 1, edit.at, "hand edit", who, edit.editor, why, [change], clause=edit.clause, action=action)
    gndt.record(table, entry)
    gndt.happen_by_itself(table)


def _judge(table: Table, edit: HandEdit) -> None:
    """Say what is wrong with an edit that nothing explains; where the config accepts such, it holds all the same."""
    together, (code, clause, problem) = _diagnosis(table, edit)
    for each in together:
        each.code, each.clause, each.problem = code, clause, problem
    if table.moment.law.chooses("hand_edits", "accept"):
        why = f"changed by hand by {edit.editor} without an explanation; the config accepts it"
        _hold(table, edit, why, "accepted")


def _diagnosis(table: Table, edit: HandEdit) -> tuple[list[HandEdit], tuple[str, str, str]]:
    """What is wrong: code, clause and a sentence, with the edits of which it is told, for several may belong to one action."""
    actor = next(_explainers(table, edit.editor, [edit.holder]))
    for together in _groups(table, actor):
        if edit in together and (found := _nearly(table, actor, together)) is not None:
            return together, found
    date = table.dynasty.date_action
    if date is not None and edit.variable == date.variable and isinstance(edit.old, int) and edit.old >= table.today:
        return [edit], ("NO_DATE_LEFT", "BN-134", f"{edit.variable} was {edit.old} on day {table.today} already")
    return [edit], ("UNEXPLAINED_CHANGE", "BN-225", UNEXPLAINED)


@rule("BN-134", "BN-135", "BN-143", "BN-149", "BN-234")
def _nearly(table: Table, actor: str, edits: Sequence[HandEdit]) -> tuple[str, str, str] | None:
    """What one action of somebody's lacks to be the explanation of edits: a roll, or the rules' leave; None where none would be."""
    if (steps := _trial(table, actor, edits, guessing=True)) is not None:
        return _die_missing(table, actor, steps)
    steps = _trial(table, actor, edits, barred=True) or _trial(table, actor, edits, guessing=True, barred=True)
    if not steps or not steps[0].turn.bars:
        return None
    bar = steps[0].turn.bars[0]
    return bar.code, bar.clause, f"it would be {steps[0].words}: {bar.text}"


def _die_missing(table: Table, actor: str, steps: Sequence[_Step]) -> tuple[str, str, str]:
    """That no die fell for actions, or that another one did."""
    thrown = [each for step in steps for each in step.turn.thrown]
    for roll in _free_rolls(table, actor):
        if any(roll.faces == each.faces and roll.sides != each.sides for each in thrown):
            wanted = ", ".join(f"DICE{each.sides}" for each in thrown)
            return "WRONG_DIE", "BN-234", f"it would be {_words(steps)} with {wanted}, and DICE{roll.sides} was rolled"
    return "NO_ROLL", "BN-234", f"it would be {_words(steps)}, but no such roll is there"


def _words(steps: Sequence[_Step]) -> str:
    return ", then ".join(step.words for step in steps)


# --- explaining -------------------------------------------------------------------------------------------------------


@rule("BN-225", "BN-234")
def explain(table: Table, holder: str) -> bool:
    """Whether actions of somebody, with dice that fell for them, explain all that was changed by hand; they then hold."""
    found = ((edits, _trial(table, holder, edits)) for edits in _groups(table, holder))
    edits, steps = next(((edits, steps) for edits, steps in found if steps), ([], None))
    if not steps:
        return False
    for nth, step in enumerate(steps, start=1):
        changes = step.turn.carry_out(table.holdings)
        if progress := atomic.follow(table, step.turn, step.words, edits[-1].row, changes):
            step.turn.say(progress)
        entry = Entry(edits[-1].row, nth, edits[-1].at, "hand edit", holder, edits[-1].editor, step.words, changes)
        entry.thrown, entry.note = list(step.turn.thrown), " ".join(step.turn.sentences)
        if step.dice:
            _use_dice(table, step)
        table.gndt.uses += [Use(holder, action, edits[-1].at, edits[-1].row) for action in step.turn.uses]
        gndt.record(table, entry)
    table.gndt.edits = [edit for edit in table.gndt.edits if edit not in edits]
    gndt.happen_by_itself(table)
    return True


@rule("BN-106")
def _use_dice(table: Table, step: _Step) -> None:
    """Take dice out of those that wait for a use; others that could have been taken as well are told from now on."""
    used = [roll for roll in table.gndt.unused_rolls if roll.id in step.dice]
    changed = [change.variable for change in step.turn.net_changes]
    table.gndt.unused_rolls = [roll for roll in table.gndt.unused_rolls if roll.id not in step.dice]
    for roll in used:
        for other in _free_rolls(table, roll.who):
            if (other.sides, len(other.faces)) == (roll.sides, len(roll.faces)):
                other.purpose = other.purpose or other.words or NO_PURPOSE
        if roll.words and not acting.is_for(table, roll.words, step.words, changed):
            name, faces = table.moment.state.name_of(roll.who), ", ".join(map(str, roll.faces))
            text = f"DICE{roll.sides} of {name} ({faces}) were rolled for {roll.words!r}, and used for {step.words}"
            table.moment.state.note("ROLL_UNUSED", "BN-106", text, roll.line, at=table.moment.when, is_note=True)


def _free_rolls(table: Table, holder: str) -> list[FreeRoll]:
    """Somebody's dice that nothing used yet and that may be used still; those of which nothing more is told leave."""
    limit = table.moment.when - table.moment.law.span("settle_after_hours")
    rolls = table.gndt.unused_rolls
    if rolls and rolls[0].at < limit:
        table.gndt.unused_rolls = rolls = [roll for roll in rolls if roll.purpose or roll.at >= limit]
    return [roll for roll in rolls if roll.who == holder and roll.at >= limit]


def _edits_of(table: Table, holder: str) -> list[HandEdit]:
    """The open edits that somebody's actions may explain together: of their own values, and of the game's by the same hands."""
    own = [edit for edit in table.gndt.edits if edit.holder == holder and not _is_illegal(edit)]
    editors = {edit.editor for edit in own} | {table.moment.state.name_of(holder)}
    shared = [edit for edit in table.gndt.edits if edit.holder == THE_GAME and edit.editor in editors]
    return sorted([*own, *shared], key=lambda edit: edit.at)


def _groups(table: Table, holder: str) -> Iterator[list[HandEdit]]:
    """All the edits that somebody's actions may explain; then the newest ones alone, for older ones may never be explained."""
    edits = _edits_of(table, holder)
    if edits:
        yield edits
        newest = [edit for edit in edits if edit.at == edits[-1].at]
        if len(newest) < len(edits):
            yield newest


def _is_illegal(edit: HandEdit) -> bool:
    return edit.code in ("ILLEGAL_VALUE", "NOT_A_PLAYER")


@dataclass(slots=True)
class _Search:
    """A search for actions that lead from the values before to those wanted."""

    table: Table
    holder: str
    wanted: Mapping[tuple[str, str], Value]
    at_row: HandEdit
    rolls: list[FreeRoll]
    guessing: bool
    barred: bool = False
    """Whether what the rules bar is tried all the same, to tell why it does not count."""
    trials: int = 0
    seen: set[str] = field(default_factory=set)

    def find(self, holdings: Holdings, uses: list[Use], used: frozenset[str], depth: int) -> list[_Step] | None:
        """The turns that lead there from these values, at most ``depth`` of them; None where none do."""
        if all(holdings.of(holder).get(name) == value for (holder, name), value in self.wanted.items()):
            return []
        if depth == 0:
            return None
        trial = Table(self.table.moment, replace(self.table.gndt, holdings=holdings, uses=uses, entries=[]))
        for words in acting.candidates(trial, self.holder, self._amounts()):
            for step in self._ways(trial, words, used):
                rest = self._go_on(holdings, uses, used, depth, step)
                if rest is not None:
                    return [step, *rest]
        return None

    def _ways(self, trial: Table, words: str, used: frozenset[str]) -> Iterator[_Step]:
        """One action with each die that may be for it: those that are there, or every face of one that is not."""
        free = [roll for roll in self.rolls if roll.id not in used]
        faces = range(1, LARGEST_DIE + 1)
        changed = [variable for _, variable in self.wanted]

        def is_meant(purpose: str) -> bool:
            return acting.is_for(self.table, purpose, words, changed)

        dice = (
            (_Guessed(face) for face in faces)
            if self.guessing
            else (_Spare(free, is_meant, nth) for nth in range(len(free) + 1))
        )
        for each in dice:
            step = self._performed(trial, words, each)
            if step is not None:
                yield step
            if not each.taken:
                return

    def _go_on(
        self, holdings: Holdings, uses: list[Use], used: frozenset[str], depth: int, step: _Step
    ) -> list[_Step] | None:
        changes = step.turn.net_changes
        if not changes or any((change.holder, change.variable) not in self.wanted for change in changes):
            return None
        after = Holdings({holder: dict(values) for holder, values in holdings.values.items()})
        for change in changes:
            after.put(change)
        spent = used.union(step.dice)
        mark = repr([after.of(holder).get(name) for holder, name in self.wanted]) + repr(sorted(spent))
        if mark in self.seen:
            return None
        self.seen.add(mark)
        more = [*uses, *(Use(self.holder, action, self.at_row.at, self.at_row.row) for action in step.turn.uses)]
        return self.find(after, more, spent, depth - 1)

    def _performed(self, trial: Table, words: str, dice: _Spare | _Guessed) -> _Step | None:
        """One action tried; None where it cannot be taken, or no dice are there for it."""
        self.trials += 1
        if self.trials > MOST_TRIALS:
            return None
        turn = trial.turn(self.holder, self.at_row.at, self.at_row.row, dice)
        turn.bars = [] if self.barred else None
        try:
            is_known = acting.is_performed(trial, turn, words)
        except (RefusedError, WaitingError):
            return None
        return _Step(words, turn, tuple(dice.taken)) if is_known else None

    def _amounts(self) -> tuple[int, ...]:
        """The amounts by which numbers were changed: what a parameter of an action may have been."""
        now = self.table.holdings
        found = []
        for (holder, name), value in self.wanted.items():
            old = now.of(holder).get(name)
            if isinstance(value, int) and isinstance(old, int):
                found.append(abs(value - old))
        return tuple(dict.fromkeys(found))


@dataclass(slots=True)
class _Spare:
    """The dice that somebody rolled and has not used, those for the action first; of those that fit so many are passed over."""

    free: Sequence[FreeRoll]
    is_meant: Callable[[str], bool]
    skipped: int = 0
    taken: list[str] = field(default_factory=list)

    def __call__(self, key: str, count: int, sides: int) -> tuple[int, ...] | None:
        """The faces of fitting dice, each used once; None where there are none."""
        fitting = [roll for roll in self.free if (roll.sides, len(roll.faces)) == (sides, count)]
        if len(fitting) > 1:
            fitting.sort(key=lambda roll: not self.is_meant(roll.words))
        for roll in fitting[self.skipped :]:
            if roll.id not in self.taken:
                self.taken.append(roll.id)
                return roll.faces
        return None


@dataclass(slots=True)
class _Guessed:
    """Dice that might have fallen: one that shows a certain face."""

    face: int
    taken: list[str] = field(default_factory=list)

    def __call__(self, key: str, count: int, sides: int) -> tuple[int, ...] | None:
        """The face, where one die is asked for that has it; else None."""
        if count != 1 or self.face > sides:
            return None
        self.taken.append(key)
        return (self.face,)


@dataclass(frozen=True, slots=True)
class _Step:
    """One action of an explanation: its words, the turn, and the dice that it uses by id."""

    words: str
    turn: Turn
    dice: tuple[str, ...]


def _trial(
    table: Table, holder: str, edits: Sequence[HandEdit], *, guessing: bool = False, barred: bool = False
) -> list[_Step] | None:
    """The fewest actions of somebody that explain what was changed by hand; None where none do.

    By ``guessing`` dice are supposed that did not fall, with ``barred`` an action is supposed that the rules bar: one alone.
    """
    if not edits:
        return None
    wanted = {(edit.holder, edit.variable): edit.new for edit in edits}
    rolls = _free_rolls(table, holder)
    search = _Search(table, holder, wanted, edits[-1], rolls, guessing, barred)
    for depth in range(1, (1 if guessing or barred else MOST_ACTIONS) + 1):
        search.seen.clear()
        found = search.find(table.holdings, table.gndt.uses, frozenset(), depth)
        # Where no first action leads anywhere, more of them do not either.
        if found is not None or search.trials > MOST_TRIALS or not search.seen:
            return found
    return None
