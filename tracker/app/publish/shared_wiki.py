"""Several nomics on one wiki: no two may write the same page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tracker.app.publish.pages import LINK_TARGETS, chosen_titles
from tracker.config import Settings
from tracker.errors import ConfigError, TrackerError
from tracker.games.registry import game


def clashes(nomics: Iterable[Settings]) -> dict[str, ConfigError]:
    """The error of each nomic that would write a page of another, by name: nobody knows whose it is, so neither is used."""
    by_wiki: dict[str, list[Settings]] = defaultdict(list)
    for settings in nomics:
        if settings.wiki.backend != "directory":
            by_wiki[settings.wiki.url.rstrip("/").lower()].append(settings)
    errors: dict[str, ConfigError] = {}
    for sharers in by_wiki.values():
        if len(sharers) > 1:
            errors |= _clashes_on_one(sharers)
    return errors


def _clashes_on_one(sharers: Iterable[Settings]) -> dict[str, ConfigError]:
    writers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for settings in sharers:
        for title, place in _written(settings):
            writers[_plain(title)].append((settings.nomic, place))
    errors: dict[str, ConfigError] = {}
    for title, found in writers.items():
        names = {name for name, _ in found}
        for name, place in found if len(names) > 1 else ():
            others = ", ".join(sorted(names - {name}))
            problem = f"{others} would write the same page {title} of the same wiki"
            errors.setdefault(name, ConfigError(problem, place=place, remedy="give each nomic a page of its own"))
    return errors


def _written(settings: Settings) -> Iterator[tuple[str, str]]:
    """The title of every page that the tracker writes, with where it is set; none where the config cannot be used anyway."""
    try:
        titles = chosen_titles(game(settings.game.slug), settings)
    except TrackerError:
        return
    for key, title in titles.items():
        if key not in LINK_TARGETS:
            yield title, settings.place("pages", key)
    if settings.requests.page:
        yield settings.requests.page, settings.place("requests", "page")
    if settings.wiki.ruleset and settings.enact.mode != "off":
        yield settings.wiki.ruleset, settings.place("wiki", "ruleset")


def _plain(title: str) -> str:
    """A title as MediaWiki knows it: blanks for underscores, and a capital first."""
    words = " ".join(title.replace("_", " ").split())
    return words[:1].upper() + words[1:]
