"""The commands by which a tracker is set up: init, opening, pages, check."""

from __future__ import annotations

import secrets
import sys
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.nomics import Outcome, on_every
from tracker.cli.options import (
    CONFIG_FILE,
    FILE,
    INSTANT,
    common,
    config_option,
    examples,
    json_option,
    load,
    wired,
    wired_from,
)
from tracker.cli.printing import print_json, print_line, print_table
from tracker.errors import ConfigError, PlanError, UsageError

if TYPE_CHECKING:
    from tracker.app.asking.checkup import Check
    from tracker.config import Settings
    from tracker.games.base import Game

DEFAULT_GAME = "blognomic"
ENGINES = ("expressionengine", "wordpress")


@click.command(
    epilog=examples(
        "tracker init",
        "tracker init --blog blognomic --contact you@example.org",
        "tracker init --blog-url https://blognomic.com --contact you@example.org",
        "tracker init --wiki-url https://example.org/w/api.php --account Tracker@bot --password-env WIKI_PASSWORD",
        "tracker init --game round10 --guild 123456789012345678 --token-env DISCORD_TOKEN",
        "tracker init --game round10 --export 'exports/*.json'",
    )
)
@json_option
@click.option("--config", type=FILE, default=CONFIG_FILE, show_default=True, help="The file to write.")
@click.option("--game", default=None, help="The game's short name; without it blognomic.")
@click.option("--blog", "site", default=None, help="A blog whose layout the game knows: blognomic.")
@click.option("--blog-url", default=None, help="The blog's front page.")
@click.option("--engine", type=click.Choice(ENGINES), default=None, help="The software behind the blog.")
@click.option("--guild", default=None, help="The id of the Discord server on which it is played.")
@click.option(
    "--token-env", default=None, help="The environment variable that holds the token of the bot on that server."
)
@click.option(
    "--export", default=None, help="Files of an exported chat, from the config's place; * stands for any characters."
)
@click.option("--contact", default=None, help="Mail address or page of whoever runs the tracker.")
@click.option("--wiki-url", default=None, help="The wiki's api.php; without it pages go into a folder.")
@click.option("--account", default=None, help="The bot's account on the wiki, as USER@BOTPASSWORD.")
@click.option("--password-env", default=None, help="The environment variable that holds its password.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def init(config: Path, as_json: bool, force: bool, **given: str | None) -> None:
    """Write a config file; what is not given is asked for on a terminal."""
    from tracker.config import parse_settings
    from tracker.config.example import config_text
    from tracker.games.registry import game

    if config.exists() and not force:
        raise ConfigError("is there already", place=str(config), remedy="name another, or give --force")
    played = game(given["game"] or DEFAULT_GAME)
    site = _site(played, given.pop("site"))
    known = {option: value for option, (value, _) in site.items()}
    answers = {"blog_url": known.get(("blog", "url")), "wiki_url": known.get(("wiki", "url"))}
    chosen = known | _chosen(played, {name: value or answers.get(name) or "" for name, value in given.items()})
    checks = {option: check for option, (_, check) in site.items()}
    text = config_text(chosen, played.config_examples, played.config_unused, checks, is_whole=False)
    parse_settings(text, config, None)
    _write_private(config, text)
    if as_json:
        print_json({"config": str(config)})
        return
    print_line(f"{config} is written. Next: tracker check --config {config}")


@click.command("config", epilog=examples("tracker config", "tracker config --all --game round10 > every_option.ini"))
@click.option("--all", "is_whole", is_flag=True, help="Every option, not only those to begin with.")
@click.option("--game", "slug", default=DEFAULT_GAME, show_default=True, help="The game whose examples are shown.")
@json_option
def config(is_whole: bool, slug: str, as_json: bool) -> None:
    """Print the options of a config file with what they mean and what holds where nothing is written; no file is read or written."""
    from tracker.config.example import config_text, options
    from tracker.games.registry import game

    if as_json:
        print_json(options(is_whole=is_whole))
    else:
        played = game(slug)
        given = {("game", "slug"): slug}
        click.echo(config_text(given, played.config_examples, played.config_unused, is_whole=is_whole), nl=False)


def _site(played: Game[Any], name: str | None) -> dict[tuple[str, str], tuple[str, str]]:
    """What the game knows of a blog: section and option -> value, and what to check; raises UsageError for one that it does not know."""
    if name is None:
        return {}
    if name not in played.sites:
        known = ", ".join(played.sites) or "none"
        raise UsageError(f"{played.title} knows no blog {name!r}", remedy=f"known: {known}; else give --blog-url")
    sections = played.sites[name].items()
    return {(section, option): (told[0], told[1]) for section, options in sections for option, told in options.items()}


def _chosen(played: Game[Any], given: dict[str, str]) -> dict[tuple[str, str], str]:
    """The options that the config gets; on a terminal what is missing is asked for."""
    is_chat = bool(given["guild"] or given["export"])
    questions = {
        **({} if is_chat else {"blog_url": "The blog's front page"}),
        "contact": "Mail address or page of whoever runs the tracker",
        "wiki_url": "The wiki's api.php (empty: pages go into a folder)",
    }
    if sys.stdin.isatty():
        for name, question in questions.items():
            given[name] = given[name] or click.prompt(question, default="", show_default=False)
    if not given["blog_url"] and not is_chat:
        raise UsageError("the blog's address is missing", remedy="give --blog-url, or --guild or --export for a chat")
    chosen = {
        ("game", "slug"): given["game"],
        ("discord", "guild"): given["guild"],
        ("discord", "token_env"): given["token_env"],
        ("discord", "channels"): "\n".join(played.channels) if given["guild"] else "",
        ("discord", "voting_channels"): "\n".join(played.voting_channels) if given["guild"] else "",
        ("chat_export", "files"): given["export"],
        ("blog", "url"): given["blog_url"],
        ("blog", "engine"): given["engine"],
        ("http", "contact"): given["contact"],
        ("wiki", "backend"): "mwclient" if given["wiki_url"] else "",
        ("wiki", "url"): given["wiki_url"],
        ("wiki", "ruleset"): "" if played.keeps_ruleset else str(played.parameters["ruleset_page"].values[-1].value),
        ("wiki", "account"): given["account"],
        ("wiki", "password_env"): given["password_env"],
        **{("switches", name): text for name, text in played.config_switches.items()},
    }
    return {option: text for option, text in chosen.items() if text or option == ("wiki", "ruleset")}


def _write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all: under another name first, and the disk may be full."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        try:
            unfinished.touch(mode=0o600, exist_ok=False)
            unfinished.write_text(text, encoding="utf-8")
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        problem = error.strerror or str(error)
        raise ConfigError(problem, place=str(path), remedy="check the folder and its rights") from error


# --- opening ----------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("tracker opening > opening.jsonl", "tracker opening --at 2019-10-01T00:00:00Z"))
@config_option
@json_option
@click.option("--at", type=INSTANT, default=None, metavar="INSTANT", help="From when it holds; else the first month.")
def opening(config: Path, as_json: bool, at: datetime | None) -> None:
    """Draft the gamestate for a person to correct and archive: the list of players from a live reading of the blog.

    Of a game without a blog the draft shows what can be stated.

    The draft is a line of the interchange format; what to do with it is told on the error stream.
    """
    from tracker.app.keeping.interchange import line_of
    from tracker.app.keeping.opening import draft_opening, notes
    from tracker.bootstrap import SystemClock, first_instant, live_roster
    from tracker.games.registry import game

    settings, clock = load(config, secrets=False), SystemClock()
    played = game(settings.game.slug)
    if settings.blog.url:
        settings.require_contact()
        since = at or first_instant(settings, clock)
        draft = draft_opening(live_roster(settings, clock).payload["players"], played, since)
    else:
        since = at or settings.discord.since or clock.now()
        draft = draft_opening((), played, since)
    if as_json:
        print_json({"draft": draft, "notes": notes(played, since)})
        return
    sys.stdout.buffer.write(line_of(draft).encode() + b"\n")
    for note in notes(played, since):
        click.echo(note, err=True)


# --- pages ------------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("tracker pages", "tracker pages --create", "tracker pages --create --yes"))
@common
@click.option("--create", is_flag=True, help="Preview the pages and markers that are missing, then make them.")
@click.option("--yes", is_flag=True, help="Do not ask after the preview.")
def pages(config: Path, as_json: bool, create: bool, yes: bool) -> int:
    """List the pages that are kept, and with --create make those that are missing.

    On a page that exists markers are only put where [headings] in the config names the section.
    """
    with wired(config) as tracker:
        return _create(tracker, as_json=as_json, yes=yes) if create else _list(tracker, as_json=as_json)


def _list(tracker: Any, *, as_json: bool) -> int:
    from tracker.app.publish.pages import titles

    written = {key: title for key, title in titles(tracker).items() if key in tracker.game.catalogue()}
    known = tracker.wiki.revision_ids([title for title in written.values() if "{" not in title])
    rows = [{"key": key, "title": title, "revision": known.get(title)} for key, title in written.items()]
    if as_json:
        print_json(rows)
    else:
        state = {title: "there" if revision else "missing" for title, revision in known.items()}
        table = [(row["key"], row["title"], state.get(row["title"], "one a month")) for row in rows]
        print_table(("key", "title", "state"), table)
    return 0


def _create(tracker: Any, *, as_json: bool, yes: bool) -> int:
    from tracker.app.people import by_hand
    from tracker.cli.ticks import print_outcomes, print_plan

    made = by_hand.plan_creation_now(tracker)
    if not as_json:
        print_plan(made)
    if made.is_empty or not (yes or _agrees()):
        if as_json:
            print_json(made.record())
        return PlanError.exit_code if made.findings else 0
    outcomes = by_hand.apply_now(tracker, made, made.checksum)
    return print_outcomes(outcomes, as_json=as_json)


def _agrees() -> bool:
    """Whether a person at a terminal says yes; nobody there says no."""
    return sys.stdin.isatty() and click.confirm("Make them?", default=False)


# --- check ------------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("tracker check", "tracker check --json"))
@common
def check(config: Path, as_json: bool) -> int:
    """Examine config, archive, blog, chat, wiki, login, rights, switch-off page and page markers, and say what to mend."""
    return on_every(config, _checked, as_json=as_json, broken=_unusable)


def _checked(settings: Settings) -> Outcome:
    from tracker.app.asking.checkup import check_up
    from tracker.bootstrap import ask_blog, chat_checks

    try:
        with wired_from(settings) as tracker:
            chats = chat_checks(tracker.settings, tracker.clock)
            return _told(list(check_up(tracker, lambda: ask_blog(tracker.settings, tracker.clock), chats)))
    except ConfigError as error:
        return _unusable(error)


def _unusable(error: ConfigError) -> Outcome:
    """The outcome of ``check`` for a config that cannot be used: one fault with its remedy."""
    from tracker.app.asking.checkup import Check

    return _told([Check("config", str(error), error)])


def _told(checks: list[Check]) -> Outcome:
    from tracker.app.asking.checkup import exit_code

    return Outcome([check.record() for check in checks], partial(_show, checks), exit_code(checks))


def _show(checks: list[Check]) -> None:
    from tracker.app.asking.checkup import next_step

    state = {True: "ok", False: "mend"}
    rows = [(check.name, "next" if check.next_step else state[check.is_ok], check.found) for check in checks]
    print_table(("what", "state", "found"), rows)
    if step := next_step(checks):
        print_line(f"Nothing is to be mended. Next: {step}")
