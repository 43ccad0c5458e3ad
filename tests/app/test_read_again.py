"""A setting of a reader put right later: what was archived is read anew, and all is as if it had been right from the start."""

import html
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.blog_world import ScriptedSite, at
from tests.contracts.wordpress_site import WordPressSite
from tracker.app.asking.checkup import check_up
from tracker.app.asking.inquiry import gamestate_at, status
from tracker.app.people import redacting
from tracker.app.publish.pages import page_texts
from tracker.app.tick.tick import tick
from tracker.app.wired import Wired
from tracker.bootstrap import wire
from tracker.config.reading import load_settings
from tracker.core.observation import record_from_observation
from tracker.demo.site import EMPEROR_XPATH, Answer

Sections = Mapping[str, Mapping[str, str]]
LOOKS = (0.5, 3.0, 16.0, 30.0, 44.0)
LAST = 57.0


@dataclass
class Told:
    """What a tracker ended with: the gamestate, and every row that it read out of the blog."""

    values: Any
    findings: list[tuple[str, str]]
    rows: list[str]


class EngineSite(ScriptedSite):
    """The scripted ExpressionEngine, with a list of idle players and a call that its heading's class does not name."""

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        answer = super().rendered(address, headers)
        idle = f'<ul id="Idlers">{"".join(f"<li>{name}</li>" for name in self.idle())}</ul></body>'
        body = answer.body.replace(b"</body>", idle.encode())
        return Answer(answer.status, body, answer.content_type, answer.headers)

    def idle(self) -> list[str]:
        return sorted(player.name for player in self.state().players.values() if player.is_idle)


class PressSite(WordPressSite):
    """The scripted WordPress with a list of idle players."""

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        answer = super().rendered(address, headers)
        idle = sorted(player.name for player in self.state().players.values() if player.is_idle)
        listed = f'<ul id="Idlers">{"".join(f"<li>{name}</li>" for name in idle)}</ul></body>'
        return Answer(
            answer.status, answer.body.replace(b"</body>", listed.encode()), answer.content_type, answer.headers
        )


def play(site: ScriptedSite) -> None:
    """Two days: proposals that are enacted and fail between looks, a call, votes, an edit, somebody idle, another emperor."""
    players = [
        {"name": "Juniper", "member_id": "11", "admin": True, "emperor": True},
        {"name": "Marlowe", "member_id": "12", "admin": True},
        *({"name": name, "member_id": id} for name, id in (("Quill", "14"), ("Pim", "16"), ("Ottoline", "17"))),
    ]
    site.tell("roster", 0, players=players)
    body = "<p>Add a rule.</p>"
    site.tell(
        "post",
        1,
        slug="dry-socks",
        category="Proposal",
        title="Dry Socks",
        author="Quill",
        body=body,
        flavour="<p>Rain</p>",
    )
    site.tell("post", 1.2, slug="oars", category="Proposal", title="Oars", author="Pim", body="<p>Add the street.</p>")
    site.tell("post", 1.5, slug="call", category="Call for Judgement", title="Whose boat?", author="Pim", body=body)
    site.tell("post", 2, slug="wet", category="Proposal", title="Wet", author="Marlowe", body=body)
    for number, name in enumerate(("Juniper", "Marlowe", "Pim", "Ottoline")):
        for order, slug in enumerate(("dry-socks", "oars", "call")):
            icon = "{AGAINST}" if slug == "oars" else "{FOR}"
            site.tell("comment", 2.1 + number / 10, post=slug, author=name, body=icon, id=str(10 * order + number + 1))
    site.tell("post_status", 14, slug="dry-socks", status="Enacted", note="Reached quorum, 5-0. Juniper")
    site.tell("post_status", 15, slug="oars", status="Failed", note="Unpopular, 1-3. Marlowe")
    site.tell("roster_change", 20, name="Ottoline", change="idle")
    site.tell("roster_change", 33, name="Marlowe", change="emperor")
    site.tell("post_edited", 34, slug="wet", by="Marlowe", body="<p>Add another rule.</p>")
    site.tell("comment", 35, post="wet", author="Pim", body="{FOR}", id="99")


class Clock:
    """A clock that goes on by a little whenever it is asked, as clocks do."""

    def __init__(self) -> None:
        self.instant = at(0)

    def now(self) -> Any:
        return self.instant


def run(site: ScriptedSite, folder: Path, sections: Callable[[float], Sections]) -> list[Told]:
    """Tick at each look by the config of that hour; what was known after each."""
    clock, told = Clock(), []
    for hours in (*LOOKS, LAST, LAST + 1):
        clock.instant = site.now = at(hours)
        made = wire(load_settings(written(folder, site, sections(hours)), {}), clock, lambda _: None)
        try:
            report = tick(made)
            assert not report.errors, report.errors
            told.append(known(made))
        finally:
            made.close()
    return told


