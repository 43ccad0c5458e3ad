"""Secret actions: a hash is posted first, the text that it hashes is shown later."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import Field

from tracker.core.instants import iso
from tracker.mechanics.secret_actions import bare_hashes, every_revealed, hash_fault, hashes_in, nearest
from tracker.mechanics.state.described import Count, Instant, Part, Person

from .carrying import happens, note, refuse, require
from .listening import spoken
from .rows import Act, Boundary, Message
from .world import World

REVEAL, POST = "reveal", "post_secret"
"""The kinds of acts that take a message whole."""
_SALT = re.compile(r"\bsalt\b", re.IGNORECASE)
_REVEALS = re.compile(r"^\W*(?:i (?:hereby )?)?reveal(?:s|ed|ing)?\b(?P<colon>[^:\n]{0,60}:)?", re.IGNORECASE)
_KEPT = re.compile(r"Reveal (?P<secret>\S+): (?P<declared>.*)", re.DOTALL)


class Secret(Part):
    """A secret action: its hash and dates, what its actor held when it was posted, its text once revealed, and why it failed.

    Another one posted before ``until`` takes its place.
    """

    action: str
    player: Person
    hash: str
    posted_at: Instant
    until: Instant
    maturation: Instant
    revelation: Instant
    held: dict[str, Count] = Field(default={})
    text: str | None = None
    revealed_at: Instant | None = None
    failed: str | None = None

    @property
    def stands(self) -> bool:
        """Whether it has not failed."""
        return self.failed is None

    @property
    def declared(self) -> str:
        """What its text declares: all before the salt."""
        return _SALT.split(self.text or "", maxsplit=1)[0].strip()


class Vault(World):
    """What a gamestate with secret actions has: each by the message with its hash."""

    secrets: dict[str, Secret] = Field(default={})


@dataclass(frozen=True)
class Kind:
    """A kind of secret action: its channel, its dates by when it is posted, and other words than its name that name it."""

    channel: str
    maturation: Callable[[datetime], datetime]
    revelation: Callable[[datetime], datetime]
    words: Sequence[str] = ()


# --- what takes a message whole ---------------------------------------------------------------------------------------


def asks(
    vault: Vault, message: Message, kinds: Mapping[str, Kind], declares: Callable[[str], bool] = lambda text: False
) -> Act | None:
    """What a message asks for whose hash or revealed text takes it whole; None where it bears neither.

    ``declares`` says whether a reply to a hash that does not show its text reads as such a text.
    """
    shown = _shown(vault, message)
    if shown or _means_to_reveal(vault, message, declares):
        return Act(REVEAL, {}, message, _kept_line(vault, message, shown))
    bare = bare_hashes(spoken(message.text, code=True))
    if not bare:
        return None
    return Act(POST, {}, message, f"{' '.join(_kinds_in(spoken(message.text, code=True), kinds))}: {bare}")


def _means_to_reveal(vault: Vault, message: Message, declares: Callable[[str], bool]) -> bool:
    """Whether somebody means to reveal what is no text of any hash: by the word, or by a reply that reads like one."""
    said = _REVEALS.match(spoken(message.text, code=True))
    hides = any(each.player == message.author and each.text is None for each in vault.secrets.values())
    return bool(said and (said["colon"] or hides)) or (message.reply_to in vault.secrets and declares(message.text))


def _shown(vault: Vault, message: Message) -> dict[str, str]:
    """The secret actions whose text a message shows, each with that; of redacted words what they were read as holds."""
    kept = _KEPT.fullmatch(message.text) if message.kept else None
    if kept is not None and kept["secret"] in vault.secrets:
        return {kept["secret"]: kept["declared"]}
    hashes = {each.hash for each in vault.secrets.values()}
    texts = {match.hash: match.text for match in every_revealed(message.text, hashes)} if hashes else {}
    return {name: texts[each.hash] for name, each in vault.secrets.items() if each.hash in texts}


def _kept_line(vault: Vault, message: Message, shown: Mapping[str, str]) -> str:
    """What a reveal was read as: what it declares, without its salt; unread before an edit, all that has the hash."""
    mine = _own(vault, message, shown) or next(iter(shown), "")
    if message.is_edited:
        return f"Reveal: {shown.get(mine, '')}"
    declared = _SALT.split(shown.get(mine, ""), maxsplit=1)[0]
    return f"Reveal {mine}".strip() + f": {'; '.join(filter(None, map(str.strip, declared.splitlines())))}"


def _own(vault: Vault, message: Message, shown: Mapping[str, str]) -> str:
    """The own action that a message reveals: one that stands where there is, the newest of the others; "" for none."""
    mine = [name for name in shown if vault.secrets[name].player == message.author]
    return next((name for name in mine if vault.secrets[name].stands), next(reversed(mine), ""))


def _before_hash(text: str) -> str:
    """What stands on the line of a message's hash and before it, and names the kind of action."""
    return re.split(r"[0-9a-fA-F]{32,}", spoken(text, code=True), maxsplit=1)[0].replace("`", " ").strip()


# --- posting ----------------------------------------------------------------------------------------------------------


def _kinds_in(text: str, kinds: Mapping[str, Kind]) -> list[str]:
    """The kinds of secret actions that a text names, before its hash if it does there."""
    by_place = ([n for n, kind in kinds.items() if _names(n, kind).search(said)] for said in (_before_hash(text), text))
    return next(filter(None, by_place), [])


