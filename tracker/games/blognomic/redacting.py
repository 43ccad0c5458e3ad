"""What stays of posts, comments and admins' notes whose words were redacted: what the game hears in them, not what was said.

Whatever reads a redacted row reads what stands for its words (``spoken``): a title by which the same title is known again, the
words and names that the rules listen to, and the voting icons. What an Ascension Address said, and which changes of the ruleset
page a matter explained, stand beside them, as no words that the rules listen to tell them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from datetime import datetime
from html import escape
from typing import Any

from tracker.core.clause import wording_digests
from tracker.core.fold import Context
from tracker.core.observation import READ, Observation
from tracker.mechanics.html_reading import images_in, plain_text
from tracker.mechanics.ruleset.matter_names import hidden_title, subject_of, without_braces

from .appendix import duties, names
from .appendix.keywords import has_word, same_spelling, strays_in, with_icons_meant
from .core import calls, idle, notes, players, resolving
from .core.ascension import reading_of, words_of
from .core.fair_play import count_words
from .dynasties.played import dynasty_modules
from .moment import Moment
from .ruleset import rule_history
from .special_case import tags
from .special_case.special_case import KNOWN_TAGS, RULES, statuses_in_address, tags_of
from .state import DID, Address, Post, State, cell_key

_DID = frozenset({"words", "address", "unset", "wording", "caused"})
_NOTHING_SAID, _UNNAMED = "…", "Redacted"
_MARK = re.compile(r"\[redacted [0-9a-f]{64}\]")
_HEARD = (
    *("join_words", "leave_words", "idle_words", "unidle_words", "resign_admin_words", "pass_role_words"),
    *("change_words", "control_words", "bug_words", "software_words", "abstract_times"),
)
"""The parameters whose words are listened to in posts and comments."""

REDACTED = "[redacted]"
"""What stands for words of which nothing stays."""


# --- what stands for the words of a row --------------------------------------------------------------------------------


def spoken(observation: Observation) -> Observation:
    """A row as it is folded: of a redacted one, what stands for its words."""
    kept = observation.payload.get(READ)
    if not isinstance(kept, Mapping):
        return observation
    payload = {name: _unmarked(name, value, kept) for name, value in observation.payload.items() if name != READ}
    did = {name: value for name, value in kept.items() if name in _DID}
    return replace(observation, payload={**payload, DID: did} if did else payload)


def _unmarked(name: str, value: Any, kept: Mapping[str, Any]) -> Any:
    if not isinstance(value, str) or not _MARK.fullmatch(value):
        return value
    named = "".join(f"<p>{escape(each)}</p>" for each in kept.get("named", ())) if name == "body" else ""
    return f"{kept.get(name, '')}{named}"


def kept_of(state: State, as_of: datetime, context: Context, said: Observation) -> dict[str, Any]:
    """What stands for the words of a row, read as of its instant."""
    moment = Moment.at(state, as_of, context.decisions)
    kept: dict[str, Any] = {}
    if said.text("note"):
        kept["note"] = bare_note(moment, said.text("note"))
    if said.text("title"):
        kept["title"] = bare_title(moment, said.text("title"))
    if said.text("body"):
        kept |= _of_body(moment, state.posts.get(said.subject), with_icons_meant(said, moment.law))
    return {name: value for name, value in kept.items() if value}


def _of_body(moment: Moment, post: Post | None, said: Observation) -> dict[str, Any]:
    body = said.text("body")
    kept: dict[str, Any] = {"body": bare_body(moment, body, post.url if post else said.text("url"))}
    if said.kind in ("post", "post_edited"):
        kept |= {"words": count_words(body)}
        address = moment.state.address
        if post is not None and address is not None and address.slug == post.slug:
            kept |= _of_address(moment, post, address)
    return kept


def bare_note(moment: Moment, note: str) -> str:
    """What stands for an admin's note: its reason in a word, its numbers, and who signed it."""
    reading, by = notes.read_note(note), resolving.named_in_note(moment, note)
    numbers = [f"{ours}-{theirs}" for ours, theirs in reading.tallies]
    numbers += [] if reading.votes_for is None else [f"{reading.votes_for} FOR votes"]
    numbers += [f"quorum {each}" for each in reading.quorums]
    said = f"{reading.reason}: {', '.join(numbers)}".strip(": ") or _NOTHING_SAID
    return f"{said}. By {by}" if by else said


def bare_title(moment: Moment, title: str) -> str:
    """What stands for a title: the words in it that the rules listen to, its tags, and a mark of its name."""
    subject = subject_of(title)
    if not subject:
        return f"{_NOTHING_SAID}:"
    known = [
        tag if any(same_spelling(tag, each) for each in KNOWN_TAGS) else _NOTHING_SAID
        for tag in tags_of(title, moment.law)
    ]
    named = hidden_title(subject) if without_braces(subject) else ""
    heard = _NOTHING_SAID.join(f" {each.replace(':', ' ')} " for each in heard_in(moment, title)).strip()
    borne = " ".join([*(f"[{tag}]" for tag in dict.fromkeys(known)), named]).strip()
    return f"{heard}: {borne or _NOTHING_SAID}" if heard else borne or _NOTHING_SAID