def known(made: Wired) -> Told:
    gamestate = gamestate_at(made)
    findings = sorted((found.code, found.text) for found in gamestate.findings)
    return Told(
        gamestate.values, findings, sorted(row_text(row.observation) for row in made.archive.rows() if is_read(row))
    )


def is_read(row: Any) -> bool:
    return row.observation.source == "blog" and row.observation.kind not in {"look", "fragment"}


def row_text(observation: Any) -> str:
    return str(sorted((name, str(value)) for name, value in record_from_observation(observation).items()))


def written(folder: Path, site: ScriptedSite, sections: Sections) -> Path:
    engine = "wordpress" if isinstance(site, WordPressSite) else "expressionengine"
    blog = {"engine": engine, "url": site.url, "first_month": "2026-03", "vote_icon_bases": f"{site.url}/images/vote/"}
    given = {
        "blog": blog | dict(sections.get("blog", {})),
        "http": {"delay_seconds": "0", "contact": "keeper@example.org", "attempts": "1"},
        "wiki": {"ruleset": ""},
        **{name: options for name, options in sections.items() if name != "blog"},
    }
    lines = []
    for name, options in given.items():
        lines += [f"[{name}]", *(f"{option} = {value}".replace("\n", "\n  ") for option, value in options.items())]
    folder.mkdir(exist_ok=True)
    file = folder / "tracker.ini"
    file.write_text("\n".join(lines) + "\n")
    return file


EE, WP = "expressionengine", "wordpress"
CATEGORIES = "\nproposal = Proposal\ncall-for-judgement = Call for Judgement"
WRONG: Mapping[str, tuple[str, Sections, Sections]] = {
    # engine, what is right, what is wrong
    "vote_icon_bases": (EE, {}, {"blog": {"vote_icon_bases": "https://elsewhere.example/"}}),
    "vote_icons": (EE, {}, {"blog": {"vote_icons": "for.gif = AGAINST"}}),
    "vote_alt_texts": (EE, {}, {"switches": {"vote_alt_texts": "for = AGAINST"}}),
    "enacted_words": (EE, {}, {"switches": {"enacted_words": "adopted"}}),
    "failed_words": (EE, {}, {"switches": {"failed_words": "rejected"}}),
    "bot_account": (EE, {}, {"blog": {"bot_account": "Pim"}}),
    "open_statuses": (EE, {}, {"blog": {"open_statuses": "enacted\nFailed"}}),
    "statuses unknown": (EE, {}, {EE: {"statuses": "offen = open"}}),
    "statuses mistaken": (EE, {}, {EE: {"statuses": "\nopen = open\nenacted = Failed\nfailed = Enacted"}}),
    "statuses too many": (
        EE,
        {},
        {EE: {"statuses": "\nproposal = Vetoed\nopen = open\nenacted = Enacted\nfailed = Failed"}},
    ),
    "class_categories": (EE, {}, {EE: {"class_categories": "motion = Proposal"}}),
    "class_categories too many": (EE, {}, {EE: {"class_categories": "\nproposal = Proposal\nopen = Story Post"}}),
    "prefix_categories": (EE, {}, {EE: {"prefix_categories": "Motion = Proposal"}}),
    "idle_list_id": (EE, {EE: {"idle_list_id": "Idlers"}}, {EE: {"idle_list_id": "PlayerList"}}),
    "emperor_xpath": (EE, {EE: {"emperor_xpath": EMPEROR_XPATH}}, {EE: {"emperor_xpath": "//h1//a"}}),
    "categories": (WP, {}, {WP: {"categories": "motion = Proposal"}}),
    "WordPress statuses": (WP, {}, {WP: {"statuses": "adopted = Enacted"}}),
    "note_class": (WP, {}, {WP: {"note_class": "remark"}}),
    "flavour_class": (WP, {}, {WP: {"flavour_class": "colour"}}),
    "roster_id": (WP, {}, {WP: {"roster_id": "people"}}),
    "idle_roster_id": (WP, {WP: {"idle_roster_id": "Idlers"}}, {WP: {"idle_roster_id": "people"}}),
}


@pytest.fixture(scope="module")
def sites() -> Iterator[Mapping[str, ScriptedSite]]:
    with EngineSite() as engine, PressSite() as press:
        play(engine)
        play(press)
        yield {EE: engine, WP: press}


def with_roster(sections: Sections, site: ScriptedSite) -> Sections:
    """The page of the players, which a WordPress must be told of."""
    if not isinstance(site, WordPressSite):
        return sections
    return {**sections, WP: {"roster_url": f"{site.url}/players/", **sections.get(WP, {})}}


@pytest.fixture(scope="module")
def as_it_is(sites: Mapping[str, ScriptedSite], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Told]]:
    """What a tracker knows by a config that was right from the start."""

    @cache
    def told(engine: str, right: str) -> list[Told]:
        site, sections = sites[engine], WRONG[right][1]
        return run(site, tmp_path_factory.mktemp("right"), lambda _: with_roster(sections, site))

    return told


