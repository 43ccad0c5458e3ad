"""Turns for tests: holders with values, dice that fall as told, and lines carried out as a fold would."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tracker.mechanics.declared.file import Dynasty, perform, read_dynasty
from tracker.mechanics.holdings import THE_GAME, Change, Holdings, Value
from tracker.mechanics.table.action_lines import actions_of
from tracker.mechanics.turns import RefusedError, Turn, TurnClauses, WaitingError

CLAUSES = TurnClauses(illegal="BN-240", amounts="BN-239", dice="BN-230", die_size="BN-244")
NOON = datetime(2024, 1, 21, 12, tzinfo=UTC)


def dynasty_of(text: str) -> Dynasty:
    """A sound dynasty file."""
    reading = read_dynasty(text)
    assert reading.faults == ()
    assert reading.dynasty is not None
    return reading.dynasty


@dataclass
class Table:
    """A dynasty's values, all at their defaults to begin with; ``dice`` are the faces to fall, in order."""

    dynasty: Dynasty
    players: Sequence[str]
    at: datetime = NOON
    dice: list[int] = field(default_factory=list)
    holdings: Holdings = field(default_factory=Holdings)
    asked: list[str] = field(default_factory=list)
    """The keys of the dice asked for."""

    def __post_init__(self) -> None:
        for holder in [*self.players, THE_GAME]:
            for variable in self.dynasty.of("game" if holder == THE_GAME else "player"):
                self.holdings.of(holder)[variable.name] = self.dynasty.default(variable, self.at)

    def turn(self, actor: str, n: int = 1, source: str = "r1#0") -> Turn:
        """A turn of a player."""
        return Turn(
            holdings=self.holdings,
            variables=self.dynasty.by_name,
            actor=actor,
            at=self.at,
            today=self.dynasty.day_number(self.at),
            source=source,
            rolls_by_key=self._fall,
            clauses=CLAUSES,
            n=n,
            lists={"FRUIT": ("Lemon", "Orange", "Kiwi")},
        )

    def _fall(self, key: str, count: int, sides: int) -> tuple[int, ...] | None:
        self.asked.append(key)
        if len(self.dice) < count:
            return None
        faces, self.dice[:count] = tuple(self.dice[:count]), []
        assert all(1 <= face <= sides for face in faces)
        return faces

    def says(self, actor: str, line: str) -> str:
        """What a line brings about: its changes in words, a refusal's code and sentence, or that it waits for dice."""
        told = [self._carried_out(actor, action.words, action.n) for action in actions_of(line, self._names)]
        return " | ".join(told)

    @property
    def _names(self) -> Mapping[str, str]:
        return {player: player for player in self.players}

    def _carried_out(self, actor: str, words: str, n: int) -> str:
        found = self.dynasty.match(words, self._names)
        if found is None:
            return "UNCLEAR"
        turn = self.turn(actor, n)
        try:
            perform(found[0], turn, found[1])
        except RefusedError as refused:
            return f"{refused.code}: {refused.text}"
        except WaitingError as waiting:
            return f"waits for {', '.join(f'{each.count}d{each.sides} ({each.purpose})' for each in waiting.requests)}"
        return ", ".join(map(self._shown, turn.carry_out())) or "nothing changes"

    def _shown(self, change: Change) -> str:
        variable = self.dynasty.by_name[change.variable]
        who = f"{change.holder or 'game'}'s "
        return f"{who}{change.variable} {variable.shown(change.old)} -> {variable.shown(change.new)}"

    def value(self, holder: str, name: str) -> Value:
        """A value now."""
        return self.holdings.of(holder)[name]

    def check_legal(self) -> None:
        """Every value there is must be legal."""
        for holder, values in self.holdings.values.items():
            for name, value in values.items():
                assert self.dynasty.by_name[name].problem(value) == "", (holder, name, value)
