"""Reading a config file: every unknown name and bad value is told with its place, what is allowed and the nearest name."""

from __future__ import annotations

import configparser
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tracker.config.option import options_of
from tracker.config.secret import Secret, read_secret
from tracker.config.settings import FREE_SECTIONS, PLACES, SECTION_NAMES, SECTIONS, Settings, Switch, is_known_section
from tracker.core.instants import parse_instant
from tracker.errors import ConfigError

_FROM = " from "


def load_settings(path: Path, environment: Mapping[str, str] | None = None, *, secrets: bool = True) -> Settings:
    """The settings of a config file; raises ConfigError naming file, section, option and remedy.

    ``environment`` is where passwords are looked for (by default this process's); without ``secrets`` none is.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        remedy = "make one with: tracker init, or name another with --config"
        raise ConfigError("there is no such config file", place=str(path), remedy=remedy) from None
    except OSError as error:
        raise ConfigError(error.strerror or str(error), place=str(path), remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"byte {error.start} is not UTF-8", place=str(path), remedy="save it as UTF-8") from error
    around = os.environ if environment is None else environment
    return parse_settings(text, path, around if secrets else None)


def parse_settings(text: str, path: Path, environment: Mapping[str, str] | None) -> Settings:
    """The settings that a config's text stands for; ``path`` is where it lies. Raises ConfigError.

    Without an environment no secret is read.
    """
    found = _sections(text, path)
    for name in found:
        if not is_known_section(name):
            raise ConfigError(f"unknown section [{name}]", place=str(path), remedy=_nearest(name, SECTION_NAMES))
    fixed = {name: _section(name, found.get(name, {}), path) for name in SECTIONS}
    free = {name: found.get(name, {}) for name in FREE_SECTIONS}
    settings = Settings(
        file=path.absolute(),
        **fixed,
        pages=free["pages"],
        headings=free["headings"],
        aliases=free["aliases"],
        switches=tuple(_switch(name, value, path) for name, value in free["switches"].items()),
        identities={name: _accounts(name, value, path) for name, value in free["identities"].items()},
        password=Secret("") if environment is None else _password(fixed["wiki"], path, environment),
    )
    _check_together(settings)
    return settings


def _sections(text: str, path: Path) -> dict[str, dict[str, str]]:
    # Only "=" parts names from values: instants and titles hold colons.
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, comment_prefixes=("#", ";"))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(text, source=str(path))
    except configparser.Error as error:
        message = " ".join(str(error).split())
        raise ConfigError(message, place=str(path), remedy="see config.example.ini") from error
    if parser.defaults():
        raise ConfigError("unknown section [DEFAULT]", place=str(path), remedy="write every option in its own section")
    return {name: dict(parser.items(name)) for name in parser.sections()}


def _section(name: str, given: Mapping[str, str], path: Path) -> Any:
    """A section's values, each option known and allowed."""
    kind = SECTIONS[name]
    options = options_of(kind)
    values = {}
    for option, text in given.items():
        place = f"{path} [{name}] {option}"
        if option not in options:
            raise ConfigError("unknown option", place=place, remedy=_nearest(option, options))
        try:
            values[option] = options[option].parse(text)
        except ValueError as error:
            allowed = options[option].allowed
            raise ConfigError(str(error), place=place, remedy=f"allowed: {allowed}") from error
    return kind(**values)


def _nearest(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(word.lower(), names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}known: {', '.join(names)}"


def _switch(name: str, text: str, path: Path) -> Switch:
    parameter, has_since, since = name.partition(_FROM)
    if not has_since:
        return Switch(name.strip(), text)
    return Switch(parameter.strip(), text, _instant(since, f"{path} [switches] {name}"))


def _instant(text: str, place: str) -> datetime:
    try:
        return parse_instant(text)
    except ValueError as error:
        raise ConfigError(str(error), place=place, remedy="write: NAME from 2019-10-01T00:00:00Z = VALUE") from error


def _accounts(person: str, text: str, path: Path) -> dict[str, tuple[str, ...]]:
    """A person's accounts by place."""
    accounts: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        place, colon, account = (word.strip() for word in part.partition(":"))
        if place not in PLACES or not colon or not account:
            remedy = f"write {', '.join(f'{name}:ACCOUNT' for name in PLACES)}"
            raise ConfigError(f"{part!r} names no account", place=f"{path} [identities] {person}", remedy=remedy)
        accounts[place] = (*accounts.get(place, ()), account)
    return accounts


def _password(wiki: Any, path: Path, environment: Mapping[str, str]) -> Secret:
    if wiki.password_env and wiki.password_file:
        problem = "password_env and password_file are both given"
        raise ConfigError(problem, place=f"{path} [wiki]", remedy="leave one of them out")
    name = "password_env" if wiki.password_env else "password_file"
    file = path.absolute().parent / wiki.password_file if wiki.password_file else None
    return read_secret(wiki.password_env, file, environment, f"{path} [wiki] {name}")


def _check_together(settings: Settings) -> None:
    """Refuse what each option allows by itself but not beside the others."""
    file, wiki = settings.file, settings.wiki
    if wiki.backend == "mwclient" and not wiki.url:
        problem = "is missing: the backend mwclient needs it"
        raise ConfigError(problem, place=f"{file} [wiki] url", remedy="write the address of api.php")
    if settings.enact.mode == "auto" and not settings.enact.authority_page:
        problem = "is missing: mode auto acts on the authority that an admin gives there"
        raise ConfigError(problem, place=f"{file} [enact] authority_page", remedy="name a page of the wiki")
    if "://" in settings.archive.url and urlsplit(settings.archive.url).password:
        raise ConfigError(
            "a password must not stand in the config",
            place=f"{file} [archive] url",
            remedy="leave it out and give it by PGPASSWORD or ~/.pgpass",
        )
    for section in ("pages", "headings", "aliases"):
        for name, value in getattr(settings, section).items():
            if not value.strip():
                remedy = f"write {name} = NAME, or leave the line out"
                raise ConfigError("is empty", place=f"{file} [{section}] {name}", remedy=remedy)
    doubled = {known for known, written in settings.aliases.items() if known == written}
    if doubled:
        raise ConfigError("a name is its own alias", place=f"{file} [aliases] {min(doubled)}", remedy="leave it out")
