"""Special Case, Tags: which sections of the ruleset a matter seems to touch, and which tag is missing for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tracker.core.gamestate import Finding, Question
from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import has_word
from tracker.games.blognomic.law import WORDED
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Kind, Post
from tracker.mechanics.differences import shortened

from .special_case import KNOWN_TAGS, TAGS, has_tag, tags_of

CORE, DYNASTIC, SPECIAL_CASE, APPENDIX, VICTORY = "Core", "Dynastic", "Special Case", "Appendix", "Victory"
BLOCKS = "Building Blocks"
STANDING_SECTIONS = (CORE, SPECIAL_CASE, APPENDIX)
STANDING, RECUSANT = "changes-standing-rules", "recusant-matter"
"""The topics of the questions whether a matter changes standing rules, and whether idle players may vote on it."""
GLOSSARY = "Keywords"
_SECTIONS = {"Core Rules": CORE, "Dynastic Rules": DYNASTIC, "Special Case": SPECIAL_CASE, "Appendix": APPENDIX}
SECTION_WORDS = {
    CORE: ("core rule", "core rules"),
    SPECIAL_CASE: ("special case rule", "special case rules"),
    APPENDIX: ("appendix", "glossary"),
}
PERSONAL = ("admin", "rename", "bar", "ban")
"""Words of what is decided about people."""
VICTORY_WORDS = re.compile(
    r"\b(?:achieve[sd]?|has won|wins?|granted?|gains?)\s+(?:the\s+)?(?:victory|dynasty|game)\b", re.IGNORECASE
)
_MARKS = re.compile(r"(?:(?<!\s)\s+)?[\[(].*$")


@remembered(maxsize=1)
def sections_of_rules() -> dict[str, str]:
    """Rule title -> the section it stands in, as the known ruleset has it."""
    return {
        _MARKS.sub("", title).strip(): _SECTIONS[clause.path[0].partition(" (")[0]]
        for clause in WORDED.values()
        for title in clause.path[1:]
    }


@remembered(maxsize=256)
def _named(title: str) -> re.Pattern[str]:
    quoted = rf"[\"“'‘]{re.escape(title)}[\"”'’]"
    return re.compile(rf"{quoted}|\brules?\s+{re.escape(title)}\b|\b{re.escape(title)}\s+rule\b", re.IGNORECASE)


def rules_named(text: str) -> dict[str, str]:
    """The rules that a text names as rules (in quotation marks, or beside the word rule), with their sections."""
    words = text.lower()
    held = ((title, section) for title, section in sections_of_rules().items() if title.lower() in words)
    return {title: section for title, section in held if _named(title).search(text)}


@rule("BN-169", "BN-170")
def missing_tags(moment: Moment, post: Post) -> list[str]:
    """The tags that a matter seems to need and does not bear; none while the rule Tags is inactive."""
    if not (post.is_official and post.kind.is_votable and moment.state.is_active(TAGS)):
        return []
    touched = [section for section in (CORE, SPECIAL_CASE, APPENDIX) if _touches(post.body, section)]
    if post.kind is not Kind.DECLARATION and VICTORY_WORDS.search(post.body):
        touched.append(VICTORY)
    elif post.kind is Kind.DECLARATION:
        touched = []
    tags = tags_of(post.title, moment.law)
    return [section for section in touched if not has_tag(tags, section, moment.law)]


def _touches(text: str, section: str) -> bool:
    return section in rules_named(text).values() or has_word(text, SECTION_WORDS.get(section, ()))


def _clause(missing: list[str]) -> str:
    return "BN-170" if missing == [VICTORY] else "BN-169"


@rule("BN-046", "BN-169")
def changes_standing_rules(moment: Moment, post: Post) -> bool:
    """Whether a matter changes core, special case or appendix rules: a person says so, or else its tags do."""
    answer = moment.answer(f"{STANDING}:{post.slug}")
    if answer is not None:
        return answer == "yes"
    return _bears(moment, post, STANDING_SECTIONS) or moment.answer(f"tag-needed:{post.slug}") == "yes"


def _bears(moment: Moment, post: Post, wanted: Iterable[str]) -> bool:
    tags = tags_of(post.title, moment.law)
    return any(has_tag(tags, section, moment.law) for section in wanted)


@rule("BN26-025")
def names_standing_rule(post: Post) -> bool:
    """Whether a matter's text names a rule of the core or the appendix."""
    return any(section in (CORE, APPENDIX) for section in rules_named(post.body).values())


