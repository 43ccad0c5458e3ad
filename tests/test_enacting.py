"""Enacting on a real MediaWiki, by the commands: one edit in the named rule, read back, noted, confirmed or taken back."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.app.enacting import ADD, RULESET_170
from tests.app.wiring import Record, post, vote
from tests.chain import PASSWORD_VARIABLE, Ran, Tracker, written
from tests.reading_pages import ShownPage
from tests.services.mediawiki import MediaWiki
from tracker.core.instants import iso
from tracker.mechanics.ruleset.ruletree import parse_rules

PEOPLE = ("Wes", "Ada", "Bo", "Cy", "Di")
DRAFTS, LOG, REQUESTS, AUTHORITY = (
    f"Tracker/{name}" for name in ("Enactment drafts", "Enactment log", "Requests", "Authority")
)
SUMMARY = '/* Dynastic Rules */ Enacted "Dry Socks"'
SWITCH = "([[Tracker/Switch/Enacting|switch off]])"


@dataclass
class InStep(Tracker):
    """A tracker by whose clock the wiki's goes, too."""

    wiki: MediaWiki = field(kw_only=True)

    def run(self, *arguments: str) -> Ran:
        """Run a command at an instant at which the wiki's clock stands as well."""
        self.wiki.set_state(now=self.now)
        return super().run(*arguments)


class Nomic:
    """A game whose ruleset stands on a real wiki; its blog is told by files."""

    def __init__(self, wiki: MediaWiki, folder: Path) -> None:
        self.wiki = wiki
        # The wiki dates what stood there before by the real clock.
        start = datetime.now(UTC).replace(microsecond=0) + timedelta(minutes=1)
        self.tracker = InStep(folder, start, {PASSWORD_VARIABLE: wiki.bot_password}, wiki=wiki)
        wiki.edit("Ruleset", RULESET_170, "Ada")
        self.configure("draft")
        self.tell(*self.story())
        self.tracker.must("pages", "--create", "--yes")
        self.tracker.tick()

    def configure(self, mode: str) -> None:
        wiki = {
            "backend": "mwclient",
            "url": self.wiki.api_url,
            "account": self.wiki.bot_name,
            "password_env": PASSWORD_VARIABLE,
            "pause_seconds": "0",
        }
        enact = {"mode": mode, "authority_page": AUTHORITY, "await_minutes": "60"}
        identities = {name: f"wiki:{name}" for name in ("Ada", "Bo")}
        self.tracker.configure(
            {
                **{"wiki": wiki, "publish": {"permission": "apply"}, "enact": enact, "identities": identities},
                "requests": {"page": REQUESTS},
            }
        )

    def ago(self, hours: float) -> str:
        return iso(self.tracker.now - timedelta(hours=hours))

    def story(self) -> list[Record]:
        players = [
            {"name": name, "status": "player", "admin": name in {"Wes", "Ada"}, "emperor": name == "Wes"}
            for name in PEOPLE
        ]
        return [
            {"kind": "roster", "id": "r", "at": self.ago(40), "players": players},
            post("dry_socks", "Bo", self.ago(30), body=ADD, url="https://blog.example/dry_socks"),
            *(vote("for", name, "dry_socks", self.ago(29)) for name in ("Ada", "Cy")),
            vote("against", "Di", "dry_socks", self.ago(28)),
        ]

    def tell(self, *records: Record) -> None:
        file = self.tracker.folder / "told.jsonl"
        file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
        self.tracker.must("archive", "import", str(file))

    def enact(self, *arguments: str) -> Mapping[str, Any]:
        said: Mapping[str, Any] = self.tracker.must("enact", "dry_socks", *arguments, "--json").said
        return said

    def ruleset(self) -> str:
        return self.wiki.text("Ruleset") or ""

    def summary(self) -> str:
        newest = max(self.wiki.revisions("Ruleset"), key=lambda revision: int(revision["revid"]))
        return str(newest["comment"])

    def shown(self, title: str) -> str:
        return ShownPage(self.wiki.html(title)).text

    def stage(self) -> str:
        return str(self.tracker.must("enact", "--json").said[0]["stage"])


@pytest.fixture
def nomic(mediawiki: MediaWiki, tmp_path: Path) -> Iterator[Nomic]:
    """A proposal is popular and may be enacted; the pages are made, and a tick has been."""
    yield Nomic(mediawiki, tmp_path)
    mediawiki.set_state()


def rules(page: str) -> dict[tuple[str, ...], str]:
    return {node.path: node.own_text.rstrip() for node in parse_rules(page).walk()}


def test_a_draft_stands_on_its_page_and_changes_nothing(nomic: Nomic) -> None:
    page = nomic.shown(DRAFTS)
    assert "Proposal: Dry Socks" in page
    assert "+Socks are dry." in page
    assert "Reached quorum 3 votes to 1. Enacted by NAME." in page
    shown = nomic.tracker.must("enact", "dry_socks").out
    assert "+Socks are dry." in shown
    assert f"edit summary: {SUMMARY}" in shown
    assert "note for the blog: Reached quorum 3 votes to 1. Enacted by NAME." in shown
    assert nomic.ruleset() == RULESET_170


