"""Appendix, Gamestate Tracking: the table of values inside the fold: who has values, lines of its log, and the dice they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tracker.core.fold import SettledMatters
from tracker.core.gamestate import RollRequest
from tracker.core.rule import rule
from tracker.errors import InputError
from tracker.games.blognomic.codes import CODES
from tracker.games.blognomic.dynasties import acting, near_misses
from tracker.games.blognomic.dynasties.limits import Taken, at_the_same_time
from tracker.games.blognomic.dynasties.played import Table, dice_tables, dynasty_of
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case import atomic
from tracker.games.blognomic.state import BUILT_IN_DYNASTY, State, folded
from tracker.mechanics.dice import dice_log
from tracker.mechanics.dice.dice_grammar import DiceCommand, read_dice
from tracker.mechanics.dice.dice_words import read_line
from tracker.mechanics.dice.seeds import faces_of
from tracker.mechanics.holdings import THE_GAME, Change, Holdings, Value, Variable
from tracker.mechanics.table.action_lines import Said, actions_of
from tracker.mechanics.turns import RefusedError, Turn, WaitingError

from . import dice_lines, gndt_settling
from .gndt_records import Entry, EntryKind, FreeRoll, Gndt, Ground, Line, Use

_LATELY = 50
"""Among so many newest entries an action at the same time is looked for."""
DICE_LINE = "dice-line"
"""Topic of the questions what becomes of lines whose dice can never be drawn."""
_NEW, _BACK = "default of a new player", "unidled"
_START_CLAUSES = {_NEW: "BN-018", _BACK: "BN-019"}
"""By what clause values begin as they do, by why."""
NO_DYNASTY = ""
"""The setting ``dynasty`` of a game that keeps no table of values."""


def table_of(moment: Moment) -> Table | None:
    """The table of values; None where the dynasty keeps none."""
    gndt = moment.state.gndt
    return Table(moment, gndt) if gndt.source != NO_DYNASTY else None


def problem_of(source: str) -> str:
    """What is wrong with a dynasty file, by line; empty where it can be read, and for none."""
    try:
        dynasty_of(source or BUILT_IN_DYNASTY)
    except InputError as error:
        return str(error)
    return ""


# --- the dynasty ------------------------------------------------------------------------------------------------------


def begin(moment: Moment, source: str, row: str) -> None:
    """Another dynasty's file holds from now on: everybody who plays starts with its defaults.

    A file that cannot be read is reported and changes nothing.
    """
    if source == moment.state.gndt.source:
        return
    state = moment.state
    if problem := problem_of(source):
        state.note("UNKNOWN_SETTING", "BN-200", f"the dynasty file: {problem}", row, at=moment.when)
    elif source == NO_DYNASTY:
        state.parked = state.gndt
        state.gndt = gndt_settling.succeeded(state.gndt, Gndt(NO_DYNASTY, moment.when, row))
    elif (running := _running(state, source)) is not None:
        running.settled_to, running.months = state.gndt.settled_to, state.gndt.months
        state.gndt, state.parked = running, None
        _declare_anew(moment, source, row)
    else:
        _change_dynasty(moment, source, row)


def _running(state: State, source: str) -> Gndt | None:
    """The values that a file goes on with: those of the same dynasty, also where none was kept for a while."""
    known = [kept for kept in (state.gndt, state.parked) if kept is not None and kept.source != NO_DYNASTY]
    return next((kept for kept in known if _is_same_dynasty(kept.source, source)), None)


def _is_same_dynasty(before: str, after: str) -> bool:
    """Whether two files are of one dynasty: by name; or a name was mended, and page, first day and most variables are the same."""
    old, new = dynasty_of(before), dynasty_of(after)
    shared = old.by_name.keys() & new.by_name.keys()
    is_alike = (old.page, old.day_zero) == (new.page, new.day_zero) and len(shared) > len(old.by_name) - len(shared)
    return old.name == new.name or is_alike


def _change_dynasty(moment: Moment, source: str, row: str) -> None:
    before = next((kept for kept in (moment.state.gndt, moment.state.parked) if kept and kept.entries), None)
    if before is not None and before.source != NO_DYNASTY:
        old, new = dynasty_of(before.source).name, dynasty_of(source).name
        text = f"the dynasty {new} begins: everybody starts with its defaults, and the values of {old} are over"
        moment.state.note("VALUES_BEGIN_ANEW", "BN-019", text, row, at=moment.when, is_note=True)
    if before is not None:
        atomic.end(moment, before, row)
    moment.state.gndt = gndt_settling.succeeded(moment.state.gndt, Gndt(source, moment.when, row))
    follow_people(moment, row)


def _declare_anew(moment: Moment, source: str, row: str) -> None:
    """The file of the running dynasty was changed: values stay, and what is new or not legal any more gets its default."""
    moment.state.gndt.source = source
    table = Table(moment, moment.state.gndt)
    for key in (THE_GAME, *table.players):
        _give_values(table, key, row, "the dynasty file was changed")
    follow_people(moment, row)
    happen_by_itself(table)


@rule("BN-018", "BN-019", "BN-184", "BN-242")
def follow_people(moment: Moment, row: str) -> None:
    """Give values to whoever plays now and had none, and bring those of the unidled back; the head of the dynasty has none."""
    state, table = moment.state, table_of(moment)
    state.gndt.head = state.emperor
    if table is None:
        return
    _begin_game(table, row)
    now = [person.key for person in state.players() if person.key != state.emperor]
    if now == table.gndt.playing:
        return
    before = set(table.gndt.playing)
    table.gndt.former = sorted(before.union(table.gndt.former))
    table.gndt.playing = now
    for key in now:
        if key not in before:
            is_back = key in table.gndt.former or state.people[key].unidled_at == moment.when
            _give_values(table, key, row, _BACK if is_back else _NEW)
            if is_back and table.code is not None:
                _start(table, key, row, "unidled", table.code.returned(table, key))
    happen_by_itself(table)


def _begin_game(table: Table, row: str) -> None:
    """The values that are nobody's own get their defaults once."""
    if THE_GAME in table.holdings.values:
        return
    held = table.holdings.of(THE_GAME)
    changes = [
        Change(THE_GAME, variable.name, None, table.dynasty.default(variable, table.moment.when), variable.clause)
        for variable in table.dynasty.of("game")
    ]
    held.update({change.variable: change.new for change in changes})
    if table.code is not None:
        table.code.begin(table)
    _start(table, THE_GAME, row, "default", changes)