@rule("BN26-025")
def changes_blocks(moment: Moment, post: Post) -> bool:
    """Whether a matter is tagged as one that changes building blocks."""
    return _bears(moment, post, (BLOCKS,))


@rule("BN26-010")
def is_recusant_matter(moment: Moment, post: Post) -> bool:
    """Whether idle players may vote on a matter, as it touches nothing of the dynasty: a person says so, or else its tags do."""
    answer = moment.answer(f"{RECUSANT}:{post.slug}")
    return answer == "yes" if answer else _bears(moment, post, (*STANDING_SECTIONS, BLOCKS, "Recusant"))


@rule("BN-169", "BN-170")
def bars_enactment(moment: Moment, post: Post) -> bool:
    """Whether the matter lacks a tag that a person said it needs, and the reading is that it cannot be enacted then."""
    bars = moment.law.chooses("untagged_change", "not enactable")
    return bars and moment.answer(f"tag-needed:{post.slug}") == "yes" and bool(missing_tags(moment, post))


@rule("BN-169", "BN-170")
def findings(moment: Moment) -> list[Finding]:
    """What is to be told about the tags of all matters."""
    return [found for post in moment.state.posts.values() for found in notes(moment, post)]


@rule("BN-167", "BN-168")
def notes(moment: Moment, post: Post) -> Iterator[Finding]:
    """Tags that a person has confirmed to be missing, so that the change has no effect; those that mean nothing at present."""
    if moment.answer(f"tag-needed:{post.slug}") == "yes" and (missing := missing_tags(moment, post)):
        text = f"{post.title}: {_listed(missing)} missing, so that change has no effect"
        yield Finding("TAG_MISSING", _clause(missing), text, (post.observation,), post.posted_at, subject=post.slug)
    borne = [tag for tag in tags_of(post.title, moment.law) if tag in KNOWN_TAGS]
    if post.is_open and borne and not moment.state.is_active(TAGS):
        yield post.noted("TAG_INACTIVE", "BN-167", f"{_listed(borne)} means nothing: the rule {TAGS} is inactive")


def _listed(tags: Iterable[str]) -> str:
    return ", ".join(f"[{tag}]" for tag in tags)


@rule("BN-169", "BN-170", "BN-191", "BN-192")
def questions(moment: Moment) -> list[Question]:
    """Which open matters may need a tag, and which proposals may be core or dynastic proposals."""
    found = []
    for post in moment.state.open_matters():
        found += [question for question in _about(moment, post) if moment.answer(question.id) is None]
    return found


def _about(moment: Moment, post: Post) -> list[Question]:
    found = []
    missing = missing_tags(moment, post)
    if missing:
        text = f"{post.title} seems to touch {', '.join(missing)} without the tag: does it need {_listed(missing)}?"
        found.append(_ask("tag-needed", post, text, _clause(missing)))
    if post.kind is Kind.PROPOSAL and is_core_proposal(post):
        found.append(
            _ask("core-proposal", post, f"Is {post.title} a Core Proposal (all its changes to core matters)?", "BN-191")
        )
    if post.kind is Kind.PROPOSAL and is_dynastic_proposal(post):
        found.append(
            _ask(
                "dynastic-proposal",
                post,
                f"Is {post.title} a Dynastic Proposal (all its changes to dynastic matters)?",
                "BN-192",
            )
        )
    return found


def _ask(topic: str, post: Post, text: str, clause: str) -> Question:
    return Question(
        f"{topic}:{post.slug}",
        text,
        clause,
        ("yes", "no"),
        post.opened_at,
        (shortened(post.body),),
        (post.observation,),
    )


@rule("BN-191")
def is_core_proposal(post: Post) -> bool:
    """Whether all that a proposal seems to change is core rules, the glossary, names, bans or admin status."""
    named = rules_named(post.body)
    core_only = all(section == CORE or title == GLOSSARY for title, section in named.items())
    personal = has_word(post.body, PERSONAL)
    return core_only and bool(named or personal)


@rule("BN-192")
def is_dynastic_proposal(post: Post) -> bool:
    """Whether all rules that a proposal names are dynastic ones."""
    named = rules_named(post.body)
    return bool(named) and all(section == DYNASTIC for section in named.values())
