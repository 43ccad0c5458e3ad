"""Several nomics in one config file: each section ``[nomic:NAME]`` with what the plain sections hold for all of them."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from tracker.config.reading import (
    Given,
    Placing,
    check_names,
    nearest,
    plain_place,
    read_config,
    section,
    sections,
    settings_of,
)
from tracker.config.settings import NOMIC, SECTION_NAMES, SECTIONS, Settings, is_known_section
from tracker.errors import ConfigError

NAMING = "letters, digits, - and _, at most 40"
UNNAMED = "(unnamed)"
"""What a nomic without a name is called in a report of what cannot be used."""

OWN_PLACES: Mapping[tuple[str, str], str] = {
    ("archive", "url"): "{}.db",
    ("wiki", "path"): "{}/wiki",
    ("dice", "key_file"): "{}.dice.key",
    ("deck", "secret_file"): "{}.deck.secret",
}
"""Options whose default holds the nomic's name, as no two may share such a place."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_HEADER = re.compile(r"\[([^\]]+)\]")
_POSTGRES_PORT = 5432

Found: TypeAlias = Mapping[str, Settings | ConfigError]
"""By name what a file says of each nomic, in the file's order: its settings, or what keeps it, and it alone, from being used."""


def read_nomics(
    path: Path, environment: Mapping[str, str] | None = None, *, secrets: bool = True
) -> tuple[Settings, ...]:
    """The settings of every nomic of a config file, in its order; raises the ConfigError of the first that has one.

    A file without a section ``[nomic:NAME]`` is one nomic, whose name is empty.
    """
    found = each_nomic(path, environment, secrets=secrets).values()
    for one in found:
        if isinstance(one, ConfigError):
            raise one
    return tuple(one for one in found if isinstance(one, Settings))


def each_nomic(path: Path, environment: Mapping[str, str] | None = None, *, secrets: bool = True) -> Found:
    """Every nomic of a config file, or its error; raises ConfigError where what all share cannot be used.

    ``environment`` is where passwords are looked for (by default this process's); without ``secrets`` none is.
    """
    around = os.environ if environment is None else environment
    return parse_nomics(read_config(path), path, around if secrets else None)


def parse_nomics(text: str, path: Path, environment: Mapping[str, str] | None) -> Found:
    """Every nomic that a config's text stands for, or its error; raises ConfigError as ``each_nomic`` does."""
    shared, own = _parted(text, path)
    check_names(shared, path)
    if not own:
        return {"": settings_of(shared, path, environment)}
    for name in SECTIONS:
        section(name, shared.get(name, {}), plain_place(path))
    found: dict[str, Settings | ConfigError] = {}
    for name, options in own.items():
        try:
            found[name or UNNAMED] = _nomic(name, shared, options, path, environment)
        except ConfigError as error:
            found[name or UNNAMED] = error
    return found | _sharing(found)


# --- one nomic --------------------------------------------------------------------------------------------------------


def _nomic(
    name: str,
    shared: Given,
    options: Mapping[str, str] | ConfigError,
    path: Path,
    environment: Mapping[str, str] | None,
) -> Settings:
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{name!r} is no name of a nomic", place=f"{path} [{NOMIC}{name}]", remedy=NAMING)
    if isinstance(options, ConfigError):
        raise options
    given = {title: dict(lines) for title, lines in shared.items()}
    for dotted, text in options.items():
        title, option = _split(dotted, f"{path} [{NOMIC}{name}] {dotted}")
        given.setdefault(title, {})[option] = text
    for (title, option), pattern in OWN_PLACES.items():
        given.setdefault(title, {}).setdefault(option, pattern.format(name))
    return settings_of(given, path, environment, nomic=name, placing=_placing(name, options, path))


def _split(dotted: str, place: str) -> tuple[str, str]:
    """Section and option of a dotted name."""
    title, _, option = (part.strip() for part in dotted.partition("."))
    if not option:
        remedy = "write SECTION.OPTION = VALUE, for example blog.url = https://example.org"
        raise ConfigError("names no option", place=place, remedy=remedy)
    if not is_known_section(title):
        raise ConfigError(f"unknown section {title}", place=place, remedy=nearest(title, SECTION_NAMES))
    return title, option


