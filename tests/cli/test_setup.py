"""Commands by which a tracker is set up, on a blog on loopback, from an empty folder to a board."""

import stat
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.commands import Runner
from tracker.app.publish.pages import chosen_titles
from tracker.app.tick.setting_log import check_use, wishes
from tracker.config import load_settings, parse_settings
from tracker.config.settings import FREE_SECTIONS
from tracker.demo.site import EMPEROR_XPATH, Answer, DemoSite
from tracker.demo.story import FORTNIGHT, Story, read_story
from tracker.games.registry import game


def present_story() -> Story:
    """The demo's story, moved so that it ends now."""
    told = read_story(FORTNIGHT)
    late = datetime.now(UTC).replace(microsecond=0) - told.ticks[-1]
    return replace(told, events=tuple({**event, "at": event["at"] + late} for event in told.events), ticks=())


@pytest.fixture
def site() -> Iterator[DemoSite]:
    with DemoSite(present_story(), datetime.now(UTC)) as serving:
        yield serving


@pytest.fixture
def configured(folder: Path, site: DemoSite, run: Runner) -> Path:
    """A folder with a config for the blog on loopback."""
    assert run("init", "--blog-url", site.url, "--contact", "me@example.org").code == 0
    path = folder / "tracker.ini"
    extra = f"\n[expressionengine]\nemperor_xpath = {EMPEROR_XPATH}\n"
    text = path.read_text().replace("[http]\n", "[http]\ndelay_seconds = 0\n").replace("[expressionengine]\n", "")
    path.write_text(text + extra)
    return folder


# --- init -------------------------------------------------------------------------------------------------------------


def test_init_writes_a_config_that_can_be_read(run: Runner, folder: Path) -> None:
    done = run("init", "--blog-url", "https://example.org", "--contact", "me@example.org", "--engine", "wordpress")
    assert done.code == 0
    found = load_settings(folder / "tracker.ini")
    assert (found.blog.url, found.blog.engine, found.http.contact) == (
        "https://example.org",
        "wordpress",
        "me@example.org",
    )
    assert stat.S_IMODE((folder / "tracker.ini").stat().st_mode) == 0o600


def test_init_for_a_wiki_names_account_and_variable(run: Runner, folder: Path) -> None:
    arguments = ("--wiki-url", "https://example.org/w/api.php", "--account", "Bot@key", "--password-env", "PASSWORD")
    assert run("init", "--blog-url", "https://example.org", *arguments, "--json").json == {"config": "tracker.ini"}
    found = load_settings(folder / "tracker.ini", {"PASSWORD": "sesame"}).wiki
    assert (found.backend, found.account) == ("mwclient", "Bot@key")


def test_init_for_a_chat_names_its_channels(run: Runner, folder: Path) -> None:
    done = run("init", "--game", "round10", "--guild", "123456789012345678", "--token-env", "DISCORD_TOKEN")
    assert done.code == 0
    settings = load_settings(folder / "tracker.ini", {"DISCORD_TOKEN": "a token of a bot"})
    assert (settings.game.slug, settings.discord.guild) == ("round10", "123456789012345678")
    assert {"game-actions", "proposals"} <= set(settings.discord.channels)
    assert "proposals" in settings.discord.voting_channels
    told = run("opening", "--at", "2021-08-01T00:00:00Z", "--json").json
    assert told["draft"]["game"] == "round10"


@pytest.mark.parametrize("slug", ["round10", "ducks"])
def test_every_option_is_shown_with_examples_of_a_game_and_all_of_them_can_be_used(
    run: Runner, folder: Path, slug: str
) -> None:
    played = game(slug)
    text = run("config", "--all", "--game", slug).out
    for foreign in ("Kev", "blognomic", "votable_matters", "tags_compare", "[blog]", "[dynasty]"):
        assert foreign not in text
    assert f"[nomic:{slug}]" in text
    free = text[text.index("[pages]") : text.index("# Several nomics")]
    examples = (line.removeprefix("# ") for line in free.splitlines())
    lines = [f"# {line}" if line in FREE_SECTIONS.values() else line for line in examples]
    uncommented = text.replace(free, "\n".join(lines)).replace("# operators =", "operators = Ben")
    (folder / "tracker.ini").write_text(uncommented, encoding="utf-8")
    settings = load_settings(folder / "tracker.ini", {})
    wanted = wishes(settings, played)
    check_use(wanted, settings, played)
    assert {"dice_operators", "identities", "admins"} <= {wish.name for wish in wanted}
    assert settings.pages.keys() <= played.catalogue().keys()


