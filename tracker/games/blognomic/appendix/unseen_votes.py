"""Votes and statuses that would count for nothing unheard, since a setting does not fit the blog: one finding for each cause, with what mends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tracker.core.gamestate import Finding
from tracker.core.rule import rule
from tracker.games.blognomic.core.resolving import unknown_statuses
from tracker.games.blognomic.core.votes import is_silent, unread_votes
from tracker.games.blognomic.moment import Moment
from tracker.games.blognomic.state import Ballot, Icon, Kind, Post, Stray

MOST_NAMED = 5
"""So many matters, files and words are named in one finding."""

Use = tuple[Post, Ballot, Stray]
"""An image that is no voting icon, in a comment on a post."""


def findings(moment: Moment) -> Iterator[Finding]:
    """What keeps votes from being seen, of each cause once."""
    posts = list(moment.state.posts.values())
    uses = [
        (post, ballot, stray)
        for post in posts
        for ballot in post.ballots.values()
        if ballot.by_player
        for stray in ballot.strays
        if stray.is_named or (stray.is_alone and post.is_open and unread_votes(moment, post))
    ]
    yield from _of_images(moment, [use for use in uses if use[0].kind.is_votable])
    yield from _of_silent_matters(moment, [post for post in posts if post.is_open and is_silent(moment, post)])
    yield from _of_other_posts(moment, [post for post in posts if not post.kind.is_votable])
    yield from _of_statuses(moment)


@rule("BN-208")
def _of_images(moment: Moment, uses: list[Use]) -> Iterator[Finding]:
    """Images that look like voting icons where none are known to lie, by their folder; or files that are not known there."""
    for folder in dict.fromkeys(stray.folder for _, _, stray in uses):
        there = [use for use in uses if use[2].folder == folder]
        where = folder or "the address of the voting icons, with files that are none"
        text = f"{_counted(there)} images that may be voting icons, at {where}: none of them counts"
        yield _finding(moment, "ICONS_NOT_KNOWN", "BN-208", text, _mend(moment, there), [use[1] for use in there])


def _mend(moment: Moment, uses: list[Use]) -> str:
    """The lines of the config by which images would count."""
    folders = dict.fromkeys((*moment.law.words("vote_icon_bases"), *(stray.folder for _, _, stray in uses)))
    files = {stray.file: stray.vote or "|".join(Icon) for _, _, stray in uses if stray.file}
    known = moment.law.value("vote_icons")
    lines = [f"vote_icon_bases = {' '.join(filter(None, folders))}"] if uses[0][2].folder else []
    if files.keys() - known.keys():
        lines.append(
            f"vote_icons = {', '.join(f'{file} = {vote}' for file, vote in (known | files).items())} (one a line)"
        )
    return f"[blog] {'; '.join(lines)}"


@rule("BN-032")
def _of_silent_matters(moment: Moment, posts: list[Post]) -> Iterator[Finding]:
    """Matters on which players comment and nobody uses anything like a voting icon."""
    uses = [(post, ballot, stray) for post in posts for ballot in post.ballots.values() for stray in ballot.strays]
    if posts:
        shown = dict.fromkeys(f"{stray.folder}{stray.file}" for _, _, stray in uses)
        images = f"their images are {_some(shown)}" if shown else "their comments hold no image at all"
        text = f"players comment on {_named(posts)}, and nobody uses anything like a voting icon; {images}"
        ballots = [ballot for post in posts for ballot in post.ballots.values() if ballot.by_player]
        mend = (
            _mend(moment, uses)
            if uses
            else "[blog] vote_icons = FILE = FOR, and vote_icon_bases, if they vote by images"
        )
        yield _finding(moment, "NO_ICONS", "BN-032", text, mend, ballots)


@rule("BN-207")
def _of_other_posts(moment: Moment, posts: list[Post]) -> Iterator[Finding]:
    """Posts in no category of matters, or in one that is none, on which players use voting icons; where few do, perhaps in jest, a note."""
    voted = {post.slug: [ballot for ballot in post.ballots.values() if _may_be_vote(ballot)] for post in posts}
    found, least = [post for post in posts if voted[post.slug]], moment.law.number("plain_voters")
    if found:
        is_note = all(len({ballot.author for ballot in voted[post.slug]}) < least for post in found)
        words = dict.fromkeys(word for post in found for word in post.filed)
        filed = f"the blog files them under {_some(words)}" if words else "the blog files them under nothing"
        text = f"players vote on {_named(found)}, which is in no category of votable matters; {filed}"
        ballots = [ballot for post in found for ballot in voted[post.slug]]
        word = next(iter(words), "WORD")
        mend = f"class_categories or prefix_categories in [expressionengine], categories in [wordpress]: {word} = {Kind.PROPOSAL}"
        yield replace(_finding(moment, "VOTES_ON_PLAIN_POST", "BN-207", text, mend, ballots), is_note=is_note)


@rule("BN-051")
def _of_statuses(moment: Moment) -> Iterator[Finding]:
    """Matters whose status is no known word, and that count as open."""
    for slug, why in unknown_statuses(moment).items():
        word = moment.state.posts[slug].shown_status.strip().casefold()
        mend = f"[switches] enacted_words = {', '.join((*moment.law.words('enacted_words'), word))} (or failed_words)"
        text = f"{why.text}: it counts as open. If it is resolved, write in the config: {mend}"
        yield Finding("STATUS_NOT_KNOWN", why.clause, text, why.observations, subject=slug, mend=mend)


def _may_be_vote(ballot: Ballot) -> bool:
    return ballot.by_player and bool(ballot.icons or any(stray.is_named for stray in ballot.strays))


def _finding(moment: Moment, code: str, clause: str, text: str, mend: str, ballots: list[Ballot]) -> Finding:
    """A finding that is as new as the newest comment, so that a page shows it before older ones."""
    rows = tuple(ballot.id for ballot in ballots)
    newest = max((ballot.at for ballot in ballots), default=moment.when)
    return Finding(code, clause, f"{text}. If these are votes, write in the config: {mend}", rows, newest, mend=mend)


def _counted(uses: list[Use]) -> str:
    comments = {ballot.id for _, ballot, _ in uses}
    noun = "comment" if len(comments) == 1 else "comments"
    return f"{len(comments)} {noun} on {_named(post for post, _, _ in uses)} with"


def _named(posts: Iterable[Post]) -> str:
    return _some(dict.fromkeys(post.title or post.slug for post in posts))


def _some(names: Iterable[str]) -> str:
    told = list(names)
    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return f"{', '.join(told[:MOST_NAMED])}{more}"