@pytest.mark.parametrize("name", WRONG)
def test_a_setting_put_right_later_reads_all_anew(
    name: str, sites: Mapping[str, ScriptedSite], as_it_is: Callable[..., list[Told]], tmp_path: Path
) -> None:
    engine, right, wrong = WRONG[name]
    good, bad = with_roster(right, sites[engine]), with_roster(wrong, sites[engine])
    expected = as_it_is(
        engine, next(other for other, (sort, same, _) in WRONG.items() if (sort, same) == (engine, right))
    )
    mended = run(sites[engine], tmp_path, lambda hours: good if hours >= LAST else bad)
    assert mended[len(LOOKS) - 1] != expected[len(LOOKS) - 1]
    assert mended[-1].rows == expected[-1].rows
    assert mended[-1] == expected[-1]


@pytest.mark.parametrize("name", ["statuses unknown", "statuses too many"])
def test_a_setting_that_was_wrong_for_some_looks_leaves_nothing_behind(
    name: str, sites: Mapping[str, ScriptedSite], as_it_is: Callable[..., list[Told]], tmp_path: Path
) -> None:
    expected = as_it_is(EE, "vote_icon_bases")
    mended = run(sites[EE], tmp_path, lambda hours: WRONG[name][2] if 3 <= hours < LAST else {})
    assert "undetermined" in str(mended[len(LOOKS) - 1].values["matters"]["wet"])
    assert mended[-1] == expected[-1]


@pytest.mark.parametrize("engine", [EE, WP])
def test_what_was_redacted_does_not_come_back_when_all_is_read_anew(
    engine: str, sites: Mapping[str, ScriptedSite], tmp_path: Path
) -> None:
    site, clock = sites[engine], Clock()
    wrong = {EE: {EE: {"statuses": "offen = open"}}, WP: {WP: {"flavour_class": "colour"}}}[engine]
    for hours, sections in ((0.5, wrong), (3, wrong), (LAST, {})):
        clock.instant = site.now = at(hours)
        made = wire(load_settings(written(tmp_path, site, with_roster(sections, site)), {}), clock, lambda _: None)
        assert not tick(made).errors
        assert ("street" in str(list(made.archive.rows()))) == (hours == 3)
        if hours == 3:
            redacting.redact(made, "post:oars", by="Juniper", why="private")
        assert "street" not in str(list(made.archive.rows()))
        made.close()


HIDDEN: list[tuple[str, Sections]] = [
    ("ICONS_NOT_KNOWN", {"blog": {"vote_icon_bases": "https://elsewhere.example/"}}),
    ("VOTES_ON_PLAIN_POST", {EE: {"class_categories": "motion = Proposal"}}),
    ("VOTES_ON_PLAIN_POST", {EE: {"class_categories": "proposal = Story Post"}}),
]


@pytest.mark.parametrize(("code", "wrong"), HIDDEN)
def test_votes_that_a_setting_hides_are_told_with_what_mends_it(
    code: str, wrong: Sections, sites: Mapping[str, ScriptedSite], tmp_path: Path
) -> None:
    site, clock = sites[EE], Clock()
    for hours in (0.5, 3):
        clock.instant = site.now = at(hours)
        made = wire(load_settings(written(tmp_path, site, wrong), {}), clock, lambda _: None)
        assert not tick(made).errors
        made.close()
    (found,) = [each for each in gamestate_at(made).findings if each.code == code]
    section, line = mending(found.mend)
    stuck = [each["why"] for each in status(made, "operator")["stuck"] if each["what"] == "a setting that does not fit"]
    assert [why for why in stuck if why.startswith(found.mend)] == stuck != []
    (checked,) = [each for each in check_up(made, lambda: "answers") if each.name == "reading"]
    assert checked.error is not None
    assert checked.error.remedy == found.mend
    shown = next(text for title, text in page_texts(made, gamestate_at(made)).items() if "State of play" in title)
    assert found.mend.partition(" = ")[2] in html.unescape(shown.replace("<wbr>", ""))
    clock.instant = site.now = at(3.5)
    made = wire(load_settings(written(tmp_path, site, {section: line}), {}), clock, lambda _: None)
    assert not tick(made).errors
    assert not [each for each in gamestate_at(made).findings if each.mend]
    assert gamestate_at(made).values["matters"]["dry-socks"]["for"] == 5
    made.close()


def mending(mend: str) -> tuple[str, Mapping[str, str]]:
    """The section and the option that a finding names."""
    if mend.startswith("[blog] "):
        name, _, value = mend.removeprefix("[blog] ").partition(" = ")
        return "blog", {name: value}
    return EE, {"class_categories": mend.rpartition(": ")[2]}