def kind_named(text: str, kinds: Mapping[str, Kind]) -> str:
    """The kind of secret action that a message names; refuses none, and several."""
    found = _kinds_in(text, kinds)
    require(len(found) == 1, "TYPE_MISSING", f"a secret action names its kind: {' or '.join(kinds)}")
    return found[0]


def _names(name: str, kind: Kind) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, (name, *kind.words)))})s?\b", re.IGNORECASE)


def post(
    vault: Vault,
    message: Message,
    kinds: Mapping[str, Kind],
    held: Mapping[str, int],
    until: datetime,
) -> Secret:
    """Take a secret action by its hash; an own earlier one of its kind and phase fails by that.

    ``until`` is when the phase is over in which it is posted.
    """
    action = kind_named(spoken(message.text, code=True), kinds)
    kind = kinds[action]
    require(message.channel == kind.channel, "WRONG_CHANNEL", f"a {action} is posted in #{kind.channel}")
    fault = hash_fault(spoken(message.text, code=True))
    require(not fault, "BAD_HASH", fault)
    for name, earlier in vault.secrets.items():
        is_alike = (earlier.player, earlier.action) == (message.author, action)
        if is_alike and earlier.stands and vault.now < earlier.until:
            fail(vault, name, "superseded")
    mine = vault.secrets[message.id] = Secret(
        action=action, player=message.author, hash=hashes_in(spoken(message.text, code=True))[0],
        posted_at=vault.now, until=until, maturation=kind.maturation(vault.now),
        revelation=kind.revelation(vault.now), held={item: n for item, n in held.items() if n},
    )  # fmt: skip
    dates = {"maturation": iso(mine.maturation), "revelation": iso(mine.revelation)}
    told = f"{mine.player} posts a {action}, to be revealed from {dates['maturation']} and before {dates['revelation']}"
    happens("secret_posted", told, message=message.id, player=mine.player, action=action, **dates)
    return vault.secrets[message.id]


def fail(vault: Vault, name: str, why: str) -> None:
    """Let a secret action fail, at once and for good."""
    secret = vault.secrets[name]
    secret.failed = why
    text = f"the {secret.action} of {secret.player} fails: {why.replace('_', ' ')}"
    happens("secret_failed", text, message=name, player=secret.player, action=secret.action, reason=why)


def edit(vault: Vault, message: str) -> None:
    """Let an action fail whose hash message is edited before its maturation date."""
    secret = vault.secrets.get(message)
    if secret is not None and secret.stands and vault.now < secret.maturation:
        fail(vault, message, "edited_before_maturation")


def delete(vault: Vault, message: str) -> None:
    """Tell that a hash message is gone, which fails nothing."""
    secret = vault.secrets.get(message)
    if secret is not None and vault.now < secret.revelation:
        note("HASH_MESSAGE_DELETED", f"{secret.player} deleted the message with the hash of a {secret.action}")


# --- revealing --------------------------------------------------------------------------------------------------------


def reveal(vault: Vault, message: Message) -> str:
    """Accept the text of an own secret action in its time; gives the action's name, "" where it was shown before."""
    shown = _shown(vault, message)
    if not shown:
        refuse("HASH_MISMATCH", _why_none(vault, message))
    name = _own(vault, message, shown)
    require(name, "NOT_YOUR_ACTION", "only who took a secret action reveals it")
    secret = vault.secrets[name]
    require(vault.now >= secret.maturation, "TOO_EARLY", f"it may be revealed from {iso(secret.maturation)} on")
    require(vault.now < secret.revelation, "TOO_LATE", f"it was to be revealed before {iso(secret.revelation)}")
    require(secret.stands, "ACTION_ALREADY_FAILED", f"it has failed: {(secret.failed or '').replace('_', ' ')}")
    if secret.text is not None:
        return ""
    secret.text, secret.revealed_at = shown[name], vault.now
    told = f"{message.author} reveals a {secret.action}"
    happens("reveal_accepted", told, message=message.id, action_message=name, player=message.author)
    return name


def _why_none(vault: Vault, message: Message) -> str:
    """What to tell somebody whose text has no hash: what would give that of their newest action, or of the one replied to."""
    mine = [name for name, each in running(vault).items() if each.player == message.author and each.text is None]
    name = message.reply_to if message.reply_to in vault.secrets else next(reversed(mine), "")
    return nearest(message.text, vault.secrets[name].hash) if name else "there is no secret action that this reveals"


def running(vault: Vault) -> dict[str, Secret]:
    """The actions that stand and whose revelation date is not over."""
    return {name: each for name, each in vault.secrets.items() if each.stands and each.revelation >= vault.now}


def revelations(vault: Vault, order: tuple[Any, ...], kind: str) -> Iterator[Boundary]:
    """The revelation dates that are still to come, or are now."""
    for at in dict.fromkeys(each.revelation for each in running(vault).values()):
        yield Boundary(at, order, kind)


def fail_unrevealed(vault: Vault) -> None:
    """Let fail what was not revealed by its date, which is now."""
    for name, secret in running(vault).items():
        if secret.text is None and secret.revelation == vault.now:
            fail(vault, name, "not_revealed")


def revealed(vault: Vault, action: str) -> dict[str, Secret]:
    """The actions of a kind that stand revealed at their revelation date, which is now."""
    due = {name: each for name, each in running(vault).items() if each.revelation == vault.now}
    return {name: each for name, each in due.items() if each.action == action and each.text is not None}


def forget(vault: Vault, limit: datetime) -> None:
    """Let actions leave the gamestate whose revelation date was before an instant."""
    for name in [name for name, each in vault.secrets.items() if each.revelation < limit]:
        del vault.secrets[name]