def bare_body(moment: Moment, body: str, url: str) -> str:
    """What stands for a body, as HTML: the words that the rules listen to, and the voting icons, quoted where they were."""
    text = plain_text(body)
    words = [*heard_in(moment, text), *_told_in(moment, text)]
    said = "".join(f"<p>{escape(each)} {_NOTHING_SAID}</p>" for each in words) or _NOTHING_SAID
    return said + "".join(_bare_image(moment, image, text, url) for image in images_in(body))


def _bare_image(moment: Moment, image: list[Any], text: str, url: str) -> str:
    src, alt, is_quoted = image
    strays = strays_in([image], text, moment.law, url)
    if strays and not strays[0].is_like_a_vote:
        return ""
    path = re.split(r"[?#]", str(src))[0] if not strays or strays[0].is_named else _NOTHING_SAID
    known = str(alt) if str(alt).strip().casefold() in moment.law.value("vote_alt_texts") else ""
    shown = f'<img src="{escape(path)}" alt="{escape(known)}">'
    return f"<blockquote>{shown}</blockquote>" if is_quoted else shown


# --- what the rules listen to -------------------------------------------------------------------------------------------


def heard_in(moment: Moment, text: str) -> list[str]:
    """The words and phrases in a text that may be a request, an announcement or a sign of what it is about."""
    law, lists = moment.law, (idle.ANNOUNCING, idle.RETURNING, tags.PERSONAL, *tags.SECTION_WORDS.values())
    words = [*(word for name in _HEARD for word in law.words(name)), *(word for each in lists for word in each)]
    words += players.joining_words(law.word("player_word"))
    said = [word for word in dict.fromkeys(words) if has_word(text, (word,))]
    rules = [f'"{title}"' for title in tags.rules_named(text)]
    patterns = (tags.VICTORY_WORDS, *(pattern for code in dynasty_modules() for pattern in getattr(code, "HEARD", ())))
    return [
        *said,
        *rules,
        *(match[0] for pattern in patterns for match in pattern.finditer(text)),
        *named_in(moment, text),
    ]


def named_in(moment: Moment, text: str) -> list[str]:
    """The people whom a text names."""
    return [person.name for person in moment.state.people.values() if has_word(text, (person.name,))]


def _told_in(moment: Moment, text: str) -> Iterator[str]:
    """What a body says of other matters, and what makes the notes for whoever enacts it."""
    for reference in names.references_in(text):
        titles = [post.title for post in names.matters_called(moment, reference)]
        if len(titles) > 1:
            hidden = hidden_title(titles[0])
            yield f'proposal "{hidden if hidden in titles[0] else reference}"'
    if duties.place_of_new_rules(moment, text):
        yield f'add a rule "{_UNNAMED}"'
    if duties.own_enactment(text):
        yield "proposal enactment"
    if duties.delayed_steps(text):
        yield "tomorrow"
    yield from (f"gamestate [[{page}]]" for page in duties.pages_named(text))


# --- Ascension Addresses ------------------------------------------------------------------------------------------------


def _of_address(moment: Moment, post: Post, address: Address) -> dict[str, Any]:
    """What an address says, without its author's own words but the terms and the names of rules and pages."""
    reading, text = reading_of(moment, address), words_of(post)
    bare = replace(reading, theme=reading.theme and REDACTED, doubts=(REDACTED,) * len(reading.doubts))
    unset = statuses_in_address(text, tuple(dict.fromkeys([*RULES, *moment.state.special_cases])))[1]
    return {"address": asdict(bare), "unset": [REDACTED] * len(unset), "wording": wording_digests(text)}


# --- what shows only later -----------------------------------------------------------------------------------------------


def kept_since(state: State, as_of: datetime, context: Context, said: Observation) -> dict[str, Any]:
    """Whom and which values a row names of all that there ever were, and what of the ruleset page its post explained."""
    moment = Moment.at(state, as_of, context.decisions)
    if said.kind not in ("post", "post_edited"):
        return {}
    title, body = said.text("title"), plain_text(said.text("body"))
    kept: dict[str, Any] = {"named": [*named_in(moment, f"{title}\n{body}"), *_values_set(moment, body)]}
    if state.ruleset is not None:
        kept["caused"] = rule_history.caused_by(moment, said.subject, said.happened_at, context.settled)
    return {name: value for name, value in kept.items() if value}


def _values_set(moment: Moment, text: str) -> list[str]:
    """The values of the table that a text orders to be set."""
    orders = calls.values_set(text)
    return [
        f"set {whose}'s {what} to {value}"
        for whose, what, value in orders
        if cell_key(whose, what) in moment.state.cells
    ]
