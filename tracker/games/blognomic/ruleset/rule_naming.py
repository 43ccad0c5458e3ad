"""Which matters the summary of an edit names (BN-260), and what a matter's own text says word for word."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tracker.core.clause import normalise
from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import subject_of
from tracker.games.blognomic.special_case.special_case import status_in_title
from tracker.games.blognomic.state import Kind, Post
from tracker.mechanics.differences import Stretch
from tracker.mechanics.ruleset.matter_names import BRACES, hidden_title, is_hidden, without_braces

from .rule_changes import Difference

_ANCHOR = re.compile(r"/\*.*?\*/")
_BREAKS = re.compile(r"<[^<>]*>")
_UNDOING = re.compile(
    r"\b(?:undo(?:ing|ne)?|undid|revert(?:ed|ing|s)?|rv[tv]?|rollback|rolled back|restor(?:e|ed|ing))\b"
)
_SAYS = (
    r"(?:enact(?:ed|ing|s|ment of)?|add(?:ed|ing|s)?|per|as per|proposals?|cfj|call for judge?ment|adminn(?:ed|ing))"
)
_VERB = re.compile(rf"\b{_SAYS}\b")
_REPEALS = re.compile(r"\b(?:repeal|remove|delete|strike|abolish)")
_IS_REPEALED = re.compile(
    r"[^,]*?\b(?:is|are|be|being|gets?|to)\b(?:\s+\w+){0,3}?\s+(?:repeal|remov|delet|str[iu]ck|abolish)"
)
_DENIES = re.compile(r"\b(?:not|never|nobody|no one|none|neither|cannot|without|instead of)\b|n't\b")
_ENDS = re.compile(r"[.;!?](?=[\s\"')]|$)")
_CHUNK = 6
"""Into how many words a text is cut to see how much of it a matter says."""
_MOSTLY = 0.8
_TELLING = 4
"""How many words in a row tell by themselves, without the words that they took the place of."""
_LONGEST_TITLE = 40
"""Of how many words a redacted title is looked for in summaries."""


# --- titles -----------------------------------------------------------------------------------------------------------


@rule("BN-206", "BN-260")
@remembered(maxsize=4096)
def subject_key(title: str) -> str:
    """A matter's title as references to it are compared: its subject, without tags in brackets and without letter case."""
    return folded_words(without_braces(subject_of(title)))


def folded_words(text: str) -> str:
    """Words without layout noise and letter case."""
    return normalise(text).casefold()


def stands_in(phrase: str, text: str) -> bool:
    """Whether a phrase stands in a text as whole words; both folded."""
    return phrase in text and re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None


@rule("BN-068", "BN-260")
def posts_named(posts: Iterable[Post], summary: str, headings: Collection[str] = ()) -> list[Post]:
    """The official matters that a summary names, or whose title is that of a new rule; a summary that undoes names none.

    A title of one word counts only right after a word such as ``Enacted``, or in quotation marks with such a word
    anywhere, or where it is all that the summary says. Of two matters with one
    subject the one named with its tags counts, where one is.
    """
    said, found = _said(summary), dict[str, str]()
    known = {
        post.slug: post for post in posts if post.is_official and (post.kind.is_votable or post.kind is Kind.ADDRESS)
    }
    for post in known.values():
        subject = _as_told(subject_key(post.title), said, headings)
        if subject and (_names(said, subject) or (" " in subject and subject in headings)):
            found[post.slug] = subject
    longest = {slug: subject for slug, subject in found.items() if not _is_part(subject, found.values())}
    return [known[slug] for slug in longest if _is_meant(known[slug], [known[other] for other in longest], said)]


def _as_told(subject: str, said: str, headings: Collection[str]) -> str:
    """A subject; of a redacted one the words by which a summary or a heading tells it, or itself where none does."""
    return _told_names(said, frozenset(headings)).get(subject, subject) if is_hidden(subject) else subject


@remembered(maxsize=64)
def _told_names(said: str, headings: frozenset[str]) -> Mapping[str, str]:
    """Each run of words in a folded text, and each heading, by what would stand for it as a redacted title."""
    starts, ends = ([find(match) for match in re.finditer(r"\w+", said)] for find in (re.Match.start, re.Match.end))
    runs = (said[start:end] for word, start in enumerate(starts) for end in ends[word : word + _LONGEST_TITLE])
    return {hidden_title(run): run for run in (*runs, *headings)}


