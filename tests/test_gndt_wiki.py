"""Players' values on a real MediaWiki, by the commands: lines answered, dice checked, hand edits heard, the ruleset page written."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.chain import PASSWORD_VARIABLE, Tracker
from tests.reading_pages import ShownPage
from tests.services.mediawiki import MediaWiki
from tracker.core.instants import iso

PEOPLE = ("Wes", "Ada", "Bo", "Cy", "Di")
RULESET = (Path(__file__).parent / "games" / "blognomic" / "ruleset170.wikitext").read_text(encoding="utf-8")


class Island:
    """The island's castaways on a real wiki; the list of players is told by a file."""

    def __init__(self, wiki: MediaWiki, folder: Path, players: tuple[str, ...] = PEOPLE) -> None:
        self.wiki = wiki
        # The wiki dates its revisions by the real clock.
        now = datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=1)
        self.tracker = Tracker(folder, now, {PASSWORD_VARIABLE: wiki.bot_password})
        for name in ("Quincunx", "ubq323", "pokes", "Kevan", "Farsight", "Thunder", "Astimageon"):
            assert f"* {name}\n" in RULESET
        text = RULESET.replace("* Quincunx\n", "* Ada\n").replace("* ubq323\n", "* Bo\n").replace("* pokes\n", "* Cy\n")
        for name in ("Kevan", "Farsight", "Thunder", "Astimageon"):
            text = text.replace(f"* {name}\n", "")
        wiki.edit("Ruleset", text, "Ada")
        self.configure()
        entries = [
            {"name": name, "status": "player", "admin": name in {"Wes", "Ada"}, "emperor": name == "Wes"}
            for name in players
        ]
        today = now.replace(hour=0, minute=0, second=0)
        self.tell({"kind": "roster", "id": "r", "at": iso(today), "players": entries})
        self.tracker.must("pages", "--create", "--yes")
        self.tracker.tick(minutes=3)

    def configure(self) -> None:
        wiki = {
            "backend": "mwclient",
            "url": self.wiki.api_url,
            "account": self.wiki.bot_name,
            "password_env": PASSWORD_VARIABLE,
            "pause_seconds": "0",
        }
        dynasty = {"file": "island", "amend_rules": "yes"}
        self.tracker.configure({"wiki": wiki, "publish": {"permission": "apply"}, "dynasty": dynasty})

    def tell(self, *records: object) -> None:
        file = self.tracker.folder / "told.jsonl"
        file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
        self.tracker.must("archive", "import", str(file))

    def text(self, title: str = "GNDT") -> str:
        return self.wiki.text(title) or ""

    def write(self, who: str, *lines: str) -> None:
        self.wiki.edit("GNDT", self.text().rstrip("\n") + "".join(f"\n{line}" for line in lines), who)

    def edits(self, title: str = "GNDT") -> int:
        return len(self.wiki.revisions(title))

    def answers(self) -> list[str]:
        return [line.partition(" <!--")[0] for line in self.text().splitlines() if line.startswith("*:")]


@pytest.fixture
def island(mediawiki: MediaWiki, tmp_path: Path) -> Island:
    return Island(mediawiki, tmp_path)


def test_lines_are_rolled_answered_and_shown_and_the_ruleset_page_follows(island: Island) -> None:
    island.write("Bo", "* gather ~~~~", "* move to The Outpost ~~~~")
    island.tracker.tick(minutes=3)
    answers = island.answers()
    assert answers[0].startswith("*: DICE4: ")
    assert "NO_DATE_LEFT" in answers[1], "a newcomer has one Date Action on the first day"
    island.write("Ada", "* move to The Mountain ~~~~")
    island.tracker.tick(minutes=3)
    ruleset = island.text("Ruleset")
    assert "* Ada" not in ruleset.partition("====The Beach====")[2].partition("====")[0]
    assert "* Ada" in ruleset.partition("====The Mountain====")[2].partition("====")[0]
    shown = ShownPage(island.wiki.html("GNDT")).text
    assert "Motivation" in shown
    before = {title: island.edits(title) for title in ("GNDT", "Ruleset")}
    island.tracker.tick(minutes=3)
    assert {title: island.edits(title) for title in before} == before


def test_twenty_new_lines_are_one_edit_of_the_page(island: Island) -> None:
    island.write("Bo", *[f"* DICE20 number {n}" for n in range(20)])
    before = island.edits()
    report = island.tracker.tick(minutes=3)
    assert island.edits() == before + 1, report
    assert len(island.answers()) == 20


def test_the_dice_of_a_page_are_checked_by_anybody(island: Island, tmp_path: Path) -> None:
    island.write("Ada", "* DICE6 for luck", "* gather")
    island.tracker.tick(minutes=3)
    assert "commitment" in island.text("Tracker/Dice").lower() or "committed" in island.text("Tracker/Dice").lower()
    checked = island.tracker.must("dice", "verify", "--json")
    assert checked.said


def test_a_hand_edit_in_the_rendered_table_is_heard_and_flagged(island: Island) -> None:
    text = island.text()
    row = text.index("\n| Di\n")
    cells = text[row:].split("\n", 6)
    changed = text[:row] + "\n".join([*cells[:4], "| 9", *cells[5:]])
    island.wiki.edit("GNDT", changed, "Bo")
    island.tracker.tick(minutes=3)
    assert "computed" in island.text()
    found = island.tracker.run("audit", "--json")
    assert found.said
