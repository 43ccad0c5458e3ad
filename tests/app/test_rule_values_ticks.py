"""Values in the text of rules over ticks: the bot's own amendments of the ruleset page put no clause in doubt and ask nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.wiring import SetClock, ToldSource, roster, wired
from tracker.app.asking.folding import fold_archive, gamestate_of
from tracker.app.people.by_hand import plan_creation_now
from tracker.app.tick.looking import publisher
from tracker.app.tick.tick import tick
from tracker.core.gamestate import Gamestate
from tracker.core.ports import PageEdit
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.directory import DirectoryWiki

RULESET = (Path(__file__).parent.parent / "games" / "blognomic" / "ruleset170.wikitext").read_text(encoding="utf-8")
CONFIG = """\
[publish]
permission = apply
[wiki]
account = Tracker
[dynasty]
file = island
amend_rules = yes
"""
LISTED = {"Quincunx": "Ada", "ubq323": "Bo", "pokes": "Cy", "Astimageon": "Di"}
"""Who stands on the lists of the page in the places of those whom the known text names."""


class Island:
    """A tracker that keeps the island's table and the values in the ruleset page's text in a folder of pages."""

    def __init__(self, folder: Path) -> None:
        self.clock, self.folder = SetClock(), folder
        text = RULESET
        for old, new in LISTED.items():
            text = text.replace(f"* {old}\n", f"* {new}\n")
        for name in ("Kevan", "Farsight", "Thunder"):
            text = text.replace(f"* {name}\n", "")
        blog = ToldSource(unseen=[roster()])
        made = wired(folder, CONFIG, clock=self.clock, sources=[blog])
        self.wired = replace(
            made,
            wiki=DirectoryWiki(folder / "wiki", self.clock, "Tracker"),
            sources=(
                blog,
                WikiPagesSource("wiki", made.look, ["Ruleset"], full_history=True),
                WikiPagesSource("dynasty", made.look, ["GNDT"], full_history=True),
            ),
        )
        self.edit("Ruleset", text, "Ada")
        tick(self.wired)
        creation = plan_creation_now(self.wired)
        publisher(self.wired).apply_plan(creation, creation.checksum)
        self.tick()

    def tick(self, minutes: float = 5) -> None:
        self.clock.pass_minutes(minutes)
        tick(self.wired)

    def text(self, title: str) -> str:
        return self.wired.wiki.fetch([title])[title].text

    def edit(self, title: str, text: str, who: str) -> None:
        self.clock.pass_minutes(1)
        wiki = DirectoryWiki(self.folder / "wiki", self.clock, who)
        wiki.save(PageEdit(title, text, "", wiki.revision_ids([title])[title]))

    def write(self, who: str, *lines: str) -> None:
        self.edit("GNDT", self.text("GNDT").rstrip("\n") + "".join(f"\n* {line}" for line in lines), who)

    @property
    def gamestate(self) -> Gamestate:
        return gamestate_of(self.wired.game, fold_archive(self.wired.game, self.wired.archive, self.clock.now()))


@pytest.fixture
def island(tmp_path: Path) -> Island:
    return Island(tmp_path)


def assert_nothing_in_doubt(state: Gamestate) -> None:
    assert state.detail.clauses_in_doubt == {}
    assert [fact.name for fact in state.facts if fact.unverified_since] == []
    assert [each.text for each in state.findings if each.code in ("CLAUSE_CHANGED", "UNEXPLAINED_CHANGE")] == []
    assert [each.id for each in state.questions if each.id.startswith(("confirm", "change-ground"))] == []


@pytest.mark.parametrize(
    ("who", "line", "rule"),
    [
        ("Ada", "move to The Outpost", "The Island › The Outpost"),
        ("Di", "forage Purple Fruit", "The Island › The Clearing"),
        ("Di", "uproot Silver Bark", "The Island › The Clearing"),
    ],
)
def test_the_bots_own_amendment_is_a_known_change(island: Island, who: str, line: str, rule: str) -> None:
    before = island.text("Ruleset")
    island.write(who, line)
    island.tick()
    assert island.text("Ruleset") != before, island.text("GNDT")
    island.tick()
    state = island.gamestate
    assert_nothing_in_doubt(state)
    changes = state.values["rule_history"][f"Dynastic Rules › {rule}"]
    assert [(each["editor"], each["ground"]) for each in changes] == [("Tracker", "explained")]


def test_a_total_of_the_bonfire_is_no_wording_and_a_sentence_beside_it_is(island: Island) -> None:
    island.write("Bo", "gather")
    island.tick(minutes=24 * 60)
    island.write("Bo", "bonfire 1")
    island.tick()
    island.tick()
    assert "recorded here: 16" in island.text("Ruleset"), island.text("GNDT")
    assert_nothing_in_doubt(island.gamestate)
    island.edit("Ruleset", island.text("Ruleset").replace("A level X shelter", "A level X hut"), "Bo")
    island.tick()
    assert set(island.gamestate.detail.clauses_in_doubt) == {"BN-144", "BN-145", "BN-146", "BN-147"}
