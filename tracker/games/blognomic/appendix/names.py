"""Appendix, Clarifications, Names: what a rule is called, and which matter a reference means."""

from __future__ import annotations

import re
from collections.abc import Collection

from tracker.core.gamestate import Question
from tracker.core.rule import rule
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Post
from tracker.games.blognomic.vocabulary import VOCABULARY
from tracker.mechanics.ruleset.matter_names import is_called, name_key, without_braces
from tracker.mechanics.ruleset.ruletree import bare_title, title_key

WHICH = "which-matter"
"""The topic of the question which of several matters of one name is meant."""

_QUOTED = r"[\"“](?P<name>[^\"“”]{1,200})[\"”]"
_REFERENCE = re.compile(
    rf"\b(?:proposals?|calls? for judge?ment|CfJs?|declarations? of victory|DoVs?)\s*(?:called|titled|entitled|named)?[\s,:]*{_QUOTED}",
    re.IGNORECASE,
)


# --- rules ------------------------------------------------------------------------------------------------------------


@rule("BN-259")
def is_called_by_parent(reference: str, path: Collection[str]) -> bool:
    """Whether ``a Gin Rule`` means the rule of this path: a subrule of Gin, at any depth, but never Gin itself."""
    match = re.fullmatch(r"(?:an?|the|each|every|any)?\s*(?P<parent>.+?)\s+rules?", reference.strip(), re.IGNORECASE)
    if match is None:
        return False
    wanted = {title_key(match["parent"]), title_key(f"The {match['parent']}")}
    return any(title_key(bare_title(title)) in wanted for title in list(path)[:-1])


# --- matters ----------------------------------------------------------------------------------------------------------


@rule("BN-260")
def same_matter(reference: str, title: str) -> bool:
    """Whether a reference means the matter of that title, both with and without braces; kinds of quotes are the same."""
    return is_called(reference, title, VOCABULARY.matters)


@rule("BN-260")
def matters_called(moment: Moment, reference: str) -> list[Post]:
    """The live official votable matters that a reference may mean; the one that a person chose, where several do."""
    found = [
        post
        for post in moment.state.posts.values()
        if post.kind.is_votable and post.is_official and same_matter(reference, post.title)
    ]
    chosen = moment.answer(_question_id(reference)) if len(found) > 1 else None
    return [post for post in found if chosen in (None, post.slug)]


def references_in(text: str) -> list[str]:
    """The names, in quotation marks after the word for the kind of matter, by which a text refers to other matters."""
    return list(dict.fromkeys(match["name"].strip() for match in _REFERENCE.finditer(text)))


@rule("BN-260")
def questions(moment: Moment) -> list[Question]:
    """Which matter is meant where an open one refers to another by a name that several bear."""
    found = {}
    for post in moment.state.open_matters():
        for reference in references_in(post.body):
            meant = [other for other in matters_called(moment, reference) if other is not post]
            if len(meant) > 1:
                text = f"{post.title} refers to “{reference}”, which several matters are called: which one is meant?"
                needs = tuple(f"{other.slug}: {other.title}, by {other.author_name}" for other in meant)
                slugs, rows = tuple(other.slug for other in meant), tuple(other.observation for other in meant)
                id = _question_id(reference)
                found[id] = Question(id, text, "BN-260", slugs, post.opened_at, needs, rows)
    return list(found.values())


def _question_id(reference: str) -> str:
    return f"{WHICH}:{re.sub(r'[^a-z0-9]+', '_', name_key(without_braces(reference))).strip('_')}"
