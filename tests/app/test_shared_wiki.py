"""Several nomics on one wiki: pages that two would write are refused, to both and to nobody else."""

from pathlib import Path

import pytest

from tracker.app.publish.shared_wiki import clashes
from tracker.config import Settings, parse_nomics

WIKI = "[wiki]\nbackend = mwclient\nurl = https://wiki.example/api.php\n"


def told(text: str) -> dict[str, str]:
    found = parse_nomics(text, Path("/etc/many.ini"), None).values()
    nomics = [one for one in found if isinstance(one, Settings)]
    assert len(nomics) == len(found)
    return {name: str(error) for name, error in clashes(nomics).items()}


def own(name: str, *, but: str = "") -> str:
    """A nomic whose pages all have titles of their own, but for one that keeps the game's."""
    from tracker.games.registry import game

    lines = [f"pages.{key} = {name}/{title}" for key, title in game("blognomic").catalogue().items() if key != but]
    return "\n".join([f"[nomic:{name}]", f"wiki.ruleset = {name}/Rules", *lines, ""])


def test_pages_of_their_own_are_fine() -> None:
    assert told(WIKI + own("ducks") + own("geese")) == {}


def test_both_are_told_which_page_and_where_to_name_another() -> None:
    found = told(WIKI + own("ducks", but="roster") + own("geese", but="roster") + own("swans"))
    assert set(found) == {"ducks", "geese"}
    assert found["ducks"] == (
        "/etc/many.ini [nomic:ducks] pages.roster: geese would write the same page Tracker/Roster of the same wiki"
        " (give each nomic a page of its own)"
    )


@pytest.mark.parametrize("title", ["Ducks/Rules", "ducks/Rules", "Ducks_/_Rules ", "ducks/_Rules"])
def test_titles_are_compared_as_the_wiki_does(title: str) -> None:
    text = WIKI + own("ducks") + own("geese").replace("geese/Rules", title)
    is_same = title.strip().lower() == "ducks/rules"
    assert set(told(text)) == ({"ducks", "geese"} if is_same else set())


def test_the_rules_may_be_one_page_where_nothing_is_enacted() -> None:
    text = WIKI + own("ducks") + own("geese")
    text = text.replace("geese/Rules", "Rules").replace("ducks/Rules", "Rules")
    assert set(told(text)) == {"ducks", "geese"}
    assert told(f"{text}enact.mode = off\n") == {}


def test_a_request_page_is_answered_by_one() -> None:
    asked = "requests.page = Requests\n"
    assert set(told(WIKI + own("ducks") + asked + own("geese") + asked)) == {"ducks", "geese"}


def test_other_wikis_and_folders_do_not_meet() -> None:
    assert told("[nomic:ducks]\n[nomic:geese]\n") == {}
    other = "wiki.url = https://other.example/api.php\n"
    assert told(f"{WIKI}[nomic:ducks]\n[nomic:geese]\n{other}") == {}


def test_a_nomic_that_cannot_be_used_anyway_is_told_of_that_instead() -> None:
    assert told(f"{WIKI}[nomic:ducks]\n[nomic:geese]\ngame.slug = chess\n") == {}
