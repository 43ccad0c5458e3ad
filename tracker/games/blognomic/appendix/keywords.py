"""Appendix, Keywords: quorum, subjects, tags' spelling, days and weeks, voting icons, requests recognised by their words."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from tracker.core.corrections import CORRECTED
from tracker.core.instants import start_of_day
from tracker.core.leaning import remembered
from tracker.core.observation import Observation
from tracker.core.rule import rule
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.state import Icon, Stray
from tracker.mechanics.ruleset import matter_names
from tracker.mechanics.ruleset.matter_names import plain_spelling


@rule("BN-202")
def quorum_of(members: int, law: Law) -> int:
    """Quorum of a set of players: half of them (or the part of the day), rounded down, plus one."""
    return _part_of(members, law) + law.number("quorum_addend")


def _part_of(members: int, law: Law) -> int:
    return members * law.number("quorum_dividend") // law.number("quorum_divisor")


@rule("BN-202")
def quorum_in_words(members: int, law: Law) -> str:
    """The arithmetic of the quorum."""
    times, divisor, addend = (law.number(f"quorum_{name}") for name in ("dividend", "divisor", "addend"))
    part = f"{members} × {times} / {divisor}" if times > 1 else f"{members} / {divisor}"
    return f"{part} rounded down is {_part_of(members, law)}, plus {addend} is {quorum_of(members, law)}"


@rule("BN-195", "BN-250")
def day_of(when: datetime) -> date:
    """The UTC day an instant belongs to; a day runs from and including its midnight."""
    return start_of_day(when).date()


@rule("BN-209")
def week_of(when: datetime) -> date:
    """The Monday (UTC) of the week an instant belongs to."""
    day = day_of(when)
    return day - timedelta(days=day.weekday())


@rule("BN-206")
def subject_of(title: str) -> str:
    """The part of a title after its first colon, or the whole title; outer blanks dropped. Empty makes an entry invalid."""
    return matter_names.subject_of(title)


@rule("BN-254")
def same_spelling(one: str, other: str) -> bool:
    """Whether two words differ only as versions of English do (colour/color, judgement/judgment, honour/honor, -ise/-ize)."""
    return plain_spelling(one) == plain_spelling(other)


# --- voting icons ----------------------------------------------------------------------------------------------------


LONGEST_ADDRESS = 200
"""Characters of an image's address that are kept and told: anybody can write any."""
USUAL_PORTS = {"http": 80, "https": 443}
"""Ports that an address need not name."""


class IconReading(NamedTuple):
    """A voting icon found in a comment, whether it stands in a quotation, and the alt text where that says another vote."""

    icon: Icon
    is_quoted: bool
    contrary_alt: str = ""


_ICONS = {icon.value: icon for icon in Icon}
"""By their words: looked up twenty times as fast as made."""


@rule("BN-032", "BN-208")
def icons_in(images: Sequence[Sequence[Any]], law: Law, page: str = "") -> list[IconReading]:
    """The voting icons among a comment's images, recognised by their address as the page of that URL resolves it.

    Alt texts only cross-check, words never vote.
    """
    if not images:
        return []
    votes, alt_texts = law.value("vote_icons"), law.value("vote_alt_texts")
    found = []
    for src, alt, is_quoted in images:
        if vote := votes.get(_file_at_home(str(src), law, page)):
            said = alt_texts.get(str(alt).strip().casefold())
            found.append(IconReading(_ICONS[vote], bool(is_quoted), str(alt) if said and said != vote else ""))
    return found


@rule("BN-032", "BN-200")
def with_icons_meant(said: Observation, law: Law) -> Observation:
    """A comment with the voting icons that it shows, as people put it right, by the names of votes and nothing else."""
    files: dict[str, str] = {vote: file for file, vote in law.value("vote_icons").items()}
    words = said.text("body").replace(",", " ").upper().split()
    if CORRECTED not in said.payload or not files.keys() >= set(words):
        return said
    shown = "".join(f'<img src="{law.words("vote_icon_bases")[0]}{files[word]}">' for word in words)
    return replace(said, payload={**said.payload, "body": shown})