def _give_values(table: Table, key: str, row: str, why: str) -> None:
    """Every variable's last legal value, where it is legal still, else its default (BN-018, BN-019)."""
    held = table.holdings.of(key)
    changes = []
    for name, variable in table.variables.items():
        is_theirs = (variable.of == "game") == (key == THE_GAME)
        if not is_theirs or (name in held and not variable.problem(held[name])):
            continue
        default = table.dynasty.default(variable, table.moment.when)
        changes.append(
            Change(key, name, held.get(name), default, table.clause_of(name) or _START_CLAUSES.get(why, "BN-242"))
        )
    for change in changes:
        table.holdings.put(change)
    _start(table, key, row, why, changes)


def _start(table: Table, holder: str, row: str, why: str, changes: list[Change]) -> None:
    """Keep how values began, which hold already, and ground them on it."""
    if changes:
        table.gndt.starts.append(Entry(row, 0, table.moment.when, "start", holder, "", why, changes))
        _ground(table.gndt, changes, row, why, table.moment.when)


def _ground(gndt: Gndt, changes: Iterable[Change], row: str, text: str, at: datetime) -> None:
    for change in changes:
        of = gndt.grounds.setdefault(change.holder, {})
        of[change.variable] = Ground(row, text, change.clause, at)


def record(table: Table, entry: Entry) -> None:
    """Keep what happened, and ground the values that it changed on it."""
    if entry.at != table.moment.when:
        entry.told_at = table.moment.when
    table.gndt.entries.append(entry)
    for thrown in entry.thrown:
        dice_log.tell(table.moment.state.dice, thrown.key, table.moment.state.name_of(entry.who), thrown.purpose)
    if not entry.code:
        _ground(table.gndt, entry.changes, entry.id, entry.text, entry.at)