def test_enacting_changes_the_named_rule_alone_and_undo_restores_the_page(nomic: Nomic) -> None:
    done = nomic.enact("--apply", "--by", "Ada")
    assert done["alarms"] == []
    before, after = rules(RULESET_170), rules(nomic.ruleset())
    assert after.pop(("Dynastic Rules", "Dry Socks")).startswith("Socks are dry.")
    assert after.keys() == before.keys()
    # What closes the section stands below its last rule, which is the new one now.
    assert [path for path in before if before[path] != after[path]] == [("Dynastic Rules", "Revelation")]
    assert nomic.ruleset().replace("\n\n===Dry Socks===\nSocks are dry.", "") == RULESET_170
    assert nomic.summary() == f"{SUMMARY} (for Ada) {SWITCH}"
    assert nomic.stage() == "awaiting status"
    assert "Reached quorum 3 votes to 1. Enacted by Ada." in nomic.shown(LOG)
    assert nomic.tracker.run("enact", "dry_socks", "--apply", "--by", "Ada").code == 8
    nomic.enact("--undo", "--apply", "--by", "Wes")
    assert nomic.ruleset() == RULESET_170
    assert nomic.summary() == f"Undo: {SUMMARY} (for Ada) (for Wes) {SWITCH}"
    assert nomic.stage() == "undone"


def test_undo_keeps_a_persons_later_edit_elsewhere(nomic: Nomic) -> None:
    nomic.enact("--apply", "--by", "Ada")
    nomic.wiki.edit("Ruleset", nomic.ruleset().replace("at least 12 hours", "at least twelve hours"), "Bo")
    nomic.enact("--undo", "--apply", "--by", "Ada")
    assert nomic.ruleset() == RULESET_170.replace("at least 12 hours", "at least twelve hours")


def test_enacting_is_confirmed_by_the_blog(nomic: Nomic) -> None:
    nomic.enact("--apply", "--by", "Ada")
    nomic.tracker.tick(minutes=5)
    told = {
        "slug": "dry_socks",
        "status": "Enacted",
        "by": "Ada",
        "note": "Reached quorum 3 votes to 1. Enacted by Ada.",
    }
    nomic.tell({"kind": "post_status", "id": "s", "at": iso(nomic.tracker.now), **told})
    nomic.tracker.tick(minutes=5)
    assert nomic.stage() == "confirmed"
    assert "confirmed" in nomic.shown(LOG)
    assert nomic.tracker.tick(minutes=1)["outcome"] in {"idle", "in step"}


def test_what_a_person_undoes_on_the_wiki_is_told_with_their_name_and_frees_the_way(nomic: Nomic) -> None:
    nomic.enact("--apply", "--by", "Ada")
    nomic.wiki.edit("Ruleset", RULESET_170.replace("at least 12 hours", "at least twelve hours"), "Bo")
    codes = {finding["code"] for finding in nomic.tracker.tick(minutes=5)["plan"]["findings"]}
    assert "TAKEN_BACK_BY_HAND" in codes
    assert nomic.stage() == "reverted"
    assert "taken back on the wiki by Bo in revision" in nomic.shown(LOG)
    again = nomic.tracker.run("enact", "dry_socks", "--undo", "--apply", "--by", "Ada")
    assert again.code == 2
    assert "it was taken back on the wiki by Bo in revision" in again.err
    nomic.enact("--apply", "--by", "Ada")
    assert "Socks are dry." in nomic.ruleset()
    assert nomic.stage() == "awaiting status"


def test_status_that_does_not_come_is_told(nomic: Nomic) -> None:
    nomic.enact("--apply", "--by", "Ada")
    assert nomic.tracker.tick(minutes=5)["plan"]["findings"] == []
    (finding,) = nomic.tracker.tick(minutes=70)["plan"]["findings"]
    assert finding["code"] == "STATUS_AWAITED_TOO_LONG"
    assert "status awaited too long" in nomic.shown(LOG)
    assert "Socks are dry." in nomic.ruleset()


def test_line_on_the_request_page_is_whose_account_wrote_it(nomic: Nomic) -> None:
    forged, real = "* enact dry_socks --[[User:Ada|Ada]]", "* enact dry_socks --~~~~"
    nomic.wiki.edit(REQUESTS, f"{nomic.wiki.text(REQUESTS)}\n{forged}", "Bo")
    nomic.tracker.tick(minutes=1)
    assert nomic.ruleset() == RULESET_170
    assert "Not done: only an admin may ask for this." in nomic.shown(REQUESTS)
    nomic.wiki.edit(REQUESTS, f"{nomic.wiki.text(REQUESTS)}\n{real}", "Ada")
    report = nomic.tracker.tick(minutes=1)
    assert {"Ruleset", REQUESTS, LOG} <= written(report)
    assert "Written in revision" in nomic.shown(REQUESTS)
    assert nomic.summary() == f"{SUMMARY} (for Ada) {SWITCH}"
    text = nomic.wiki.text(REQUESTS)
    nomic.tracker.tick(minutes=1)
    assert nomic.wiki.text(REQUESTS) == text