@pytest.mark.parametrize(("slug", "is_named"), [("round10", True), ("nomicoup", False)])
def test_init_names_the_page_of_the_ruleset_unless_the_tracker_keeps_that(
    run: Runner, folder: Path, slug: str, *, is_named: bool
) -> None:
    assert run("init", "--game", slug, "--export", "exports/*.json").code == 0
    settings = load_settings(folder / "tracker.ini", {})
    assert settings.wiki.ruleset == (str(game(slug).parameters["ruleset_page"].values[-1].value) if is_named else "")
    assert "ruleset_page" not in {wish.name for wish in wishes(settings, game(slug))}
    assert ("ruleset" in chosen_titles(game(slug), settings)) is is_named


def test_init_gives_time_to_take_back_what_publishes_every_card(run: Runner, folder: Path) -> None:
    assert run("init", "--game", "nomicoup", "--export", "exports/*.json").code == 0
    played, settings = game("nomicoup"), load_settings(folder / "tracker.ini", {})
    check_use(wishes(settings, played), settings, played)
    assert {wish.name: wish.value for wish in wishes(settings, played)}["deck_opening_hours"] == 24
    text = (folder / "tracker.ini").read_text(encoding="utf-8")
    explained = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert f"deck_opening_hours: {played.parameters['deck_opening_hours'].description}" in explained


def test_init_never_writes_over_a_config_unasked(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("mine")
    assert run("init", "--blog-url", "https://example.org").code == 3
    assert (folder / "tracker.ini").read_text() == "mine"
    assert run("init", "--blog-url", "https://example.org", "--force").code == 0


def test_init_leaves_a_config_as_it_was_where_the_new_one_cannot_be_written_whole(
    run: Runner, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(path: Path, text: str, **more: str) -> int:
        path.write_bytes(text.encode()[:100])
        raise OSError(28, "No space left on device")

    (folder / "tracker.ini").write_text("mine")
    monkeypatch.setattr(Path, "write_text", is_full)
    done = run("init", "--blog-url", "https://example.org", "--force")
    assert (done.code, "No space left on device" in done.err) == (3, True)
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("tracker.ini", b"mine")]


def test_check_names_the_setting_without_which_nobody_plays(run: Runner, folder: Path) -> None:
    assert (
        run("init", "--blog-url", "http://127.0.0.1:1", "--engine", "wordpress", "--contact", "x@example.org").code == 0
    )
    done = run("check", "--json")
    blog = next(row for row in done.json if row["name"] == "blog")
    assert (done.code, blog["ok"]) == (3, False)
    assert "[wordpress] roster_url: is missing" in blog["found"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([], 2, "the blog's address is missing (give --blog-url, or --guild or --export for a chat)"),
        (["--blog-url", "example.org"], 3, "[blog] url: 'example.org' is no address"),
        (["--blog-url", "https://example.org", "--wiki-url", "x"], 3, "[wiki] url: 'x' is no address"),
        (["--blog-url", "https://example.org", "--engine", "blogger"], 2, "'blogger' is not one of"),
        (["--blog-url", "https://example.org", "--config", "none/t.ini"], 3, "No such file or directory"),
    ],
)
def test_init_refuses_what_cannot_be(run: Runner, folder: Path, arguments: list[str], code: int, told: str) -> None:
    done = run("init", *arguments)
    assert done.code == code
    assert told in done.err
    assert not (folder / "tracker.ini").exists()


# --- from nothing to a board ------------------------------------------------------------------------------------------


def test_five_steps_lead_to_a_board(run: Runner, configured: Path) -> None:
    before = run("check")
    assert before.code == 0
    assert "Next: tracker opening; correct what it drafts and archive it" in before.out
    rows = {row["name"]: row for row in run("check", "--json").json}
    assert rows["blog"]["ok"]
    assert rows["pages"]["next"] == "tracker pages --create"

    opening = run("opening")
    assert "tracker archive import FILE" in opening.err
    (configured / "opening.jsonl").write_text(opening.out)
    assert run("archive", "import", "opening.jsonl").code == 0

    assert run("pages", "--create", "--yes").code == 0
    ticked = run("tick", "--json")
    assert (ticked.code, ticked.json["outcome"]) == (0, "planned")
    checksum = run("plan", "--json").json["checksum"]
    assert run("apply", "--checksum", checksum).code == 0

    board = next(configured.glob("wiki/pages/*otable*")).read_text()
    assert "The Lamp Room" in board
    after = run("check")
    assert after.code == 0
    assert "mend" not in after.out


def test_opening_may_be_dated_and_speaks_json(run: Runner, configured: Path) -> None:
    told = run("opening", "--at", "2019-10-01T00:00:00Z", "--json").json
    assert told["draft"]["at"] == "2019-10-01T00:00:00Z"
    assert told["draft"]["state"]["emperor"] == "Oddfellow"
    assert told["notes"]


def test_opening_of_a_blog_that_does_not_answer(run: Runner, folder: Path) -> None:
    blog = "[blog]\nurl = http://127.0.0.1:1\ncontact = me@example.org\n"
    (folder / "tracker.ini").write_text(f"{blog}[http]\nattempts = 1\n")
    done = run("opening")
    assert done.code == 4
    assert done.err.startswith("error: http://127.0.0.1:1/: no answer")