def happen_by_itself(table: Table) -> None:
    """Let the rules fire that do so by themselves once something changed, unless dice are awaited: they may look at anything."""
    if table.holdings.open_holders:
        return
    if table.gndt.edits:
        _forget_met(table)
    if table.code is not None:
        for entry in table.code.after(table):
            record(table, entry)


_UNREAD = "ILLEGAL_VALUE"
"""The code of an edit that wrote no value at all."""


@rule("BN-003", "BN-226")
def _forget_met(table: Table) -> None:
    """An edit by hand that waited for an explanation shows the gamestate once that is what was written: it was its representation."""
    values, edits = table.holdings.values, table.gndt.edits
    is_met = [values.get(edit.holder, {}).get(edit.variable) == edit.new and edit.code != _UNREAD for edit in edits]
    table.gndt.edits = [edit for edit, met in zip(edits, is_met, strict=True) if not met]


# --- openings -------------------------------------------------------------------------------------------------------


def opening_names(moment: Moment) -> frozenset[str]:
    """What an opening may state of the dynasty's values."""
    table = table_of(moment)
    if table is None:
        return frozenset()
    return frozenset({"values", "game"}).union(table.code.opening if table.code else ())


def take_opening(moment: Moment, row: str, stated: Mapping[str, Any]) -> None:
    """Take over what an opening states: values of players by name, values of the game, and what the dynasty's code knows.

    What cannot be read or is not legal is reported and left at its default.
    """
    table = table_of(moment)
    if table is None or not stated:
        return
    table.gndt.is_stated = True
    said = stated.get("values")
    rows = {moment.state.key_of(name): held for name, held in said.items()} if isinstance(said, dict) else {}
    if rows:
        _fall_back(table, row, rows)
    if isinstance(stated.get("game"), dict):
        rows[THE_GAME] = stated["game"]
    for holder, held in rows.items():
        for name, value in held.items() if isinstance(held, dict) else ():
            if name in table.variables or table.code is None or name not in table.code.opening:
                _state_value(table, row, holder, name, value)
    if table.code is not None:
        table.code.open(table, row, {name: stated[name] for name in table.code.opening if name in stated})
    happen_by_itself(table)


@rule("BN-019", "BN-242")
def _fall_back(table: Table, row: str, rows: Mapping[str, Any]) -> None:
    """What an opening leaves out of players' values has its default of that instant, whatever was known before."""
    for key in table.players:
        told = rows.get(key)
        said, held = told if isinstance(told, dict) else {}, table.holdings.of(key)
        for name in [name for name in table.variables if name not in said]:
            held.pop(name, None)
        _give_values(table, key, row, "left out of the opening")


def adopt(table: Table, row: str, changes: Iterable[Change]) -> None:
    """Let values hold as a page shows them when it is first seen."""
    made = [change for change in changes if change.new != table.holdings.of(change.holder).get(change.variable)]
    for change in made:
        table.holdings.put(change)
    _ground(table.gndt, made, row, "as the ruleset page shows it", table.moment.when)
    happen_by_itself(table)


def _state_value(table: Table, row: str, holder: str, name: str, value: Any) -> None:
    if problem := put_value(table, row, holder, name, value, "stated by the opening"):
        text = f"an opening states {name} of {table.moment.state.name_of(holder) or 'the game'} as {value!r}: {problem}"
        table.moment.state.note("ILLEGAL_VALUE", "BN-243", text, row, at=table.moment.when)


def put_value(table: Table, row: str, holder: str, name: str, value: Any, why: str) -> str:
    """Let a value hold that people state; why it cannot ("" where it does)."""
    variable, problem = table.variables.get(name), "there is no such variable"
    if variable is not None:
        value, problem = _read_stated(variable, value)
    if not problem:
        change = Change(holder, name, table.holdings.of(holder).get(name), value)
        table.holdings.put(change)
        _start(table, holder, row, why, [change])
    return problem


