"""Appendix, Clarifications, Rules and Proposals: what an admin must mind when resolving a matter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tracker.core.gamestate import Finding
from tracker.core.instants import iso
from tracker.core.leaning import Reason, remembered
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.ruleset.ruleset_page import DYNASTIC, PREAMBLE
from tracker.games.blognomic.state import Kind, Post
from tracker.mechanics.differences import EXCERPT, sentences_in
from tracker.mechanics.ruleset.ruletree import title_key

from .keywords import has_word

NEW_RULE_PLACE = "NEW_RULE_PLACE"
"""The code of the note on where new rules go."""
_NEW_RULE = re.compile(
    r"\b(?:add|create|enact|insert)s?\s+(?:a|an|the\s+following|another)?\s*(?:new\s+)?(?P<dynastic>dynastic\s+)?rule\b"
    r"(?P<rest>[^.;]{0,200})",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"[\s,:]*(?:to\s+the\s+(?:ruleset|rules)[\s,:]*)?(?:(?:called|entitled|titled|named)[\s,:]*)?[\"“]?(?P<title>[^\"“”:.,;]{1,80})"
)
_PLACE = re.compile(
    r"\b(?:core|special case|appendix|glossary|subrule|below|above|after|before|under|following the rule|end of|start of)\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:\w+\s+(?:second|minute|hour|day|week|month)s?\s+(?:after|from)\s+(?:this|the|its|now|when|enact)[^.;]*"
    r"|(?:tomorrow|next\s+(?:day|week|month))\b[^.;]*)",
    re.IGNORECASE,
)
_ENACTMENT = re.compile(
    r"\b(?:when(?:ever)?|each time|every time|if)\s+an?\s+(?:\w+\s+)?(?:proposals?|votable\s+matters?)\s+(?:is|are|gets?)?\s*(?:enact|pass)"
    r"|\b(?:authors?\s+of\s+)?enacted\s+(?:proposals?|votable\s+matters?)\b|\bproposal\s+enactment\b",
    re.IGNORECASE,
)
_PAGE = re.compile(
    r"\[\[(?P<link>[^\[\]|#]{1,200})|\bwiki\s+page\s+(?:called\s+)?[\"“](?P<named>[^\"“”]{1,200})[\"”]", re.IGNORECASE
)
_GAMESTATE = re.compile(r"\b(?:gamestate|tracked|is\s+part\s+of|track)\b", re.IGNORECASE)


@rule("BN-245", "BN-246", "BN-247", "BN-249")
def notes(moment: Moment, post: Post) -> list[Finding]:
    """What an admin must mind about an open matter's text when enacting it."""
    if post.kind is Kind.DECLARATION:
        return []
    found = [
        (NEW_RULE_PLACE, "BN-245", place_of_new_rules(moment, post.body)),
        ("REVERTS_TO", "BN-246", _reverts_to(moment, post)),
        ("OWN_ENACTMENT", "BN-247", own_enactment(post.body)),
        ("DELAYED_STEP", "BN-249", delayed_steps(post.body)),
    ]
    return [post.noted(code, clause, text) for code, clause, text in found if text]


# --- where a new rule goes --------------------------------------------------------------------------------------------


@rule("BN-245")
def place_of_new_rules(moment: Moment, text: str) -> str:
    """Where the new rules go that a text names without a place; "" where there is none, or where they stand already."""
    rest = (match["rest"] for match in _NEW_RULE.finditer(text))
    titles, shown = (_title(said) for said in rest if not _PLACE.search(said)), moment.state.ruleset
    there = {title_key(passage.path[-1]) for passage in (shown.passages.values() if shown else ()) if passage.hash}
    named = ", ".join(title for title in titles if title and title_key(title) not in there)
    if not named:
        return ""
    last = last_dynastic_rule(moment)
    where = f", after {last}, which is the last one at revision {shown.revision}" if last and shown else ""
    return (
        f"new rules for which no place is noted ({named}) go to the end of the Dynastic Rules{where}: whoever enacts it "
        "puts them there, unless its text is edited to name another place; nothing is to be decided"
    )


