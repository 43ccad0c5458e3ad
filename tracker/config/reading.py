"""Reading a config file: every unknown name and bad value is told with its place, what is allowed and the nearest name."""

from __future__ import annotations

import configparser
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from tracker.config.option import options_of
from tracker.config.secret import Secret, read_secret
from tracker.config.settings import (
    FREE_SECTIONS,
    NOMIC,
    PLACES,
    SECTION_NAMES,
    SECTIONS,
    Settings,
    Switch,
    is_known_section,
)
from tracker.core.instants import parse_instant
from tracker.core.secrecy import PRIVATE_CHANNEL
from tracker.errors import ConfigError
from tracker.masking import secret_options

_FROM = " from "
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SCHEMA = re.compile(r"[A-Za-z0-9_-]{1,40}")
_SCHEMAS_OF_POSTGRES = frozenset({"information_schema"})


Given: TypeAlias = Mapping[str, Mapping[str, str]]
"""What a config says: section -> option -> text."""
Placing: TypeAlias = Callable[[str, str], str]
"""Section and option -> where it is written, for errors."""


def read_config(path: Path) -> str:
    """A config file's text; raises ConfigError naming file and remedy."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        remedy = "make one with: tracker init, or name another with --config"
        raise ConfigError("there is no such config file", place=str(path), remedy=remedy) from None
    except OSError as error:
        raise ConfigError(error.strerror or str(error), place=str(path), remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"byte {error.start} is not UTF-8", place=str(path), remedy="save it as UTF-8") from error


def load_settings(path: Path, environment: Mapping[str, str] | None = None, *, secrets: bool = True) -> Settings:
    """The settings of a config file of one nomic; raises ConfigError naming file, section, option and remedy.

    ``environment`` is where passwords are looked for (by default this process's); without ``secrets`` none is.
    """
    around = os.environ if environment is None else environment
    return parse_settings(read_config(path), path, around if secrets else None)


def parse_settings(text: str, path: Path, environment: Mapping[str, str] | None) -> Settings:
    """The settings that the text of one nomic's config stands for; ``path`` is where it lies. Raises ConfigError.

    Without an environment no secret is read.
    """
    found = sections(text, path)
    names = [name.removeprefix(NOMIC) for name in found if name.startswith(NOMIC)]
    if names:
        raise ConfigError(f"holds several nomics: {', '.join(names)}", place=str(path), remedy="name one of them")
    check_names(found, path)
    return settings_of(found, path, environment)


def settings_of(
    given: Given,
    path: Path,
    environment: Mapping[str, str] | None,
    *,
    nomic: str = "",
    placing: Placing | None = None,
) -> Settings:
    """The settings that known sections stand for; ``placing`` says where each option is written. Raises ConfigError."""
    place = placing or plain_place(path)
    fixed = {name: section(name, given.get(name, {}), place) for name in SECTIONS}
    free = {name: given.get(name, {}) for name in FREE_SECTIONS}
    made = Settings(
        file=path.absolute(),
        nomic=nomic,
        **fixed,
        pages=free["pages"],
        headings=free["headings"],
        aliases=free["aliases"],
        switches=tuple(_switch(name, value, place) for name, value in free["switches"].items()),
        identities=_people(free["identities"], place),
    )
    _check_together(made)
    if environment is None:
        return made
    password, webhook, token = (read(made, environment) for read in (_password, _webhook, _token))
    return with_deck_secret(replace(made, password=password, webhook=webhook, token=token), environment)


def sections(text: str, path: Path) -> dict[str, dict[str, str]]:
    """Every section of an INI text with its options; raises ConfigError where it cannot be read as one."""
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


def check_names(names: Iterable[str], path: Path) -> None:
    """Raise ConfigError where a section is unknown."""
    for name in names:
        if not is_known_section(name):
            raise ConfigError(f"unknown section [{name}]", place=str(path), remedy=nearest(name, SECTION_NAMES))


def plain_place(path: Path) -> Placing:
    """Where an option of a plain section is written."""
    return lambda section, option: f"{path} [{section}] {option}"


def section(name: str, given: Mapping[str, str], placing: Placing) -> Any:
    """A section's values, each option known and allowed; raises ConfigError."""
    kind = SECTIONS[name]
    options = options_of(kind)
    values = {}
    for option, text in given.items():
        place = placing(name, option)
        if option not in options:
            raise ConfigError("unknown option", place=place, remedy=nearest(option, options))
        try:
            values[option] = options[option].parse(text)
        except ValueError as error:
            allowed = options[option].allowed
            raise ConfigError(str(error), place=place, remedy=f"allowed: {allowed}") from error
    return kind(**values)


def nearest(word: str, known: Iterable[str]) -> str:
    """The remedy for a word that is none of the known ones."""
    names = list(known)
    near = get_close_matches(word.lower(), names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{hint}known: {', '.join(names)}"


def _switch(name: str, text: str, placing: Placing) -> Switch:
    parameter, has_since, since = name.partition(_FROM)
    if not has_since:
        return Switch(name.strip(), text)
    return Switch(parameter.strip(), text, _instant(since, placing("switches", name)))


def _instant(text: str, place: str) -> datetime:
    try:
        return parse_instant(text)
    except ValueError as error:
        raise ConfigError(str(error), place=place, remedy="write: NAME from 2019-10-01T00:00:00Z = VALUE") from error


_NO_PERSON = frozenset({"undetermined", "nobody", "nothing"})
"""What stands in a name's place where there is nobody, or nobody knows who."""


def _people(written: Mapping[str, str], placing: Placing) -> dict[str, dict[str, tuple[str, ...]]]:
    """Everybody's accounts by place; nobody's name may be another's in other letter case, or mean that there is nobody."""
    seen: dict[str, str] = {}
    for person in written:
        other = seen.setdefault(person.casefold(), person)
        if other != person:
            problem = f"{other} and {person} are one name"
            raise ConfigError(problem, place=placing("identities", person), remedy="give one of them another name")
        if person.casefold() in _NO_PERSON:
            problem = f"{person!r} is no name of a person: the pages say so of what nobody knows"
            raise ConfigError(problem, place=placing("identities", person), remedy="give another name")
    return {person: _accounts(person, text, placing) for person, text in written.items()}


def _accounts(person: str, text: str, placing: Placing) -> dict[str, tuple[str, ...]]:
    """A person's accounts by place."""
    accounts: dict[str, tuple[str, ...]] = {}
    for part in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        place, colon, account = (word.strip() for word in part.partition(":"))
        if place not in PLACES or not colon or not account:
            remedy = f"write {', '.join(f'{name}:ACCOUNT' for name in PLACES)}"
            raise ConfigError(f"{part!r} names no account", place=placing("identities", person), remedy=remedy)
        if place == "discord" and not account.isdecimal():
            problem = f"{account!r} is no id of an account: names change on Discord"
            remedy = "write the number that Copy User ID gives: discord:123456789012345678"
            raise ConfigError(problem, place=placing("identities", person), remedy=remedy)
        accounts[place] = (*accounts.get(place, ()), account)
    return accounts


def _password(settings: Settings, environment: Mapping[str, str]) -> Secret:
    wiki = settings.wiki
    if wiki.password_env and wiki.password_file:
        problem = "password_env and password_file are both given"
        raise ConfigError(problem, place=settings.place("wiki"), remedy="leave one of them out")
    name = "password_env" if wiki.password_env else "password_file"
    file = settings.folder / wiki.password_file if wiki.password_file else None
    return read_secret(wiki.password_env, file, environment, settings.place("wiki", name))


def _webhook(settings: Settings, environment: Mapping[str, str]) -> Secret:
    """The address to which notices go; no error quotes it, as whoever knows it can write there."""
    notices = settings.notices
    if notices.webhook_env and notices.webhook_file:
        problem = "webhook_env and webhook_file are both given"
        raise ConfigError(problem, place=settings.place("notices"), remedy="leave one of them out")
    name = "webhook_env" if notices.webhook_env else "webhook_file"
    place = settings.place("notices", name)
    file = settings.folder / notices.webhook_file if notices.webhook_file else None
    found = read_secret(notices.webhook_env, file, environment, place)
    if notices.is_on and not _is_safe_address(found.reveal()):
        remedy = "write the whole address, which begins with https:// (http:// on this machine alone)"
        raise ConfigError("what it names holds no address of a webhook", place=place, remedy=remedy)
    return found


def _token(settings: Settings, environment: Mapping[str, str]) -> Secret:
    """The token of the bot on Discord."""
    discord = settings.discord
    name = "token_env" if discord.token_env else "token_file"
    file = settings.folder / discord.token_file if discord.token_file else None
    return read_secret(discord.token_env, file, environment, settings.place("discord", name))


def with_deck_secret(settings: Settings, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings with the text from which all orders of a deck follow, where the environment (by default this process's) holds it.

    The file is read when cards are dealt. Raises ConfigError where the variable that is named is not set.
    """
    around, place = os.environ if environment is None else environment, settings.place("deck", "secret_env")
    return replace(settings, deck_secret=read_secret(settings.deck.secret_env, None, around, place))


def _is_safe_address(url: str) -> bool:
    """Whether an address may be used that is itself a secret: encrypted, or on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
        plain = parts.scheme == "http" and host in _LOOPBACK
        return bool(host) and parts.port != 0 and (parts.scheme == "https" or plain)
    except ValueError:
        return False


def _check_together(settings: Settings) -> None:
    """Refuse what each option allows by itself but not beside the others."""
    wiki = settings.wiki
    if wiki.backend != "directory" and not wiki.url:
        problem = f"is missing: the backend {wiki.backend} needs it"
        raise ConfigError(problem, place=settings.place("wiki", "url"), remedy="write the address of api.php")
    if settings.enact.mode == "auto" and not settings.enact.authority_page:
        problem = "is missing: mode auto acts on the authority that an admin gives there"
        raise ConfigError(problem, place=settings.place("enact", "authority_page"), remedy="name a page of the wiki")
    if "://" in settings.archive.url:
        _check_archive(settings)
    _check_schema(settings)
    _check_discord(settings)
    if settings.metrics.file and not settings.metrics.file.endswith(".prom"):
        remedy = "end its name in .prom"
        raise ConfigError("node_exporter would not read it", place=settings.place("metrics", "file"), remedy=remedy)
    for title in ("headings", "aliases"):
        for name, value in getattr(settings, title).items():
            if not value.strip():
                remedy = f"write {name} = NAME, or leave the line out"
                raise ConfigError("is empty", place=settings.place(title, name), remedy=remedy)
    doubled = {known for known, written in settings.aliases.items() if known == written}
    if doubled:
        raise ConfigError(
            "a name is its own alias", place=settings.place("aliases", min(doubled)), remedy="leave it out"
        )


def _check_archive(settings: Settings) -> None:
    """Refuse an address of the archive that holds a secret, which every error would show."""
    url, place = settings.archive.url, settings.place("archive", "url")
    try:
        holds_secret = bool(urlsplit(url).password or secret_options(url))
    except ValueError:
        raise ConfigError(
            "no address can be read there", place=place, remedy="give a path or postgresql://..."
        ) from None
    if holds_secret:
        remedy = "leave it out and give it by PGPASSWORD or ~/.pgpass"
        raise ConfigError("a password must not stand in the config", place=place, remedy=remedy)


def _check_discord(settings: Settings) -> None:
    discord = settings.discord
    if discord.token_env and discord.token_file:
        problem, remedy = "token_env and token_file are both given", "leave one of them out"
        raise ConfigError(problem, place=settings.place("discord"), remedy=remedy)
    if not discord.is_on:
        return
    if not (discord.guild.isascii() and discord.guild.isdecimal() and len(discord.guild) <= 20):
        remedy = "copy the id of the server (Discord's settings, Advanced, Developer Mode)"
        raise ConfigError(f"{discord.guild!r} is no id", place=settings.place("discord", "guild"), remedy=remedy)
    if not (discord.token_env or discord.token_file):
        remedy = "name the environment variable or the file that holds the bot's token"
        raise ConfigError("is missing", place=settings.place("discord", "token_env"), remedy=remedy)
    if not discord.channels:
        remedy = "write the names of the channels, one a line"
        raise ConfigError("is empty", place=settings.place("discord", "channels"), remedy=remedy)
    for name in (*discord.channels, *discord.status_channels):
        if name.removeprefix("#").casefold() == PRIVATE_CHANNEL:
            problem = f"{name} is what private messages are called: what is said there would be taken for secret"
            raise ConfigError(problem, place=settings.place("discord", "channels"), remedy="write the channel's id")
    for name in discord.voting_channels:
        if name not in discord.channels:
            place = settings.place("discord", "voting_channels")
            raise ConfigError(f"{name} is none of the channels", place=place, remedy=nearest(name, discord.channels))
    if discord.answers in ("status", "both") and not discord.status_channels:
        remedy = "name the channels that get a message saying how things stand, one a line"
        raise ConfigError("is empty", place=settings.place("discord", "status_channels"), remedy=remedy)
    if any("/" in name for name in discord.status_channels):
        place = settings.place("discord", "status_channels")
        raise ConfigError("a channel's name has no /", place=place, remedy="write its name or its id")
    if not _is_safe_address(discord.api):
        remedy = "it begins with https:// (http:// on this machine alone), as the token is sent there"
        raise ConfigError("this address is not safe", place=settings.place("discord", "api"), remedy=remedy)


def _check_schema(settings: Settings) -> None:
    place, name = settings.place("archive", "schema"), settings.archive_schema
    if settings.archive.schema and not name:
        raise ConfigError("only PostgreSQL has schemas", place=place, remedy="leave it out, or name a database of it")
    if name and (not _SCHEMA.fullmatch(name) or name in _SCHEMAS_OF_POSTGRES or name.startswith("pg_")):
        remedy = "letters, digits, - and _, at most 40, and none that PostgreSQL keeps for itself"
        raise ConfigError(f"{name!r} is no name of a schema", place=place, remedy=remedy)