def _read_stated(variable: Variable, value: Any) -> tuple[Value, str]:
    """A stated value, another spelling of a choice put right, and why it is not legal ("" where it is)."""
    if isinstance(value, str):
        try:
            return variable.read(value), ""
        except ValueError as error:
            return value, str(error)
    return value, variable.problem(value)


# --- lines ------------------------------------------------------------------------------------------------------------


def take_line(moment: Moment, line: Line, settled: SettledMatters) -> None:
    """Take a line of the log in and settle it, unless it or an earlier one must wait for dice."""
    table = table_of(moment)
    if table is None:
        return
    gndt_settling.make_room(table.gndt, line, settled)
    table.gndt.lines[line.id] = line
    table.gndt.open_lines.append(line.id)
    words = list(moment.state.dice_words.shown)
    _Settling(table, line).go_on()
    _close_lines(table.gndt)
    # Those before it wait for dice still, unless a word came in that their dice were waiting for.
    if moment.state.dice_words.shown != words:
        settle_lines(table)


def go_on(moment: Moment) -> None:
    """Settle what waited for players' words, which are awaited no longer."""
    table = table_of(moment)
    moment.state.dice_words.awaited_until = None
    if table is not None:
        settle_lines(table)


def settle_lines(table: Table) -> None:
    """Settle the lines that wait, in the order in which they were written, as far as the dice that fell allow."""
    gndt = table.gndt
    was_open = bool(gndt.holdings.open_holders)
    gndt.holdings.open_holders, gndt.requests = [], []
    table.moment.state.dice_words.awaited_until = None
    for line in gndt.waiting():
        _Settling(table, line).go_on()
    _close_lines(gndt)
    if was_open and not gndt.holdings.open_holders:
        happen_by_itself(table)


def _close_lines(gndt: Gndt) -> None:
    gndt.open_lines = [id for id in gndt.open_lines if gndt.lines[id].standing == "waiting"]


@rule("BN-016", "BN-223")
def _standing_problem(state: State, key: str, name: str) -> RefusedError | None:
    """Why somebody may neither act nor write down an action; None where they may. Idle players are none for this."""
    person = state.person(key)
    if person is None or not person.is_on_roster:
        return RefusedError("NOT_A_PLAYER", "BN-223", f"{name} is no player")
    if not person.counts:
        return RefusedError("NOT_A_PLAYER", "BN-016", f"{name} is idle, and no player for this")
    return None


