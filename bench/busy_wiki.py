"""What publishing a busy tick costs on a real MediaWiki, beside plain mwclient and pywikibot scripts doing the same.

Each of the three writes new texts into the same eight pages of the same wiki, as a process of its own: imports, login,
reading and edits are counted. No pauses between edits, for any of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench.table import Measure, print_table
from tracker.core.region import find_region, new_page

if TYPE_CHECKING:
    from tests.services.mediawiki import MediaWiki

RUNS = 3
MATTERS, VOTES, PLAYERS = 30, 40, 25
LOGIN, READINGS, EDITS = 4, 1, 8
"""The most requests that our login with its tokens, the batched reading, and the edits may take together.

The last look at the revision ids before the edits has its place where the login needs only three.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One script's cost: requests, and seconds of the whole process (median); and both as multiples of ours."""

    script: str
    requests: int
    seconds: float
    requests_ratio: float
    seconds_ratio: float


# --- the pages ----------------------------------------------------------------------------------------------------------


def pages(version: str) -> dict[str, str]:
    """The texts of eight regions, one a page, of the size that thirty matters with forty votes each give them."""
    matters = [f"Proposal {number}" for number in range(MATTERS)]
    players = [f"Player {number}" for number in range(PLAYERS)]
    votes = [f"{matter} vote {number}" for matter in matters for number in range(VOTES)]
    return {
        "Votable matters": _table(matters, 9, version),
        "Evidence": _table(votes[: len(votes) // 2], 3, version),
        "Evidence, continued": _table(votes[len(votes) // 2 :], 3, version),
        "Roster": _table(players, 6, version),
        "State of play": _table(matters[:4], 4, version),
        "Resolutions": _table(matters, 5, version),
        "Quorum": _table(players, 2, version),
        "Queue": _table(matters, 2, version),
    }


def _table(names: list[str], columns: int, version: str) -> str:
    rows = ["|-\n" + "\n".join(f"| {name}, column {column}, {version}" for column in range(columns)) for name in names]
    return "\n".join(['{| class="wikitable sortable"', *rows, "|}"])


def _with_region(text: str, new: str) -> str:
    """What a plain script does with a page: put a text between the two markers."""
    head, rest = text.split("<!-- tracker:begin board -->")
    tail = rest.split("<!-- tracker:end board -->")[1]
    return f"{head}<!-- tracker:begin board -->\n{new}\n<!-- tracker:end board -->{tail}"


# --- the three scripts, each run in a process of its own ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where the wiki is, and who writes."""

    url: str
    username: str
    password: str
    version: str
    folder: str


class _Clock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def tracker_script(place: Place) -> None:
    """Plan and apply, with the ledger in a file."""
    from tracker.app.publish.publish import Publisher
    from tracker.archive.sql import open_archive
    from tracker.core.planning import Desired, DesiredPage, DesiredRegion
    from tracker.wiki.mediawiki_settings import MediaWikiSettings
    from tracker.wiki.mwclient_backend import MwclientWiki

    settings = MediaWikiSettings(f"{place.url}/api.php", place.username, place.password, "bench", edit_pause=0)
    wanted = [DesiredPage(title, (DesiredRegion("board", text),)) for title, text in pages(place.version).items()]
    archive = open_archive(Path(place.folder) / "archive.sqlite")
    publisher = Publisher(MwclientWiki(settings), archive.ledger(), _Clock())
    plan = publisher.plan_pages(Desired(tuple(wanted)))
    publisher.apply_plan(plan, plan.checksum)
    archive.close()


def mwclient_script(place: Place) -> None:
    """Page by page, as mwclient's manual shows it."""
    import mwclient

    site = mwclient.Site(urlsplit(place.url).netloc, path="/", scheme="http")
    site.login(place.username, place.password)
    for title, text in pages(place.version).items():
        page = site.pages[title]
        page.save(_with_region(page.text(), text), summary="update", bot=True)


def pywikibot_script(place: Place) -> None:
    """Page by page, as pywikibot's manual shows it; its configuration lies in ``PYWIKIBOT_DIR``."""
    import pywikibot

    site = pywikibot.Site()
    site.login()
    for title, text in pages(place.version).items():
        page = pywikibot.Page(site, title)
        page.text = _with_region(page.text, text)
        page.save(summary="update", quiet=True)


SCRIPTS: Mapping[str, Callable[[Place], None]] = {
    "tracker": tracker_script,
    "mwclient": mwclient_script,
    "pywikibot": pywikibot_script,
}


def _write_pywikibot_config(folder: Path, wiki: MediaWiki) -> None:
    account, _, application = wiki.bot_name.partition("@")
    config = [
        "from pathlib import Path",
        "register_families_folder(str(Path(base_dir) / 'families'))",
        "family = mylang = 'testwiki'",
        f"usernames['testwiki']['testwiki'] = {account!r}",
        "password_file = 'user-password.py'",
        "put_throttle = minthrottle = 0",
        "maxthrottle = 1",
        "log = []",
    ]
    password = f"('testwiki', 'testwiki', {account!r}, BotPassword({application!r}, {wiki.bot_password!r}))"
    family = [
        "from pywikibot import family",
        "class Family(family.SingleSiteFamily):",
        "    name = 'testwiki'",
        f"    domain = {urlsplit(wiki.url).netloc!r}",
        "    def protocol(self, code): return 'http'",
        "    def scriptpath(self, code): return ''",
        "    def path(self, code): return '/index.php'",
        "    def apipath(self, code): return '/api.php'",
    ]
    (folder / "families").mkdir(parents=True)
    for name, lines in (("user-config.py", config), ("user-password.py", [password])):
        (folder / name).write_text("\n".join(lines) + "\n")
        (folder / name).chmod(0o600)
    (folder / "families/testwiki_family.py").write_text("\n".join(family) + "\n")


# --- measuring ----------------------------------------------------------------------------------------------------------


def run() -> list[Row]:
    """Run each script several times, in turns, and compare; raises RuntimeError where one did not do the work."""
    from tests.services.mediawiki import MediaWiki

    with tempfile.TemporaryDirectory() as name, MediaWiki.start(Path(name) / "wiki") as wiki:
        folder = Path(name)
        _write_pywikibot_config(folder / "pywikibot", wiki)
        for title, text in pages("version 0").items():
            wiki.edit(title, new_page("Opening", {"board": text}))
        turns = [(script, f"version {number}.{script}") for number in range(RUNS) for script in SCRIPTS]
        costs = [(script, *_measure(wiki, folder, script, version)) for script, version in turns]
    return _rows(costs)


def _measure(wiki: MediaWiki, folder: Path, script: str, version: str) -> tuple[int, float]:
    """Requests and seconds of one process."""
    from tracker.archive.sql import open_archive

    (folder / "archive.sqlite").unlink(missing_ok=True)
    open_archive(folder / "archive.sqlite").close()
    place = Place(wiki.url, wiki.bot_name, wiki.bot_password, version, str(folder))
    env = {**os.environ, "PYWIKIBOT_DIR": str(folder / "pywikibot"), "NO_PROXY": "127.0.0.1"}
    wiki.forget_requests()
    begun = time.perf_counter()
    command = [sys.executable, "-m", "bench.busy_wiki", script]
    done = subprocess.run(
        command, input=json.dumps(asdict(place)), text=True, capture_output=True, env=env, check=False
    )
    seconds = time.perf_counter() - begun
    requests = wiki.request_count
    if done.returncode or _regions(wiki) != pages(version):
        raise RuntimeError(f"{script} did not do the work: {done.stderr}")
    return requests, seconds


def _regions(wiki: MediaWiki) -> dict[str, str]:
    return {title: find_region(wiki.text(title) or "", "board").text for title in pages("")}


def _rows(costs: Sequence[tuple[str, int, float]]) -> list[Row]:
    """The median of each script; the fewest requests, as a first run also fills caches."""
    requests = {script: min(cost[1] for cost in costs if cost[0] == script) for script in SCRIPTS}
    seconds = {script: median(cost[2] for cost in costs if cost[0] == script) for script in SCRIPTS}
    ours = "tracker"
    return [
        Row(
            script,
            requests[script],
            seconds[script],
            requests[script] / requests[ours],
            seconds[script] / seconds[ours],
        )
        for script in SCRIPTS
    ]


def main() -> int:
    """Measure and print; 1 where we ask more often than we may."""
    measures = []
    for row in run():
        allowed = LOGIN + READINGS + EDITS if row.script == "tracker" else None
        measures += [
            Measure(f"{row.script}: requests", row.requests, "requests", allowed),
            Measure(f"{row.script}: requests, compared with the tracker", row.requests_ratio, "times"),
            Measure(f"{row.script}: whole process", row.seconds, "s"),
            Measure(f"{row.script}: seconds, compared with the tracker", row.seconds_ratio, "times"),
        ]
    return print_table(measures)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        SCRIPTS[sys.argv[1]](Place(**json.load(sys.stdin)))
    else:
        sys.exit(main())
