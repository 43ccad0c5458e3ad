"""The wiring: each adapter as the config wants it, nothing opened before its time, and cheap to import."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.app.wiring import SetClock
from tracker.bootstrap import (
    SystemClock,
    answers,
    ask_blog,
    blog,
    code_digest,
    first_instant,
    live_roster,
    sources,
    wiki,
    wire,
)
from tracker.config import Settings, parse_settings
from tracker.config.example import config_text
from tracker.core.planning import Limits
from tracker.demo.show import demo_options
from tracker.demo.site import DemoSite
from tracker.demo.story import FORTNIGHT, read_story
from tracker.errors import ConfigError, SourceError
from tracker.games.registry import game
from tracker.outbox.discord import DiscordOutbox
from tracker.sources.blog.expressionengine import ExpressionEngine
from tracker.sources.blog.source import BlogSource
from tracker.sources.blog.wordpress import WordPress
from tracker.sources.wiki_pages import WikiPagesSource
from tracker.wiki.directory import DirectoryWiki
from tracker.wiki.mwclient_backend import MwclientWiki
from tracker.wiki.pywikibot_backend import PywikibotWiki
from tracker.wiki.pywikibot_home import PywikibotHome

MEDIAWIKI = "[wiki]\nbackend = mwclient\nurl = https://example.org/w/api.php\npassword_env = PASSWORD\n"
NOW = datetime(2026, 3, 7, 12, tzinfo=UTC)


def settings(folder: Path, text: str = "") -> Settings:
    return parse_settings(text, folder / "tracker.ini", {"PASSWORD": "sesame"})


def test_the_system_clock_tells_an_aware_instant() -> None:
    assert SystemClock().now().utcoffset() is not None


def test_an_empty_config_is_wired_to_a_file_and_a_folder(tmp_path: Path) -> None:
    made = wire(settings(tmp_path))
    try:
        assert [source.name for source in made.sources] == ["wiki"]
        assert isinstance(made.wiki, DirectoryWiki)
        assert (tmp_path / "tracker.db").exists()
        assert not (tmp_path / "wiki").exists()
    finally:
        made.close()


def test_limits_and_manners_are_those_of_the_config(tmp_path: Path) -> None:
    text = "[publish]\nmax_pages = 3\nmax_shrink_percent = 25\nlock_minutes = 7\n[wiki]\naccount = Bot@key\n"
    made = wire(settings(tmp_path, text))
    made.close()
    assert (made.limits.max_pages, made.limits.max_shrink) == (3, 0.25)
    assert made.limits.judged_from == Limits().judged_from
    assert (made.manners.account, made.manners.switch_page) == ("Bot", "Tracker/Switch")
    assert made.lock_span.total_seconds() == 420


def test_the_blog_is_told_what_instant_the_game_named(tmp_path: Path) -> None:
    chosen = settings(tmp_path, "[blog]\nurl = https://example.org\ncontact = keeper@example.org\n")
    source = sources(chosen, wiki(chosen, SystemClock()), SystemClock(), named=lambda: NOW)[0]
    assert isinstance(source, BlogSource)
    assert source.config.named() == NOW


def test_a_mediawiki_is_wired_without_being_asked(tmp_path: Path) -> None:
    assert isinstance(wiki(settings(tmp_path, MEDIAWIKI), SystemClock()), MwclientWiki)


def test_pywikibot_is_wired_with_its_directory(tmp_path: Path) -> None:
    text = MEDIAWIKI.replace("mwclient", "pywikibot")
    for more, home in (
        ("", PywikibotHome(tmp_path / "pywikibot")),
        ("[archive]\nurl = kept/tracker.db\n", PywikibotHome(tmp_path / "kept" / "pywikibot")),
        ("[archive]\nurl = postgresql://u@h/d\n", PywikibotHome(tmp_path / "pywikibot")),
        ("pywikibot_dir = mine\n", PywikibotHome(tmp_path / "mine", is_operators=True)),
    ):
        made = wiki(settings(tmp_path, f"{text}assert_as = user\n{more}"), SystemClock())
        assert isinstance(made, PywikibotWiki)
        assert made._api._home == home
        assert made._settings.assertion == "user"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("engine", "kind"), [("expressionengine", ExpressionEngine), ("wordpress", WordPress)])
def test_each_engine_is_wired_with_its_options(tmp_path: Path, engine: str, kind: type) -> None:
    text = f"[blog]\nengine = {engine}\nurl = https://example.org\nfull_reading_minutes = 5\n"
    source = blog(settings(tmp_path, text), SystemClock())
    assert isinstance(source, BlogSource)
    assert isinstance(source.engine, kind)
    assert source.config.full_reading_minutes == 5


def test_every_engine_that_the_config_allows_is_wired(tmp_path: Path) -> None:
    from tracker.config.option import options_of
    from tracker.config.settings import BlogSettings

    for engine in options_of(BlogSettings)["engine"].choices:
        text = f"[blog]\nengine = {engine}\nurl = https://example.org\n"
        assert blog(settings(tmp_path, text), SystemClock()).name == "blog"


def test_the_blog_and_the_ruleset_page_are_the_sources(tmp_path: Path) -> None:
    text = "[blog]\nurl = https://example.org\n[wiki]\nruleset = The Rules\n"
    made = settings(tmp_path, text)
    read, rules = sources(made, wiki(made, SystemClock()), SystemClock())
    assert (read.name, rules.name) == ("blog", "wiki")
    assert isinstance(rules, WikiPagesSource)
    assert (rules.titles, rules.full_history) == (("The Rules",), False)
    whole = settings(tmp_path, f"{text}ruleset_history = all\n")
    assert [source.full_history for source in sources(whole, wiki(whole, SystemClock()), SystemClock())[1:]] == [True]  # type: ignore[attr-defined]
    none = settings(tmp_path, "[wiki]\nruleset =\n")
    assert sources(none, wiki(none, SystemClock()), SystemClock()) == ()


def test_without_an_address_there_is_no_blog_to_ask(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"\[blog\] url: is missing"):
        ask_blog(settings(tmp_path), SystemClock())


def test_answers_in_a_chat_are_wired_where_the_config_wants_them(tmp_path: Path) -> None:
    text = f"{MEDIAWIKI}[discord]\nguild = 700\ntoken_env = PASSWORD\nchannels = a\n"
    assert answers(settings(tmp_path, text), game("round10")) is None
    assert answers(settings(tmp_path), game("round10")) is None
    made = answers(settings(tmp_path, f"{text}answers = both\nstatus_channels = a\n"), game("round10"))
    assert isinstance(made, DiscordOutbox)
    assert made.config.links[0] == "https://example.org/w/index.php?title=Tracker/Auction"
    assert made.config.links[2] == "https://example.org/w/index.php?title=Tracker/What_can_I_do_now"
    assert "sesame" not in repr(made.config)


def test_of_a_folder_of_pages_there_are_no_links(tmp_path: Path) -> None:
    text = "[discord]\nguild = 700\ntoken_env = PASSWORD\nchannels = a\nanswers = replies\n"
    made = answers(settings(tmp_path, text), game("round10"))
    assert isinstance(made, DiscordOutbox)
    assert made.config.links == ()


def test_an_unknown_game_is_told(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="there is no game 'chess'"):
        wire(settings(tmp_path, "[game]\nslug = chess\n"))


def test_the_live_roster_is_the_blogs_list(tmp_path: Path) -> None:
    with DemoSite(read_story(FORTNIGHT), NOW) as site:
        found = settings(tmp_path, config_text(demo_options(site.url, NOW)))
        players = live_roster(found, SetClock(NOW)).payload["players"]
        assert {player["name"] for player in players} >= {"Juniper", "Quill"}
        assert [player["name"] for player in players if player["emperor"]] == ["Juniper"]
        assert "players on its list" in ask_blog(found, SetClock(NOW))
        assert first_instant(found, SetClock(NOW)) == datetime(2026, 3, 1, tzinfo=UTC)


def test_a_blog_without_a_list_of_players_is_told(tmp_path: Path) -> None:
    with DemoSite(read_story(FORTNIGHT), datetime(2026, 2, 1, tzinfo=UTC)) as site, pytest.raises(SourceError):
        live_roster(settings(tmp_path, config_text(demo_options(site.url, NOW))), SetClock(NOW))


def test_the_code_digest_stands_for_code_and_templates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = code_digest(game("blognomic"))
    assert before == code_digest(game("blognomic"))
    (tmp_path / "a.j2").write_text("another template")
    monkeypatch.setattr("tracker.bootstrap._TEMPLATE_FOLDERS", (tmp_path,))
    assert code_digest(game("blognomic")) != before


def test_the_wiring_imports_no_adapter_before_its_time() -> None:
    code = (
        "import sys, tracker.bootstrap; "
        "print([m for m in ('sqlalchemy', 'requests', 'mwclient', 'pywikibot', 'jinja2', 'pydantic', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