def _title(rest: str) -> str:
    match = _TITLE.match(rest)
    title = match["title"].strip() if match else ""
    return title if title[:1].isupper() else ""


def last_dynastic_rule(moment: Moment) -> str:
    """The title of the last of the topmost dynastic rules on the page; "" where the page was not seen or has none."""
    shown = moment.state.ruleset
    titles = [
        passage.path[1]
        for passage in (shown.passages.values() if shown else ())
        if passage.hash and passage.path[0] == DYNASTIC and passage.path[1] != PREAMBLE
    ]
    return titles[-1] if titles else ""


# --- pages that become gamestate --------------------------------------------------------------------------------------


def remember_revision(moment: Moment, payload: Mapping[str, Any]) -> None:
    """Note when a page other than the ruleset was revised."""
    page = _page_key(str(payload["page"]))
    moment.state.page_revisions.setdefault(page, []).append((moment.when, int(payload["revision"])))


def _page_key(title: str) -> str:
    name = " ".join(title.replace("_", " ").split())
    return name[:1].upper() + name[1:]


@rule("BN-246")
def revision_at(revisions: Sequence[tuple[datetime, int]], submitted_at: datetime) -> int | None:
    """The revision of a page that stood when a proposal was submitted; None: there was none, so the page is blanked."""
    return max(((at, revision) for at, revision in revisions if at <= submitted_at), default=(None, None))[1]


def pages_named(text: str) -> list[str]:
    """The wiki pages that a text names, where it speaks of gamestate."""
    found = _PAGE.finditer(text) if _GAMESTATE.search(text) else ()
    return [_page_key(match["link"] or match["named"]) for match in found]


def _reverts_to(moment: Moment, post: Post) -> str:
    said = []
    for page in pages_named(post.body):
        known = moment.state.page_revisions.get(page)
        if known is None:
            said.append(f"{page} (its revisions are not read: look for the newest one up to {iso(post.opened_at)})")
            continue
        revision = revision_at(known, post.opened_at)
        said.append(f"{page} to revision {revision}" if revision else f"{page} to a blank page")
    pages = "; ".join(dict.fromkeys(said))
    return f"a page that becomes gamestate by this reverts, unless it says otherwise: {pages}" if pages else ""


# --- enactment --------------------------------------------------------------------------------------------------------


@rule("BN-247")
def own_enactment(text: str) -> str:
    """That what a text says of enactment does not hold for its own; "" where it says nothing of it."""
    if not _ENACTMENT.search(text) or re.search(r"\bthis\s+proposal(?:'s|’s)?\s+own\b", text, re.IGNORECASE):
        return ""
    return "what it changes about enactment does not apply to its own enactment unless it says so"


@rule("BN-249")
def delayed_steps(text: str) -> str:
    """The steps of a text that cannot be applied when it is enacted, and so never are; "" where there is none."""
    found = [" ".join(match[0].split()) for match in _LATER.finditer(text)]
    return f"cannot be applied at once, so it is ignored: {'; '.join(found)}" if found else ""


@rule("BN-248")
def duties(moment: Moment) -> list[Reason]:
    """What dynastic rules say of the resolution of matters: the task of the admin who resolves one."""
    shown, words = moment.state.ruleset, moment.law.words("resolution_words")
    passages = shown.passages.values() if shown else ()
    found = []
    for passage in passages:
        if passage.hash and passage.path[0] == DYNASTIC and passage.path[-1] != PREAMBLE:
            said = _sentences_with(passage.words, words)
            if said:
                found.append(Reason("BN-248", f"{passage.path[-1]}: {said}", (passage.row,)))
    return found


@remembered(maxsize=512)
def _sentences_with(text: str, words: tuple[str, ...]) -> str:
    matters = ("proposal", "proposals", "votable matter", "votable matters", "cfj", "dov", "evcs", "enactment")
    found = [part for part in sentences_in(text) if has_word(part, words) and has_word(part, matters)]
    return " ".join(found)[:EXCERPT]
