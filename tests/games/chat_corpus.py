"""Says how well a game's chat is understood: ``python -m tests.games.chat_corpus ducks [-v]``.

``tests/games/SLUG/chat/NAME.txt`` has lines, each behind ``=>`` what it means: canonical lines (``;;`` between several actions),
``unclear`` or ``talk``, other good readings behind ``|``. A heading ``## WORLD`` names the situation in ``NAME.worlds.toml`` that
they are said into, by ana.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tracker.core.fold import fold
from tracker.core.instants import parse_instant
from tracker.core.observation import ArchivedObservation, observation_from_record
from tracker.games.chat_game.game import ChatGame
from tracker.games.chat_game.play import Cause, Play
from tracker.games.registry import game
from tracker.mechanics.chat.rows import Act, Asked, Message
from tracker.mechanics.state.described import printed

NOW = "2021-08-06T10:00:00Z"
BEST_FIRST = ("done", "suggested right", "left alone", "suggested wrong", "silent", "talk answered", "misread")


def chat_game(slug: str) -> ChatGame[Any]:
    """A game that is played in chat."""
    found = game(slug)
    assert isinstance(found, ChatGame)
    return found


@dataclass
class World:
    """A situation into which lines are said."""

    slug: str
    told: Mapping[str, Any]

    @cached_property
    def at(self) -> str:
        """When they are said."""
        return str(self.told.get("at", NOW))

    @cached_property
    def state(self) -> Any:
        """What a fold of its rows keeps."""
        opening = {"game": self.slug, "state": self.told.get("opening", self.told["state"])}
        opened = self.told.get("opening_at", self.at)
        rows = [{"kind": "opening", "id": "o", "at": opened, **opening}]
        rows += [{"kind": "message", **each} for each in self.told.get("before", ())]
        archived = [ArchivedObservation(n, observation_from_record(row)) for n, row in enumerate(rows, 1)]
        return fold(game(self.slug), archived, parse_instant(self.at)).state

    def heard(self, text: str) -> list[Act | Asked]:
        """What a line of ana's announces."""
        when, played = parse_instant(self.at), chat_game(self.slug)
        message = Message("x", self.told["channel"], "ana", when, text, self.told.get("reply_to", ""))
        self.state.world.look(self.state.names, played.law_at(self.state, when))
        return list(played.heard(self.state.world, message))

    def means(self, act: Act, other: Act) -> bool:
        """Whether two acts are the same, or do the same."""
        if (act.kind, act.fields) == (other.kind, other.fields):
            return True
        before, mine, others = printed(self.state.world), self._after(act), self._after(other)
        return mine == others != before

    def changes(self, act: Act) -> bool:
        """Whether an act is not refused."""
        return self._after(act) != printed(self.state.world)

    def _after(self, act: Act) -> Mapping[str, Any]:
        state, played = deepcopy(self.state), chat_game(self.slug)
        Play(played, state).carry_out(act, Cause("x", 1, parse_instant(self.at)))
        return printed(state.world)


def verdict(world: World, text: str, label: str) -> str:
    """How what was heard compares with one reading of a line."""
    found = world.heard(text)
    reads = [each for each in found if isinstance(each, Act)]
    asked = [line for each in found if isinstance(each, Asked) for line in each.suggestions]
    if label in ("talk", "unclear"):
        if any(world.changes(read) for read in reads):
            return "misread"
        return "talk answered" if found and label == "talk" else "left alone"
    meant = [each for line in label.split(" ;; ") for each in acts(world, line)]
    if any(not any(world.means(read, one) for one in meant) for read in reads) or len(reads) > len(meant):
        return "misread"
    left = [one for one in meant if not any(world.means(read, one) for read in reads)]
    offered = [each for line in asked for each in acts(world, line)]
    if not left:
        return "done"
    is_right = all(any(world.means(each, one) for each in offered) for one in left)
    return "suggested right" if is_right else "suggested wrong" if found else "silent"


def acts(world: World, line: str) -> list[Act]:
    """What a canonical line does."""
    return [each for each in world.heard(line.replace("\\n", "\n")) if isinstance(each, Act)]


def lines(path: Path) -> Iterator[tuple[str, str, str]]:
    """Each line of a corpus: its world, what is said, and what it means."""
    world = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        world = line[3:].strip() if line.startswith("## ") else world
        if " => " in line and not line.startswith("#"):
            said, meant = line.split(" => ", 1)
            yield world, said.replace("\\n", "\n"), meant


def measured(slug: str, path: Path) -> Iterator[tuple[str, str, str]]:
    """The verdict on each line of a corpus, the line, and its world."""
    told = tomllib.loads(path.with_suffix(".worlds.toml").read_text(encoding="utf-8"))
    worlds = {name: World(slug, each) for name, each in told.items()}
    for where, said, meant in lines(path):
        verdicts = [verdict(worlds[where], said, label.strip()) for label in meant.split(" | ")]
        yield min(verdicts, key=BEST_FIRST.index), said, where


def corpora(slug: str) -> list[Path]:
    """A game's corpora."""
    return sorted((Path(__file__).parent / slug / "chat").glob("*.txt"))


def figures(slug: str) -> Mapping[str, Counter[str]]:
    """By what lines are, meant as actions, unclear or talk, how many got which verdict."""
    found = {"action": Counter[str](), "unclear": Counter[str](), "talk": Counter[str]()}
    for path in corpora(slug):
        for (verdict, _, _), (_, _, meant) in zip(measured(slug, path), lines(path), strict=True):
            found[meant if meant in found else "action"][verdict] += 1
    return found


if __name__ == "__main__":
    chosen = sys.argv[1]
    for each in corpora(chosen):
        for name, text, where in measured(chosen, each):
            if "-v" in sys.argv and name not in ("done", "left alone"):
                world = World(
                    chosen, tomllib.loads(each.with_suffix(".worlds.toml").read_text(encoding="utf-8"))[where]
                )
                shown = [
                    one.said if isinstance(one, Act) else "? " + " / ".join(one.suggestions)
                    for one in world.heard(text)
                ]
                print(f"{name:15} [{where}] {text!r}  ->  {' ;; '.join(shown) or '-'}")
    for sort, counts in figures(chosen).items():
        print(
            f"{sort:8}",
            "  ".join(f"{name} {counts[name]}" for name in BEST_FIRST if counts[name]),
            " of",
            counts.total(),
        )