def test_tick_enacts_on_the_authority_of_an_admins_own_account(nomic: Nomic) -> None:
    nomic.configure("auto")
    line = "* I, Ada, authorise the tracker to enact what is lawful and wholly mechanical."
    nomic.wiki.edit(AUTHORITY, line, "Bo")
    nomic.tracker.tick(minutes=1)
    assert nomic.ruleset() == RULESET_170
    nomic.wiki.edit(AUTHORITY, "", "Ada")
    nomic.wiki.edit(AUTHORITY, f"{line} --~~~~", "Ada")
    nomic.tracker.tick(minutes=1)
    assert "Socks are dry." in nomic.ruleset()
    assert nomic.summary() == f"{SUMMARY} (authorised by Ada) {SWITCH}"


def test_page_that_moved_on_is_drafted_anew_on_what_stands_there(nomic: Nomic) -> None:
    other = RULESET_170.replace("at least 12 hours", "at least twelve hours")
    nomic.wiki.edit("Ruleset", other, "Bo")
    nomic.tracker.now += timedelta(minutes=1)
    nomic.enact("--apply", "--by", "Ada")
    assert "Socks are dry." in nomic.ruleset()
    assert nomic.ruleset().replace("\n\n===Dry Socks===\nSocks are dry.", "") == other


def test_hostile_text_of_a_matter_is_shown_and_does_nothing(nomic: Nomic) -> None:
    hostile = "</div>|} {{evil}} [[Category:X]] <nowiki> --> ~~~~ <script>"
    escaped = hostile.replace("<", "&lt;").replace(">", "&gt;")
    body = f"<p>Add a new rule called “Ropes” with the following text:</p><blockquote><p>{escaped}</p></blockquote>"
    call = post("ropes", "Cy", nomic.ago(27), category="Call for Judgement", title=f"Ropes {hostile}", body=body)
    nomic.tell(call, *(vote("for", name, "ropes", nomic.ago(26)) for name in ("Ada", "Bo")))
    nomic.tracker.tick(minutes=1)
    page = ShownPage(nomic.wiki.html(DRAFTS))
    for text in ("{{evil}}", "[[Category:X]]", "<nowiki>", "~~~~", "<script>"):
        assert page.text.count(text) >= 2
    assert page.content.find("script") is None
    assert page.content.find(id="draft-dry_socks") is not None
    assert "Category:X" not in (nomic.wiki.text(DRAFTS) or "").replace("Category&#58;X", "")


def test_blanked_ruleset_is_never_written(nomic: Nomic) -> None:
    nomic.wiki.edit("Ruleset", "ha ha", "Bo")
    nomic.tracker.now += timedelta(minutes=1)
    ran = nomic.tracker.run("enact", "dry_socks", "--apply", "--by", "Ada")
    assert ran.code == 8
    assert "PAGE_UNSOUND" in ran.err
    assert nomic.ruleset() == "ha ha"


def test_reset_is_written_with_copy_and_history_and_taken_back(nomic: Nomic) -> None:
    address = "Ascension Address: Air"
    body = "<p>The theme is air. Change Castaway to Pilot. Keep Hallucinations.</p>"
    nomic.wiki.edit("Ruleset 170", "what was in force before", "Ada")
    nomic.tell(
        {"kind": "setting", "id": "number", "name": "dynasty_number", "value": 4, "at": nomic.ago(41)},
        post("won", "Bo", nomic.ago(27), category="Declaration of Victory", title="I Won"),
        *(vote("for", name, "won", nomic.ago(26)) for name in ("Wes", "Ada", "Cy")),
        {
            **{"kind": "post_status", "id": "won", "slug": "won", "status": "Enacted", "by": "Ada", "note": "4-0"},
            "at": nomic.ago(14),
        },
        post("air", "Bo", nomic.ago(1), category="Ascension Address", title=address, body=body),
    )
    nomic.tracker.tick(minutes=1)
    assert "nobody has confirmed yet what the address says" in nomic.shown(DRAFTS)
    assert nomic.tracker.run("enact", "air", "--apply", "--by", "Ada").code == 8
    nomic.tracker.must("decide", "address:air", "yes", "--by", "Ada", "--why", "so it says")
    done = nomic.tracker.must("enact", "air", "--apply", "--by", "Ada", "--json").said
    assert done["alarms"] == []
    targets = [act["target"] for act in done["acts"] if not act["target"].startswith("Tracker/")]
    assert targets == ["Ruleset 171", "Ruleset", "The Fourth Dynasty of Wes"]
    assert nomic.wiki.text("Ruleset 171") == RULESET_170
    assert [path[-1] for path in rules(nomic.ruleset()) if path[0] == "Dynastic Rules"] == [
        "Dynastic Rules",
        "Hallucinations",
    ]
    assert "Castaway" not in nomic.ruleset()
    assert "I Won" in nomic.shown("The Fourth Dynasty of Wes")
    assert nomic.summary() == f"{address} (for Ada) {SWITCH}"
    nomic.tracker.tick(minutes=5)
    nomic.tracker.must("enact", "air", "--undo", "--apply", "--by", "Wes")
    assert nomic.ruleset() == RULESET_170