@dataclass(slots=True)
class _Settling:
    """One line on its way through its actions."""

    table: Table
    line: Line

    def go_on(self) -> None:
        """Carry out what is not settled yet, up to the first action that must wait."""
        line, actions = self.line, actions_of(self.line.text, self.table.names)
        while line.done < len(actions):
            try:
                line.replies.append(self._settle(actions[line.done]))
            except WaitingError:
                return
            line.done += 1
        line.standing = "refused" if line.was_refused else "done"

    def _settle(self, said: Said) -> str:
        """One action of the line; what to answer."""
        state = self.table.moment.state
        editor = state.account_key(self.line.editor)
        who = state.key_of(said.of) if said.of else editor
        problem = _standing_problem(state, editor, self.line.editor) or _standing_problem(state, who, said.of)
        if problem is None:
            return self._carry_out(said, who)
        return self._refuse(self._turn(who, said.n), said.words, problem)

    def _carry_out(self, said: Said, who: str) -> str:
        words, state = said.words, self.table.moment.state
        if said.of and who != state.account_key(self.line.editor) and read_line(words) is not None:
            problem = RefusedError(
                "UNCLEAR", "BN-234", "words for the dice are pledged and shown in one's own name only"
            )
            return self._refuse(self._turn(who, said.n), words, problem)
        if (reply := dice_lines.hear(self.table.moment, words, who, self.line.at)) is not None:
            return reply
        dice = read_dice(words, self.table.dice_tables, self.table.moment.law.number("dice_per_line"))
        rest = dice[0].purpose if dice else words
        if rest and (reply := self._act(rest, self._turn(who, said.n, dice))) is not None:
            return reply
        if dice:
            return self._throw(dice, self._turn(who, said.n))
        if not self.line.is_listed:
            return ""
        unclear = near_misses.problem_of(self.table, rest or words) or "not understood"
        return self._refuse(self._turn(who, said.n), words, RefusedError("UNCLEAR", "BN-225", unclear))

    def _act(self, words: str, turn: Turn) -> str | None:
        """Carry an action out, those of one player in their order; None where the words are none."""
        try:
            is_behind = not self.table.holdings.is_known(turn.actor)
            if not (self._look_ahead(turn, words) if is_behind else acting.is_performed(self.table, turn, words)):
                return None
        except RefusedError as refused:
            return self._refuse(turn, words, refused)
        except WaitingError as waiting:
            if self._lost(waiting) is None:
                self._open_values(turn)
            return self._await(turn, words, waiting)
        self._tell_at_the_same_time(turn, words)
        changes = turn.carry_out()
        if progress := atomic.follow(self.table, turn, words, self.line.id, changes):
            turn.say(progress)
        self._enter(turn, "action", words, changes)
        happen_by_itself(self.table)
        return self._reply(turn, changes)

    @rule("BN-253")
    def _tell_at_the_same_time(self, turn: Turn, words: str) -> None:
        """Tell of another action that the same player takes at the same time."""
        law, row = self.table.moment.state.law(turn.at), _row_of(self.line.row)
        lately = self.table.gndt.entries[-_LATELY:]
        others = [
            Taken(e.who, e.text, e.at, e.at, _row_of(e.id))
            for e in lately
            if e.at == turn.at and e.kind == "action" and not e.code
        ]
        other = at_the_same_time(law, Taken(turn.actor, words, turn.at, turn.at, row), others)
        if other is None:
            return
        text = f"{self.table.moment.state.name_of(turn.actor)} takes two actions at the same time: {other.action}, and {words}"
        self.table.moment.state.note("SAME_TIME", "BN-253", text, other.update, row, at=turn.at, is_note=True)

    def _turn(self, who: str, n: int, dice: Sequence[DiceCommand] = ()) -> Turn:
        rolls = _Rolls(self.table.gndt, self.line, n, tuple(dice))
        return self.table.turn(who, self.line.at, self.line.id, rolls, n)

    def _look_ahead(self, turn: Turn, words: str) -> bool:
        """Ask for the dice of an action as things stand, so that the many lines of one player are drawn for together.

        False where the words are no action; raises WaitingError where they are one.
        """
        turn.holdings = Holdings(self.table.holdings.values)
        with suppress(RefusedError):
            if not acting.is_performed(self.table, turn, words):
                return False
        raise WaitingError

    def _open_values(self, turn: Turn) -> None:
        """Note whose values the line may look at or change: its player's, the game's, and those of whomever it names."""
        held, text = self.table.holdings, self.line.text.casefold()
        named = [key for name, key in self.table.names.items() if name.casefold() in text]
        held.open_holders = sorted({*held.open_holders, turn.actor, THE_GAME, *named})

    def _await(self, turn: Turn, words: str, waiting: WaitingError) -> str:
        """Ask for dice and wait for them, which raises WaitingError; or refuse, where they are lost and an admin decided so."""
        if (void := self._void(waiting)) is not None:
            return self._refuse(turn, words, void)
        if self._lost(waiting) is None:
            self.table.gndt.requests += dice_lines.mixed(self.table.moment, waiting.requests)
        raise waiting

    def _lost(self, waiting: WaitingError) -> str | None:
        """Why dice that are awaited can never fall; None where they may, or where people decided that they are to be drawn."""
        lost = self.table.gndt.lost_rolls
        why = next((lost[request.key] for request in waiting.requests if request.key in lost), None)
        return None if self.table.moment.answer(dice_question(self.line)) == "draw" else why

    @rule("BN-234")
    def _void(self, waiting: WaitingError) -> RefusedError | None:
        """Why an action counts for nothing: its dice are lost, and an admin decided so; None where it does not."""
        why = self._lost(waiting)
        if why is None or self.table.moment.answer(dice_question(self.line)) != "void":
            return None
        return RefusedError("NO_ROLL", "BN-234", f"its dice cannot be drawn any more: {why}")

    def _throw(self, dice: Sequence[DiceCommand], turn: Turn) -> str:
        """Dice alone: they change nothing, and may be used by whoever rolled them when they edit the table by hand."""
        shown, missing = list[str](), list[RollRequest]()
        for command in dice:
            try:
                shown.append(acting.throw(turn, command))
            except WaitingError as waiting:
                missing += waiting.requests
            except RefusedError as refused:
                return self._refuse(turn, dice[0].token, refused)
        if missing:
            return self._await(turn, dice[0].token, WaitingError(missing))
        for thrown in turn.thrown:
            # Only dice for a recognisable action are told where nothing used them.
            purpose = thrown.purpose if acting.is_named_in(self.table, thrown.purpose) else ""
            what = (thrown.sides, thrown.faces, purpose, thrown.purpose)
            roll = FreeRoll(thrown.key, self.line.at, turn.actor, *what)
            self.table.gndt.unused_rolls.append(roll)
        self._enter(turn, "dice", dice[0].purpose or dice[0].token, [])
        return " ".join(shown)

    def _refuse(self, turn: Turn, words: str, refused: RefusedError) -> str:
        self.line.was_refused = True
        self.line.had_effect |= bool(turn.thrown)
        entry = self._entry(turn, "action", words)
        clause = refused.clause or CODES[refused.code][0]
        entry.clause, entry.code, entry.note = clause, refused.code, refused.text
        record(self.table, entry)
        word = "Unclear" if refused.code == "UNCLEAR" else "Refused"
        return " ".join([*_fallen(turn), f"{word}: {refused.text} ({clause}, {refused.code})."])

    def _enter(self, turn: Turn, kind: EntryKind, words: str, changes: list[Change]) -> None:
        self.line.had_effect = True
        entry = self._entry(turn, kind, words)
        entry.changes, entry.note = changes, " ".join(turn.sentences)
        self.table.gndt.uses += [Use(turn.actor, action, self.line.at, self.line.id) for action in turn.uses]
        record(self.table, entry)

    def _entry(self, turn: Turn, kind: EntryKind, words: str) -> Entry:
        line = self.line
        return Entry(line.id, turn.n, line.at, kind, turn.actor, line.editor, words, thrown=list(turn.thrown))

    def _reply(self, turn: Turn, changes: list[Change]) -> str:
        parts = [self._changed(turn, change) for change in changes]
        return " ".join([*_fallen(turn), *parts, *turn.sentences]) or "Done; nothing changed."

    def _changed(self, turn: Turn, change: Change) -> str:
        variable = self.table.variables.get(change.variable)
        show = variable.shown if variable else _plainly
        whose = "" if change.holder in (THE_GAME, turn.actor) else f"{self.table.moment.state.name_of(change.holder)}: "
        return f"{whose}{change.variable} {show(change.old) or 'nothing'} → {show(change.new) or 'nothing'}."


