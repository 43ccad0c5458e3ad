"""The demo: a story's blog on loopback, ticked at the story's instants into a folder of pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tracker.app.asking.inquiry import gamestate_at
from tracker.app.enacting.enacted import Done
from tracker.app.keeping.opening import draft_opening
from tracker.app.people import by_hand, deciding
from tracker.app.tick.tick import tick
from tracker.app.tick.tick_report import TickReport
from tracker.app.wired import Wired
from tracker.bootstrap import first_instant, live_roster, wire
from tracker.config import parse_settings
from tracker.config.example import config_text
from tracker.core.gamestate import Gamestate
from tracker.core.observation import Observation
from tracker.demo.enacting import RULESET, RulesetPage
from tracker.demo.site import EMPEROR_XPATH, FEED_PATH, DemoSite
from tracker.demo.story import Story
from tracker.errors import UsageError

CONFIG_FILE = "tracker.ini"
SWITCHES = "dynasty_number = 3"
"""Which dynasty of the Harbourmaster it is that ends."""

ANSWERS: Mapping[str, tuple[str, str, str]] = {
    "comment-edit": ("newest", "Tansy", "The comment says plainly what its author wants."),
    "address": ("yes", "Tansy", "That is what he says."),
}
"""What the story's people decide when asked: topic of a question -> answer, who, why. Other questions stay open."""


@dataclass(slots=True)
class StoryClock:
    """A clock that stands at an instant of the story."""

    instant: datetime

    def now(self) -> datetime:
        """The instant at which the story stands."""
        return self.instant


@dataclass(frozen=True, slots=True)
class Shown:
    """One tick of the demo: its report, the gamestate of its instant, and what people decided and had enacted after it."""

    report: TickReport
    gamestate: Gamestate
    decided: tuple[Observation, ...] = ()
    enacted: tuple[tuple[str, Done], ...] = ()


def show(story: Story, folder: Path) -> Iterator[Shown]:
    """Serve a story and tick at each of its instants; config, archive and pages stay in the folder.

    Raises UsageError where the folder holds something already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UsageError("the folder is not empty", remedy=f"name another than {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    clock = StoryClock(story.ticks[0])
    with DemoSite(story, clock.instant) as site:
        wired = _wired(site.url, folder, clock)
        ruleset = RulesetPage(wired.settings, story)
        try:
            ruleset.begin(clock.instant)
            _open(wired)
            gamestate = gamestate_at(wired)
            for instant in story.ticks:
                ruleset.edit_by_hand(wired, gamestate, instant)
                clock.instant = site.now = instant
                report, gamestate = tick(wired), gamestate_at(wired)
                decided = tuple(_answers(wired, gamestate))
                known = gamestate_at(wired) if decided else gamestate
                yield Shown(report, gamestate, decided, tuple(ruleset.take_drafts(wired, known)))
        finally:
            wired.close()


def _open(wired: Wired) -> None:
    """What an operator does once: archive the players as they were at the beginning, and make the pages."""
    settings, clock = wired.settings, wired.clock
    players = draft_opening(live_roster(settings, clock).payload["players"], wired.game, first_instant(settings, clock))
    by_hand.import_records(wired, [players])
    made = by_hand.plan_creation_now(wired)
    by_hand.apply_now(wired, made, made.checksum)


def _answers(wired: Wired, gamestate: Gamestate) -> Iterator[Observation]:
    """The decisions that the story's people make on what is asked."""
    for asked in gamestate.questions:
        topic = asked.id.partition(":")[0]
        if topic in ANSWERS:
            answer, by, why = ANSWERS[topic]
            yield deciding.decide(wired, asked.id, answer, by=by, why=why)


def _wired(url: str, folder: Path, clock: StoryClock) -> Wired:
    path = folder / CONFIG_FILE
    text = config_text({**demo_options(url, clock.instant), ("wiki", "ruleset"): RULESET})
    text = text.replace("[switches]\n", f"[switches]\n{SWITCHES}\n")
    path.write_text(text, encoding="utf-8")
    return wire(parse_settings(text, path, {}), clock, sleep=lambda _: None)


def demo_options(url: str, since: datetime) -> dict[tuple[str, str], str]:
    """The config of a tracker that reads a demo site at an address, from the month of an instant on."""
    return {
        ("game", "player_word"): "Keeper",
        ("game", "emperor_word"): "Harbourmaster",
        ("blog", "url"): url,
        ("http", "contact"): "the demo",
        ("wiki", "ruleset"): "",
        ("blog", "first_month"): f"{since:%Y-%m}",
        # The demo's ticks lie hours apart: each looks at everything.
        ("blog", "full_reading_minutes"): "1",
        ("expressionengine", "feed_urls"): f"{url}{FEED_PATH}",
        ("expressionengine", "emperor_xpath"): EMPEROR_XPATH,
        ("http", "delay_seconds"): "0",
        ("publish", "permission"): "apply",
    }