def _said(summary: str) -> str:
    """What a summary says beside its section anchor; nothing where it only undoes."""
    said = folded_words(_ANCHOR.sub(" ", summary))
    undoing, verb = _UNDOING.search(said), _VERB.search(said)
    if undoing is None or (verb and verb.start() < undoing.start()):
        return said
    following = _VERB.search(said, undoing.end())
    return said[following.start() :] if following and "." in said[undoing.end() : following.start()] else ""


def _names(said: str, subject: str) -> bool:
    if " " in subject:
        return stands_in(subject, said)
    title = rf"[\"']\s*{re.escape(subject)}[.,]?\s*[\"']"
    # A title of one word is a rule's as well as a matter's: something must say that it is a matter.
    quoted = title if _VERB.search(said) or re.fullmatch(rf"{title}[.,]?", said.strip()) else r"(?!)"
    after_verb = rf"\b{_SAYS}[\s:]+(?:(?:proposal|cfj|call for judge?ment)[\s:]+)*{re.escape(subject)}(?!\w)"
    return re.search(f"{quoted}|{after_verb}", said) is not None


def _is_part(subject: str, others: Iterable[str]) -> bool:
    """Whether a longer subject that was named too explains it: Dry Socks beside Dry Socks 2."""
    return any(subject != other and stands_in(subject, other) for other in others)


def _is_meant(post: Post, found: Sequence[Post], said: str) -> bool:
    """Whether no other matter of the same subject is named with its tags while this one is not."""
    same = [other for other in found if subject_key(other.title) == subject_key(post.title)]
    exact = [other for other in same if stands_in(folded_words(subject_of(other.title)), said)]
    tagged = [other for other in exact if BRACES.search(other.title)]
    return len(same) == 1 or not tagged or post in tagged


# --- a matter's own words ---------------------------------------------------------------------------------------------


@remembered(maxsize=256)
def words_said(body: str) -> str:
    """Every word of a matter's HTML, quotations too, folded."""
    return folded_words(html.unescape(_BREAKS.sub("\n", body)))


def unbulleted(words: str) -> str:
    """Words without the signs that stand for the points of a list."""
    return " ".join(word for word in words.split() if word not in ("•", "#"))


@rule("BN-003")
def is_told(difference: Difference, said: str, *, is_named: bool) -> bool:
    """Whether a matter's words order such a change: what was added stands in them, or what is gone is to be taken away.

    A matter that nobody names must say more than a word or two.
    """
    title = folded_words(difference.path[-1].removeprefix(";"))
    if difference.kind == "new":
        words = unbulleted(difference.after.words.casefold()) if difference.after else ""
        return stands_in(title, said) and _share_told(words, said) >= _MOSTLY
    if difference.kind == "gone":
        return _is_repeal_told(title, said)
    if difference.kind == "marker":
        name, is_active, _ = status_in_title(title)
        return stands_in(name, said) and stands_in("active" if is_active else "inactive", said)
    if difference.kind == "moved":
        return stands_in(title, said)
    if difference.kind == "renamed":
        before = folded_words(difference.before.path[-1]) if difference.before else ""
        return stands_in(title, said) and stands_in(before, said)
    found = difference.stretches
    return bool(found) and all(_is_stretch_told(each, said, is_named) for each in found)


def _is_repeal_told(title: str, said: str) -> bool:
    """Whether some sentence orders that the rule be taken away, and does not deny it."""
    for match in re.finditer(rf"(?<!\w){re.escape(title)}(?!\w)", said) if title else ():
        before, after = _ENDS.split(said[: match.start()])[-1], _ENDS.split(said[match.end() :], maxsplit=1)[0]
        verb = _REPEALS.search(before) or _IS_REPEALED.match(after)
        if verb and not _DENIES.search(f"{before} {after}"):
            return True
    return False


def _is_stretch_told(stretch: Stretch, said: str, is_named: bool) -> bool:
    old, new = (unbulleted(words.casefold()) for words in (stretch.old, stretch.new))
    if not new:
        return stands_in(old, said)
    if not stands_in(new, said) and _share_told(new, said) < _MOSTLY:
        return False
    return is_named or len(new.split()) >= _TELLING or bool(old and stands_in(old, said))


def _share_told(words: str, said: str) -> float:
    """How much of a text stands in a matter's words, cut into short runs."""
    chunks = list(_chunks(words.split()))
    return sum(chunk in said for chunk in chunks) / len(chunks) if chunks else 1.0


def _chunks(words: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(words), _CHUNK):
        yield " ".join(words[start : start + _CHUNK])
