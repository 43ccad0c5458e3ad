"""Core Rules, Fair Play: what people should look at; no note here changes a tally, a status or anybody's rights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tracker.core.gamestate import Finding
from tracker.core.leaning import remembered
from tracker.core.rule import rule
from tracker.games.blognomic.appendix.keywords import day_of, has_word
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.special_case.tags import DYNASTIC, rules_named
from tracker.games.blognomic.state import FAILED, Ballot, Kind, Post
from tracker.mechanics.html_reading import plain_text

_CUT = " "
"""What stands in the place of a quotation's tags while its words are counted with the others."""
_QUOTING_TAGS = ("blockquote", "q", "cite")


@rule("BN-098", "BN-099", "BN-100", "BN-101", "BN-104", "BN-108")
def findings(moment: Moment) -> list[Finding]:
    """Everything suspected in the live posts, for people to judge (BN-098)."""
    posts = list(moment.state.posts.values())
    found = [*_many_posts(moment, posts), *_many_comments(moment, posts)]
    for post in posts:
        found += [*_about_text(moment, post), *_about_declaration(moment, post)]
    return found


def notes(moment: Moment, post: Post) -> list[Finding]:
    """What is suspected about one matter alone."""
    return [*_about_text(moment, post), *_about_declaration(moment, post)]


# --- spam -------------------------------------------------------------------------------------------------------------


@rule("BN-100")
def _many_posts(moment: Moment, posts: Iterable[Post]) -> Iterator[Finding]:
    """Somebody with more entries on one UTC day than recommended; idle players are bound too."""
    limit, made = moment.law.number("spam_posts"), dict[tuple[str, str], list[Post]]()
    for post in posts:
        if _is_bound(moment, post.author):
            made.setdefault((post.author, day_of(post.posted_at).isoformat()), []).append(post)
    for (author, day), entries in made.items():
        if len(entries) > limit:
            entries.sort(key=lambda post: post.posted_at)
            text = f"{moment.state.name_of(author)} made {len(entries)} entries on {day}; more than {limit} are discouraged"
            rows = tuple(post.observation for post in entries)
            yield Finding("SPAM_POSTS", "BN-100", text, rows, entries[limit].posted_at, True)


def _is_bound(moment: Moment, key: str) -> bool:
    """Whether somebody is in the game; idle players are bound by Fair Play too."""
    person = moment.state.person(key)
    return person is not None and person.is_on_roster


@rule("BN-100")
def _many_comments(moment: Moment, posts: Iterable[Post]) -> Iterator[Finding]:
    """Somebody with more comments in a row than recommended: under one post, with nobody else's between."""
    limit = moment.law.number("spam_comments")
    for post in posts:
        for author, row in groupby(post.ballots.values(), key=lambda ballot: ballot.author):
            yield from _row(moment, post.title, author, list(row), limit)


def _row(moment: Moment, where: str, author: str, ballots: list[Ballot], limit: int) -> Iterator[Finding]:
    if len(ballots) > limit and _is_bound(moment, author):
        name = moment.state.name_of(author)
        text = f"{name} made {len(ballots)} comments in a row on {where}; more than {limit} are discouraged"
        rows = tuple(ballot.id for ballot in ballots)
        yield Finding("SPAM_COMMENTS", "BN-100", text, rows, ballots[limit].at, True)


@rule("BN-100", "BN-199")
def words_in(post: Post) -> int:
    """How many words an entry has, quotations included, the commentary field not."""
    return int(post.did["words"]) if "words" in post.did else count_words(post.html or post.body)


@remembered(maxsize=512)
def count_words(html: str) -> int:
    """How many words a fragment of HTML has."""
    for tag in _QUOTING_TAGS:
        html = html.replace(f"<{tag}", f"{_CUT}<span").replace(f"</{tag}", f"{_CUT}</span")
    return sum(any(map(str.isalnum, word)) for word in plain_text(html).split())


# --- what a text may say ----------------------------------------------------------------------------------------------


@rule("BN-099", "BN-100", "BN-101")
def _about_text(moment: Moment, post: Post) -> Iterator[Finding]:
    law, limit = moment.law, moment.law.number("spam_words")
    # A word and the blank behind it take two characters at least: only a long text is worth the counting.
    may_be_long = "words" in post.did or len(post.html or post.body) > limit * len("a ")
    if may_be_long and (count := words_in(post)) > limit:
        text = f"{post.title or post.slug} has {count} words; more than {limit} are discouraged"
        yield _note("SPAM_WORDS", "BN-100", text, post)
    if has_word(post.body, law.words("control_words")):
        text = f"{post.author_name} may announce in {post.title or post.slug} that one person controls several players"
        yield _note("CONTROL_ANNOUNCED", "BN-099", text, post)
    if has_word(post.body, law.words("bug_words")) and has_word(post.body, law.words("software_words")):
        text = f"{post.title or post.slug} may report a fault of the software; values stay until people decide"
        yield _note("BUG_REPORTED", "BN-101", text, post)


def _note(code: str, clause: str, text: str, post: Post) -> Finding:
    return Finding(code, clause, text, (post.observation,), post.posted_at, True, post.slug)


# --- declarations of victory ------------------------------------------------------------------------------------------


@rule("BN-081", "BN-104", "BN-108")
def _about_declaration(moment: Moment, post: Post) -> Iterator[Finding]:
    """The author's failed declarations, and the rules outside the dynasty on which the text rests: information only."""
    if post.kind is not Kind.DECLARATION or not post.is_official:
        return
    failed = declarations_beside(moment, post)
    if failed:
        yield _note("EARLIER_DECLARATIONS", "BN-104", f"failed declarations by {post.author_name}: {failed}", post)
    named = [title for title, section in rules_named(post.body).items() if section != DYNASTIC]
    if named:
        text = f"{post.title} rests on {', '.join(named)}, which is no dynastic rule; only the votes decide"
        yield _note("RESTS_ON_RULES", "BN-108", text, post)


@rule("BN-104")
def declarations_beside(moment: Moment, post: Post) -> str:
    """The failed declarations of its author up to this one, in words; "" where there is none but itself."""
    until = post.resolution.at if post.state == FAILED and post.resolution else moment.when
    history = [past for past in moment.state.failed_declarations.get(post.author, ()) if past.at <= until]
    if not history or (len(history) == 1 and post.state == FAILED):
        return ""
    return "; ".join(
        f"{past.title}, failed {past.votes_for}-{past.votes_against} on {past.at:%Y-%m-%d}" for past in history
    )