@rule("BN-208")
def strays_in(images: Sequence[Sequence[Any]], text: str, law: Law, page: str) -> list[Stray]:
    """The images of a comment that are no voting icons by the settings, each with the vote that its file or alt text names.

    One with no words beside it, and no voting icon, may be a vote whatever its name.
    """
    is_alone = not (any(map(str.isalnum, text)) or icons_in(images, law, page))
    votes = law.value("vote_icons")
    named = {_stem(file): vote for file, vote in votes.items()} | dict(law.value("vote_alt_texts"))
    found = []
    for src, alt, _ in images:
        at_home = _file_at_home(str(src), law, page)
        if at_home not in votes:
            folder, file = ("", at_home) if at_home else _place(str(src), page or law.words("vote_icon_bases")[0])
            vote = named.get(_stem(file)) or named.get(str(alt).strip().casefold(), "")
            found.append(Stray(folder, file, vote, is_alone))
    return found


def _stem(file: str) -> str:
    return posixpath.splitext(file)[0].casefold()


def _place(src: str, page: str) -> tuple[str, str]:
    """The address of an image's folder, as its page resolves it, and its file; of one without an address of its own the scheme."""
    try:
        address = urlsplit(urljoin(page, src.strip()))
    except ValueError:
        return "?", ""
    if not address.netloc:
        return f"{address.scheme}:", ""
    folder, _, file = address.path.rpartition("/")
    return f"{address.scheme}://{address.netloc}{folder}/"[:LONGEST_ADDRESS], unquote(file)[:LONGEST_ADDRESS]


def _file_at_home(src: str, law: Law, page: str) -> str:
    return _vote_file(src, law.words("vote_icon_bases"), page if src.startswith(".") else "")


@remembered(maxsize=4096)
def _vote_file(src: str, bases: tuple[str, ...], page: str = "") -> str:
    """The file's name where the address lies under one of the bases (http, https, www. and site-relative forms alike)."""
    try:
        address = urlsplit(src.strip())
        host = _host(address)
    except ValueError:
        return ""
    path = address.path if host else urljoin(urlsplit(page).path or "/", address.path)
    folder, filename = posixpath.split(posixpath.normpath(unquote(path)))
    for base in map(urlsplit, bases):
        same_folder = folder.strip("/") == unquote(base.path).strip("/")
        if same_folder and address.scheme in ("", "http", "https") and host in ("", _host(base)):
            return filename
    return ""


def _host(address: SplitResult) -> str:
    """The host without ``www.``, with its port where that is not the usual one; raises ValueError for a port that is none."""
    host = (address.hostname or "").removeprefix("www.")
    usual = USUAL_PORTS.get(address.scheme)
    return host if address.port in (None, usual) else f"{host}:{address.port}"


# --- words that may be a request -------------------------------------------------------------------------------------


@remembered(maxsize=256)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(word.lower()) for word in words) or r"(?!)"
    # Of lowered text: a search that minds the case takes half the time of one that does not.
    return re.compile(rf"\b(?:{alternatives})\b")


@remembered(maxsize=256)
def any_word_of(*lists: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern that finds a word of any of the lists in lowered text."""
    return _pattern(tuple(word for words in lists for word in words))


def has_word(text: str, words: tuple[str, ...]) -> bool:
    """Whether a text has one of the words, as a word of its own."""
    return _pattern(words).search(text.lower()) is not None


def has_any_word(text: str, *lists: tuple[str, ...]) -> bool:
    """Whether a text has a word of any of the lists."""
    return any_word_of(*lists).search(text.lower()) is not None


@rule("BN-056", "BN-199")
def describes_changes(text: str, law: Law) -> bool:
    """Whether a text has any word by which changes are described; only a person can judge more."""
    return has_word(text, law.words("change_words"))
