"""What people set of a printed gamestate, in every chat game: it holds or is refused with why, nothing else moves, and it plays on."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.app.wiring import SetClock, wired
from tests.games.aeternus import wide_waters
from tests.games.chat_cases import cases_of
from tests.games.chat_stories import records, told
from tests.games.ducks import lively as ducks
from tests.games.nomicoup.two_exiles import story
from tests.games.round10 import lively as round10
from tests.observing import batch
from tests.tries import tries
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.asking.inquiry import gamestate_at
from tracker.app.asking.replay import gamestates, rows_of
from tracker.app.people.correcting import correct
from tracker.archive.memory import MemoryArchive
from tracker.core.corrections import WITHOUT_EFFECT
from tracker.core.fold import fold
from tracker.core.instants import iso, parse_instant
from tracker.errors import UsageError
from tracker.games.registry import game

STORIES = {
    "round10": lambda: told(round10.FORTNIGHT, "round10"),
    "ducks": lambda: told(ducks.FORTNIGHT, "ducks"),
    "aeternus": wide_waters.story,
    "nomicoup": story,
}
OTHERS: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    3,
    10**9,
    1.5,
    "",
    "x",
    "ana",
    "open",
    [],
    {},
    [None],
    {"ana": 1},
    ["ana"],
    "2021-04-01",
)
REMOVED = "removed"
every_game = pytest.mark.parametrize("slug", STORIES)


def pointers(value: Any, place: str = "") -> Iterator[str]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        below = f"{place}/{str(name).replace('~', '~0').replace('/', '~1')}"
        yield below
        yield from pointers(part, below)


def at_pointer(value: Any, pointer: str) -> Any:
    for name in pointer.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        keyed = dict(enumerate(value)) if isinstance(value, list) else value if isinstance(value, dict) else {}
        value = keyed.get(int(name) if isinstance(value, list) else name)
    return value


@every_game
@settings(max_examples=tries(8, long=60), deadline=None)
@given(st.data())
def test_what_is_set_holds_or_is_refused_and_the_game_goes_on(slug: str, data: st.DataObject) -> None:
    told_before = STORIES[slug]()
    instants = sorted({parse_instant(each.get("at") or each["not_after"]) for each in told_before})
    when = data.draw(st.sampled_from(instants)) + timedelta(seconds=1)
    before = gamestates(game(slug), told_before, [when])[0].values
    part = data.draw(st.sampled_from(sorted(before)))
    pointer = data.draw(st.sampled_from([f"/{part}", *pointers(before[part], f"/{part}")]))
    wanted = data.draw(st.sampled_from([REMOVED, *OTHERS]))
    value = {"pointer": pointer, **({"remove": True} if wanted == REMOVED else {"value": wanted})}
    row = {"kind": "correction", "id": "set", "at": iso(when), "set": value, "by": "ana", "why": "so it was"}
    then, _ = gamestates(game(slug), [*told_before, row], [when, instants[-1] + timedelta(days=20)])
    if any(found.code == WITHOUT_EFFECT for found in then.findings):
        assert then.values == before
    elif not isinstance(wanted, dict) and wanted not in (None, REMOVED):
        assert at_pointer(then.values, pointer) == wanted


@every_game
def test_what_was_set_goes_on_from_checkpoints(slug: str) -> None:
    played = game(slug)
    cases = cases_of(str(Path(__file__).parent / slug / "test_cases.py"), slug)
    for case in (case for case in cases if case.chapter == "corrections"):
        archive, told_so_far = MemoryArchive(), records(case)
        for each in told_so_far:
            reaches_back = {"since": told_so_far[0]["at"]} if each.get("of") else {}
            row = rows_of(played, [each | reaches_back])[0].observation
            archive.append(batch(row, source=row.source), played.read)
            when = row.happened_at + timedelta(hours=1)
            from_the_start = gamestate_of(played, fold(played, archive.rows(), when))
            assert gamestate_of(played, fold_archive(played, archive, when)).record() == from_the_start.record()


DOUBT = """
2021-08-05 00:00:00 opening {"players": [{"id": "ana", "chips": 50}, {"id": "bob"}]}
2021-08-08 23:00:00..2021-08-09 01:00:00 ana leaves the server
"""


AT = "2021-08-10T00:00:00Z"
SEVEN = '{"pointer": "/players/ana/chips", "value": 7}'


def test_a_value_that_cannot_be_is_refused_before_it_is_archived(tmp_path: Path) -> None:
    made = replace(wired(tmp_path, "", clock=SetClock(parse_instant(AT))), game=game("round10"))
    told_before = [row.observation for row in rows_of(made.game, told(DOUBT, "round10"))]
    made.archive.append(batch(*told_before, source="file"), made.game.read)
    with pytest.raises(UsageError, match=r"players.ana.chips: it is to be greater than or equal to 0, not -7"):
        correct(made, {"set": {"pointer": "/players/ana/chips", "value": -7}}, by="Ada", why="so it was")
    correct(made, {"set": {"pointer": "/players/ana/chips", "value": 7}}, by="Ada", why="so it was")
    fact = next(each for each in gamestate_at(made).facts if each.name == "players.ana.chips")
    assert (fact.value, fact.because[0]) == (7, "correction:1")