def _fallen(turn: Turn) -> list[str]:
    """The faces of the dice that a turn threw, as they are answered."""
    return [f"{thrown.shown}." for thrown in turn.thrown]


def dice_question(line: Line) -> str:
    """The question what becomes of a line whose dice can never be drawn."""
    return f"{DICE_LINE}:{line.id}"


def _row_of(entry: str) -> str:
    """The row that a line's id names."""
    return entry.partition("#")[0]


def _plainly(value: Value) -> str:
    return ", ".join(value) if isinstance(value, list | dict) else "" if value is None else str(value)


# --- rolls ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rolls:
    """The dice that fell, as one action of one line may use them; ``named`` are the dice that the line itself names."""

    gndt: Gndt
    line: Line
    n: int
    named: tuple[DiceCommand, ...]

    def __call__(self, key: str, count: int, sides: int) -> tuple[int, ...] | None:
        """The faces for a key, or None; raises RefusedError where another die was named or fell (BN-234)."""
        for command in self.named:
            if (command.count, command.sides) != (count, sides):
                self._take(key)
                raise _wrong_die(f"{command.token} where {_die(count, sides)} is due")
        known = self.gndt.rolls.get(key) or self._take(key)
        if known is None:
            return None
        if known[0] != sides or len(known[1]) != count:
            raise _wrong_die(f"{_die(len(known[1]), known[0])} was rolled where {_die(count, sides)} is due")
        return known[1]

    def _take(self, key: str) -> tuple[int, tuple[int, ...]] | None:
        """The first roll without a key that is for this line, or for nothing in particular; it is this key's from now on."""
        labels = (key, self.line.id, f"{self.line.id}:{self.n}", self.line.row)
        free = self.gndt.free_rolls
        found = next((roll for roll in free if roll.purpose in labels), None)
        found = found or next((roll for roll in free if not roll.purpose), None)
        if found is None:
            return None
        free.remove(found)
        self.gndt.rolls[key] = (found.sides, found.faces)
        return self.gndt.rolls[key]