def test_opening_wants_a_contact(run: Runner, folder: Path) -> None:
    (folder / "tracker.ini").write_text("[blog]\nurl = http://127.0.0.1:1\n")
    done = run("opening")
    assert done.code == 3
    assert "[http] contact: is missing (write a mail address" in done.err


@pytest.mark.parametrize("lines", ["[game]\nslug = foo\n", "[pages]\nnope = X\n", "[publish]\nmax_pages = many\n"])
def test_check_reports_a_faulty_config_as_a_row(run: Runner, folder: Path, lines: str) -> None:
    (folder / "tracker.ini").write_text(lines)
    done = run("check", "--json")
    assert done.code == 3
    (row,) = done.json
    assert (row["name"], row["ok"]) == ("config", False)
    assert "tracker.ini [" in row["found"]
    assert row["remedy"]


# --- pages ------------------------------------------------------------------------------------------------------------


def test_pages_are_listed_with_their_state(run: Runner, archived: Path) -> None:
    assert "votable_matters Tracker/Votable matters missing" in " ".join(run("pages").out.split())
    run("pages", "--create", "--yes")
    rows = {row["key"]: row for row in run("pages", "--json").json}
    assert rows["votable_matters"] == {"key": "votable_matters", "title": "Tracker/Votable matters", "revision": 1}
    assert "evidence_month Tracker/Evidence {month} one a month" in " ".join(run("pages").out.split())


def test_a_preview_that_nobody_agrees_to_makes_nothing(run: Runner, archived: Path) -> None:
    done = run("pages", "--create")
    assert "+++ Tracker/Roster (planned)" in done.out
    assert not (archived / "wiki").exists()


def test_markers_go_only_where_the_config_names_the_section(run: Runner, archived: Path) -> None:
    page = archived / "wiki" / "pages" / "Players.wiki"
    page.parent.mkdir(parents=True)
    page.write_text("Our players.\n\n== List ==\n\n== Rules ==\n")
    config = archived / "tracker.ini"
    config.write_text(f"{config.read_text()}[pages]\nroster = Players\n")
    done = run("pages", "--create", "--yes")
    assert "name the section that shall hold them" in done.out
    assert "tracker:begin" not in page.read_text()
    config.write_text(f"{config.read_text()}[headings]\nroster = List\n")
    assert run("pages", "--create", "--yes").code == 0
    assert page.read_text() == (
        "Our players.\n\n== List ==\n<!-- tracker:begin roster -->\n<!-- tracker:end roster -->\n\n== Rules ==\n"
    )


def test_an_unknown_page_in_the_config_is_told(run: Runner, archived: Path) -> None:
    config = archived / "tracker.ini"
    config.write_text(f"{config.read_text()}[pages]\nrooster = Players\n")
    done = run("pages")
    assert done.code == 3
    assert "did you mean roster?" in done.err


# --- demo -------------------------------------------------------------------------------------------------------------


def test_the_demo_prints_the_board_at_each_instant_and_where_the_pages_lie(run: Runner, folder: Path) -> None:
    done = run("demo", "--folder", "demo")
    assert done.out.count(" players, quorum ") == len(read_story(FORTNIGHT).ticks)
    assert "The pages lie in demo/wiki/pages" in done.out
    assert "tracker explain" in done.out
    asked = run("explain", "buoys", "--config", "demo/tracker.ini")
    assert "Votes that do not count" in asked.out
    assert run("demo", "--folder", "demo").code == 2


# --- cost -------------------------------------------------------------------------------------------------------------


def test_an_idle_tick_asks_the_blog_for_one_page(
    run: Runner, configured: Path, site: DemoSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("pages", "--create", "--yes")
    config = configured / "tracker.ini"
    config.write_text(config.read_text().replace("# permission = plan", "permission = apply"))
    assert run("tick", "--json").json["outcome"] == "applied"
    asked: list[str] = []
    answer = site.answer

    def counting(path: str, headers: Mapping[str, str]) -> Answer:
        asked.append(path)
        return answer(path, headers)

    monkeypatch.setattr(site, "answer", counting)
    assert run("tick", "--json").json["outcome"] == "idle"
    assert asked == ["/"]


def test_init_for_a_blog_that_is_known_writes_its_layout_with_what_to_check(run: Runner, folder: Path) -> None:
    assert run("init", "--blog", "blognomic", "--contact", "a@example.org").code == 0
    text = (folder / "tracker.ini").read_text()
    settings = parse_settings(text, folder / "tracker.ini", None)
    assert (settings.blog.url, settings.wiki.url) == ("https://blognomic.com", "https://wiki.blognomic.com/api.php")
    assert settings.blog.vote_icons["veto.gif"] == "VETO"
    assert text.count("# TO CHECK:") == 12
    done = run("init", "--blog", "elsewhere", "--force")
    assert done.code == 2
    assert "known: blognomic" in done.err
