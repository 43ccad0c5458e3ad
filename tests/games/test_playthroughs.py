"""Every game has a playthrough, and what replay prints and the pages show of it is, line by line, what it should be."""

from difflib import unified_diff

import pytest

from tests.games.playthroughs import Playthrough, all_playthroughs, playthroughs_of
from tracker.app.keeping.interchange import read_file
from tracker.games.registry import game, known_slugs

PLAYTHROUGHS = list(all_playthroughs())
MOST_SHOWN = 60
"""How many lines of a difference are shown."""

every_playthrough = pytest.mark.parametrize(
    "playthrough", PLAYTHROUGHS, ids=lambda each: f"{each.slug}: {each.log.stem}"
)


@pytest.mark.parametrize("slug", known_slugs())
def test_every_game_has_a_playthrough(slug: str) -> None:
    assert playthroughs_of(slug), f"tests/games/{slug}/playthroughs/ holds no .jsonl"


@every_playthrough
def test_playthrough_gives_what_it_should(playthrough: Playthrough) -> None:
    played, expected = playthrough.played(), playthrough.expected()
    assert played.keys() == expected.keys()
    differences = [line for name in played for line in difference(name, expected[name], played[name])]
    if differences:
        pytest.fail("\n".join(differences[:MOST_SHOWN]), pytrace=False)


def difference(name: str, expected: str, played: str) -> list[str]:
    return list(
        unified_diff(expected.splitlines(), played.splitlines(), f"expected {name}", f"played {name}", lineterm="")
    )


@every_playthrough
def test_playthrough_can_fail(playthrough: Playthrough) -> None:
    assert playthrough.about
    assert playthrough.pages_at
    assert len(playthrough.instants) > 1
    assert all(text.strip() for text in playthrough.expected().values())


def test_a_changed_line_is_shown_as_a_difference() -> None:
    assert difference("a.json", "one\ntwo\n", "one\n2\n")[-2:] == ["-two", "+2"]


@every_playthrough
def test_playthrough_is_in_the_interchange_format_and_in_order(playthrough: Playthrough) -> None:
    records = read_file(playthrough.log, game(playthrough.slug).parameters)
    times = [record.get("at") or record["not_after"] for record in records]
    assert times == sorted(times)