def _placing(name: str, options: Mapping[str, str], path: Path) -> Placing:
    """Where an option is written: in the nomic's own section, or in the plain one."""
    plain = plain_place(path)

    def place(title: str, option: str) -> str:
        dotted = f"{title}.{option}"
        return f"{path} [{NOMIC}{name}] {dotted}" if dotted in options else plain(title, option)

    return place


# --- taking the file apart --------------------------------------------------------------------------------------------


def _parted(text: str, path: Path) -> tuple[Given, Mapping[str, Mapping[str, str] | ConfigError]]:
    """The config's text taken apart: the sections that all share, and each nomic's own lines or the error in them."""
    try:
        whole = sections(text, path)
    except ConfigError:
        return _parted_by_lines(text, path)
    shared = {title: options for title, options in whole.items() if not title.startswith(NOMIC)}
    return shared, {title.removeprefix(NOMIC): whole[title] for title in whole if title.startswith(NOMIC)}


def _parted_by_lines(text: str, path: Path) -> tuple[Given, Mapping[str, Mapping[str, str] | ConfigError]]:
    """As ``_parted``, each nomic's section read by itself, so that a broken one spoils no other."""
    pieces: dict[str, list[str]] = defaultdict(list)
    headers: Counter[str] = Counter()
    lines = text.split("\n")
    name = ""
    for number, line in enumerate(lines):
        header = _HEADER.match(line)
        if header:
            name = header[1] if header[1].startswith(NOMIC) else ""
            headers[name] += 1
        # The lines before stay as empty ones: errors then bear the number that the line has in the file.
        piece = pieces[name]
        piece += [""] * (number - len(piece))
        piece.append(line)
    shared = sections("\n".join(pieces.pop("", [])), path)
    own = {title: _lines(title, "\n".join(piece), headers[title], path) for title, piece in pieces.items()}
    return shared, {title.removeprefix(NOMIC): options for title, options in own.items()}


def _lines(title: str, text: str, count: int, path: Path) -> Mapping[str, str] | ConfigError:
    if count > 1:
        return ConfigError("stands twice", place=f"{path} [{title}]", remedy="make one section of them")
    try:
        return sections(text, path)[title]
    except ConfigError as error:
        return ConfigError(error.message, place=f"{path} [{title}]", remedy=error.remedy)


# --- what no two may share --------------------------------------------------------------------------------------------


def _sharing(found: Found) -> dict[str, ConfigError]:
    """An error for each nomic that shares an archive, key or folder with another; neither of the two is used."""
    users: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for name, settings in found.items():
        if isinstance(settings, Settings):
            for title, option, place in _places(settings):
                users[title, place].append((name, settings.place(title, option)))
    errors: dict[str, ConfigError] = {}
    for sharers in users.values():
        for name, place in sharers if len(sharers) > 1 else ():
            others = ", ".join(other for other, _ in sharers if other != name)
            verb = "names" if len(sharers) == 2 else "name"
            problem = f"{others} {verb} the same place"
            errors.setdefault(name, ConfigError(problem, place=place, remedy="give each nomic its own"))
    return errors


def _places(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Section, option, and what must be the nomic's alone."""
    yield "archive", "url", _archive_place(settings)
    yield "dice", "key_file", str((settings.folder / settings.dice.key_file).resolve())
    yield "deck", "secret_file", str((settings.folder / settings.deck.secret_file).resolve())
    if settings.deck.secret_env:
        yield "deck", "secret_env", settings.deck.secret_env
    if settings.wiki.backend == "directory":
        yield "wiki", "path", str((settings.folder / settings.wiki.path).resolve())


def _archive_place(settings: Settings) -> str:
    """The archive's address in one spelling, so that two nomics with the same archive are found."""
    url = settings.archive.url
    if not url.startswith("postgres"):
        return str(Path(settings.archive_place.removeprefix("sqlite:///")).resolve())
    parts = urlsplit(url)
    host, _, port = parts.netloc.rpartition("@")[2].lower().partition(":")
    return f"postgresql://{host or 'localhost'}:{port or _POSTGRES_PORT}{parts.path} {settings.archive_schema}"