def _die(count: int, sides: int) -> str:
    return f"{count if count > 1 else ''}DICE{sides}"


def _wrong_die(text: str) -> RefusedError:
    return RefusedError("WRONG_DIE", "BN-234", text)


def take_roll(moment: Moment, row: str, payload: Mapping[str, Any], source: str, settled: SettledMatters) -> None:
    """Dice fell: by the key of a request, or (in a file) for a line, or in the order in which they are needed."""
    table, sides = table_of(moment), int(payload["sides"])
    faces = _numbered(moment, row, sides, faces_of(payload))
    if faces is None:
        return
    dice_log.take_roll(moment.state.dice, {**payload, "faces": faces}, moment.when, settled, source=source)
    if table is None:
        return
    wanted = str(payload.get("for") or "")
    if wanted in {request.key for request in table.gndt.requests} or wanted == row:
        table.gndt.rolls[wanted] = (sides, faces)
        table.gndt.requests = [request for request in table.gndt.requests if request.key != wanted]
        # The dice of one instant fall together: what waits is looked at once all of them are here.
        if any(request.asked_at == moment.when for request in table.gndt.requests):
            return
    else:
        table.gndt.free_rolls.append(FreeRoll(row, moment.when, "", sides, faces, wanted))
    settle_lines(table)


@rule("BN-230", "BN-231", "BN-232")
def _numbered(moment: Moment, row: str, sides: int, faces: Sequence[int | str]) -> tuple[int, ...] | None:
    """Faces as numbers, the outcomes of a list by their places in it; None where one is no outcome, which is reported."""
    name, outcomes = next(
        ((name, words) for name, words in dice_tables(moment.law).items() if len(words) == sides), ("", ())
    )
    places = {folded(word): place for place, word in enumerate(outcomes, start=1)}
    numbers = [face if isinstance(face, int) else places.get(folded(face), 0) for face in faces]
    odd = [str(face) for face, number in zip(faces, numbers, strict=True) if not 1 <= number <= sides]
    if not odd:
        return tuple(numbers)
    clause = "BN-230" if not name else "BN-231" if name == "FRUIT" else "BN-232"
    text = f"{', '.join(odd)} is no outcome of {name or f'DICE{sides}'}; the roll counts for nothing"
    moment.state.note("WRONG_DIE", clause, text, row, at=moment.when)
    return None


def lose_roll(moment: Moment, payload: Mapping[str, Any]) -> None:
    """Dice that were asked for can never be drawn: only the line that they are for waits from now on."""
    table = table_of(moment)
    if table is not None:
        table.gndt.lost_rolls[str(payload["for"])] = str(payload["why"])
        settle_lines(table)


def lost_lines(table: Table) -> list[tuple[Line, str]]:
    """The lines that wait for dice that can never be drawn, each with why."""
    lost = table.gndt.lost_rolls.items()
    return [
        (line, why)
        for line in table.gndt.waiting()
        if (why := next((why for key, why in lost if key.startswith(f"{line.id}:")), None)) is not None
    ]
