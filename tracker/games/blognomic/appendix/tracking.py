"""Appendix, Gamestate Tracking: what makes a post official, who may alter it until when, and what its comments bring."""

from __future__ import annotations

import calendar
import difflib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.gamestate import Finding, Question
from tracker.core.instants import parse_instant
from tracker.core.observation import Observation
from tracker.core.rule import rule
from tracker.games.blognomic.core import calls, idle, players, proposals, victory
from tracker.games.blognomic.core.victory import Refusal
from tracker.games.blognomic.moment import YES_NO, Moment
from tracker.games.blognomic.state import DID, PENDING, Ballot, Kind, Post, State, Unread
from tracker.mechanics.differences import EXCERPT, shortened
from tracker.mechanics.html_reading import images_in, is_readable, plain_text
from tracker.mechanics.ruleset.matter_names import plain_spelling

from .keywords import IconReading, describes_changes, icons_in, same_spelling, strays_in, subject_of

OFFICIAL = (Kind.PROPOSAL, Kind.CALL, Kind.DECLARATION, Kind.ADDRESS, Kind.STORY)
MONTHS = 12
"""Calendar months of a year."""


def read_html(body: str) -> dict[str, Any]:
    """The expensive reading of a post's or comment's HTML: its images, and its words, or that it cannot be read."""
    unread = {} if is_readable(body) else {"unread": True}
    return {"images": images_in(body), "text": plain_text(body), **unread}


@rule("BN-032")
def doubt_reading(moment: Moment, said: Observation, readings: Mapping[str, Any]) -> None:
    """A text that cannot be read may hold anything: its post counts as not read wholly, until a look or a correction says more."""
    if readings.get("unread"):
        moment.state.unread[f"post:{said.subject}"] = Unread(moment.when, None)
        text = f"{said.id} nests too deep to be read: nothing in it counts until it is put right on the blog, or by a correction"
        moment.state.note("NOT_READABLE", "BN-032", text, said.id, at=moment.when, subject=said.subject)


# --- official posts --------------------------------------------------------------------------------------------------

EDIT_WINDOW, PROTECTED_EDIT_WINDOW = "Edit Window", "Protected Edit Window"
"""The blocks by which a young official post may be altered: while nobody has voted on it, or whatever the votes."""


@rule("BN-031", "BN-205", "BN-213", "BN-254")
def official_kinds(categories: tuple[str, ...]) -> list[Kind]:
    """The official sorts among a post's categories; spelling versions are the same."""
    spelt = {plain_spelling(category) for category in categories}
    return [kind for kind in OFFICIAL if plain_spelling(kind) in spelt]


def categories_of(category: object) -> tuple[str, ...]:
    """A post's categories: one, several joined by ``+``, or a list."""
    parts = category if isinstance(category, list) else str(category or "").split("+")
    return tuple(part.strip() for part in parts if part.strip())


@rule("BN-047", "BN-055", "BN-190", "BN-199", "BN-212", "BN-213")
def take_post(moment: Moment, said: Observation, readings: Mapping[str, Any]) -> None:
    """Take a post in: what sort it is, whether its author may make it now, and what it sets going."""
    state, slug = moment.state, said.text("slug")
    if slug in state.posts:
        _take_again(moment, state.posts[slug], said)
        return
    author = state.key_of(said.text("author"), said.text("member_id"))
    categories = categories_of(said.payload.get("category"))
    post = Post(
        slug, said.id, said.text("title"), author, said.text("author"), moment.when, moment.when, categories, Kind.PLAIN,
        said.text("url"), str(readings["text"]), plain_text(said.text("flavour")),
    )  # fmt: skip
    post.filed = tuple(map(str, said.payload.get("filed") or ()))
    state.first_look = min(filter(None, (state.first_look, said.seen_at)), default=None)
    post.seen_at, post.html, post.did = said.seen_at, said.text("body"), said.payload.get(DID) or {}
    state.enter(post)
    post.was_of_new_player = _is_new_player(moment, author)
    _hear(moment, post)
    _classify(moment, post)
    state.relist(post)


def _take_again(moment: Moment, post: Post, said: Observation) -> None:
    """A second sight of a slug: another post under the same name, or the same one with a changed date (BN-103)."""
    state = moment.state
    if said.id != post.observation:
        text = f"two posts bear the slug {post.slug}; the first one counts"
        state.note("DUPLICATE_SLUG", "BN-212", text, post.observation, said.id, at=moment.when, subject=post.slug)
    elif said.happened_at != post.posted_at:
        was, now = (
            (said.happened_at, post.posted_at) if _was_seen_before(said, post) else (post.posted_at, said.happened_at)
        )
        text = f"the entry date of {post.title} was {was:%Y-%m-%d %H:%M:%S} when first seen and is {now:%Y-%m-%d %H:%M:%S} elsewhere"
        state.note("ENTRY_DATE_CHANGED", "BN-103", text, said.id, at=moment.when, subject=post.slug, is_note=True)
        _date_again(post, was)
    if said.id == post.observation and (said.text("title") != post.title or said.text("body") != post.html):
        take_post_edit(moment, post, said)


def _was_seen_before(said: Observation, post: Post) -> bool:
    """Whether this sight of a post is older than the one that we took it from, although its date is later."""
    return said.seen_at is not None and post.seen_at is not None and said.seen_at < post.seen_at


def _date_again(post: Post, posted_at: datetime) -> None:
    if post.opened_at == post.posted_at:
        post.opened_at = posted_at
    post.posted_at = posted_at


def _hear(moment: Moment, post: Post) -> None:
    """What the post's words may ask for or announce, and that its author was heard."""
    text = f"{post.title}\n{post.body}"
    _was_active(moment, post.author, post.observation)
    idle.hear_announcement(moment, post.author, text, is_post=True)
    if not official_kinds(post.categories):
        players.hear_post(moment, post, text)
        idle.hear(moment, post.author, post.slug, text, post.observation)
        victory.hear_passing(moment, post, text)


@rule("BN-021")
def _was_active(moment: Moment, key: str, row: str) -> None:
    person = moment.state.person(key)
    if person is not None and (person.last_activity is None or person.last_activity <= moment.when):
        person.last_activity, person.last_activity_id = moment.when, row


@rule("BN-206", "BN-213", "BN-214", "BN-215")
def _classify(moment: Moment, post: Post) -> None:
    """Give the post its sort and note why its author may not make it, if so."""
    kinds = official_kinds(post.categories)
    if len(kinds) > 1:
        chosen = _chosen_type(moment, post, kinds)
        text = f"{post.title} is in {' and '.join(kinds)}; an official post cannot be of two types"
        moment.state.note("TWO_TYPES", "BN-214", text, post.observation, at=moment.when, subject=post.slug)
        post.kind = chosen or kinds[0]
        post.refusals = [] if chosen else [("TWO_TYPES", "BN-214", text)]
        if not chosen:
            return
        kinds = [chosen]
    if kinds:
        post.kind = kinds[0]
        _admit(moment, post)


def _chosen_type(moment: Moment, post: Post, kinds: list[Kind]) -> Kind | None:
    answer = moment.answer(f"two-types:{post.slug}")
    return next((kind for kind in kinds if answer and same_spelling(answer, kind)), None)


def _admit(moment: Moment, post: Post) -> None:
    """Check whether the author may make this post now; a lawful one sets going what its sort sets going."""
    post.refusals = why_not_official(moment, post)
    for code, clause, text in post.refusals:
        sentence = f"{post.title or post.slug} is no {post.kind}: {text}"
        moment.state.note(code, clause, sentence, post.observation, at=moment.when, subject=post.slug)
    if post.refusals:
        return
    if post.kind is Kind.PROPOSAL:
        proposals.remember_made(moment, post.author)
    elif post.kind is Kind.ADDRESS:
        victory.ascend(moment, post)


@rule("BN-055", "BN-073", "BN-080", "BN-091", "BN-206", "BN-212")
def why_not_official(moment: Moment, post: Post) -> list[Refusal]:
    """Every reason why the author may not make this official post now; an empty subject makes any entry invalid."""
    found: list[Refusal] = []
    if not subject_of(post.title):
        found.append(("EMPTY_SUBJECT", "BN-206", "its subject is empty"))
    if post.kind is Kind.PROPOSAL and moment.answer(f"describes-changes:{post.slug}") == "no":
        found.append(("NO_CHANGES", "BN-056", "a person judged that it describes no changes"))
    if post.kind is Kind.PROPOSAL:
        return found + proposals.may_propose(moment, post)
    if post.kind is Kind.CALL:
        return found + calls.may_call(moment, post)
    if post.kind is Kind.DECLARATION:
        return found + victory.may_declare(moment, post)
    return found + (victory.may_ascend(moment, post) if post.kind is Kind.ADDRESS else [])


# --- comments --------------------------------------------------------------------------------------------------------


@rule("BN-032", "BN-053", "BN-190", "BN-207")
def take_comment(moment: Moment, post: Post, said: Observation, readings: Mapping[str, Any]) -> None:
    """Take a comment in: its icons, who wrote it as what, and what it says besides; a second sight of one is an edit."""
    if said.id in post.ballots:
        take_comment_edit(moment, post, said, readings)
        return
    state, found = moment.state, icons_in(readings["images"], moment.law, post.url)
    ballot = _new_ballot(state, said, found)
    author, name = ballot.author, ballot.name
    ballot.strays = strays_in(readings["images"], readings["text"], moment.law, post.url)
    _was_active(moment, author, said.id)
    _hear_comment(moment, post, ballot, str(readings["text"]))
    if post.resolution is not None and post.unfounded is None and not post.is_history:
        text = f"{name} commented on {post.title} after it was {post.state.lower()}"
        state.note("COMMENT_ON_RESOLVED", "BN-053", text, said.id, at=moment.when, subject=post.slug)
    post.ballots[said.id] = ballot
    _doubt_icons(moment, post, ballot, found, author)
    proposals.mark(moment, post, ballot, ballot.icons)


def take_void(moment: Moment, post: Post, said: Observation) -> None:
    """Keep a vote that people say counts for nothing, so that it is listed with why."""
    ballot = _new_ballot(moment.state, said, icons_in(images_in(said.text("body")), moment.law, post.url))
    post.void += [ballot] if ballot.icons else []


def _new_ballot(state: State, said: Observation, found: list[IconReading]) -> Ballot:
    """A comment as a ballot with the icons that were read in it, its author being what they are now."""
    author, icons = state.key_of(said.text("author"), said.text("member_id")), tuple([each.icon for each in found])
    ballot = Ballot(said.id, author, said.text("author"), said.happened_at, icons, url=said.text("url"))
    ballot.by_player = state.counts(author)
    ballot.by_emperor = ballot.by_player and author == state.emperor
    ballot.quoted = any(reading.is_quoted for reading in found)
    return ballot


def _hear_comment(moment: Moment, post: Post, ballot: Ballot, text: str) -> None:
    idle.hear_announcement(moment, ballot.author, text, is_post=False)
    if players.may_ask(moment.law, text):
        players.hear_comment(moment, ballot.author, ballot.name, text, ballot.id)
        if not idle.is_answer(moment, post, ballot.author):
            idle.hear(moment, ballot.author, ballot.id, text, ballot.id)
    if ballot.icons and post.kind.is_votable:
        idle.hear_vote(moment, ballot.author, text, ballot.id, post.slug)


def _doubt_icons(moment: Moment, post: Post, ballot: Ballot, found: list[IconReading], author: str) -> None:
    """Report what about the icons may mislead: quotations, alt texts that say another vote, an ambiguous name."""
    if not found or not post.kind.is_votable:
        return
    if ballot.quoted:
        text = f"{ballot.name}'s comment has a voting icon inside a quotation; it counts"
        moment.state.note("QUOTED_ICON", "BN-032", text, ballot.id, at=moment.when, subject=post.slug, is_note=True)
    for reading in found:
        if reading.contrary_alt:
            text = f"{ballot.name}'s icon is {reading.icon} by its file and {reading.contrary_alt!r} by its alt text; the file counts"
            moment.state.note(
                "ALT_TEXT_DIFFERS", "BN-208", text, ballot.id, at=moment.when, subject=post.slug, is_note=True
            )
    if author.startswith("?"):
        names = " or ".join(moment.state.name_of(key) for key in moment.state.find(ballot.name))
        text = f"{ballot.name} may be {names}; the vote is not counted until an alias says who"
        moment.state.note("AMBIGUOUS_NAME", "BN-039", text, ballot.id, at=moment.when, subject=post.slug)


@rule("BN-102")
def take_comment_edit(moment: Moment, post: Post, said: Observation, readings: Mapping[str, Any] | None) -> None:
    """A comment was edited (or, without readings, is gone): note it; which icons count, ``votes.icons_of`` says."""
    ballot = _ballot(post, said)
    if ballot is None:
        if readings is not None:
            take_comment(moment, post, said, readings)
        return
    found = icons_in(readings["images"], moment.law, post.url) if readings is not None else []
    ballot.newest = tuple(reading.icon for reading in found)
    if readings is not None:
        ballot.strays += strays_in(readings["images"], readings["text"], moment.law, post.url)
    ballot.edited_at, ballot.is_gone = moment.when, readings is None
    verb = "is gone" if readings is None else "was edited"
    before, after = (", ".join(icons) or "no icon" for icons in (ballot.icons, ballot.newest))
    text = f"{ballot.name}'s comment {verb}: first seen with {before}, now with {after}"
    moment.state.note("COMMENT_EDITED", "BN-102", text, ballot.id, at=moment.when, subject=post.slug, is_note=True)
    if moment.answer(f"comment-edit:{ballot.id}") == "newest":
        proposals.mark(moment, post, ballot, ballot.newest)


def _ballot(post: Post, said: Observation) -> Ballot | None:
    """The comment meant: by its id, else the author's last one on that post."""
    if said.id in post.ballots:
        return post.ballots[said.id]
    own = [ballot for ballot in post.ballots.values() if ballot.name == said.text("author")]
    return own[-1] if own else None


@rule("BN-212")
def homeless(moment: Moment) -> list[Finding]:
    """What was seen of posts that were not: comments and statuses that wait for their post, by its slug."""
    found = []
    for slug, records in moment.state.homeless.items():
        rows = tuple(dict.fromkeys(str(record["id"]) for record in records))
        text = f"{', '.join(rows)} are about a post {slug!r}, which was never seen or is void; they count for nothing while that is so"
        first = parse_instant(str(records[0].get("at") or records[0]["not_after"]))
        found.append(Finding("UNKNOWN_POST", "BN-212", text, rows, first, subject=slug))
    return found


# --- alterations -----------------------------------------------------------------------------------------------------


@rule("BN-004", "BN-216", "BN-217", "BN-218", "BN-219", "BN-221", "BN-222")
def take_post_edit(moment: Moment, post: Post, said: Observation) -> None:
    """An alteration of a post: taken over where the rules allow it then, else reported, the post staying as it was."""
    if "category" in said.payload and categories_of(said.payload["category"]) != post.categories:
        _change_category(moment, post, said)
    changes = {name: str(said.payload[name]) for name in ("title", "body") if name in said.payload}
    if changes and not (post.is_official and _is_unlawful_alteration(moment, post, said, changes)):
        post.title = changes.get("title", post.title)
        post.html = changes.get("body", post.html)
        post.did = (said.payload.get(DID) or {}) if "body" in changes else post.did
        post.body = plain_text(changes["body"]) if "body" in changes else post.body


def _is_unlawful_alteration(moment: Moment, post: Post, said: Observation, changes: Mapping[str, str]) -> bool:
    """Report an alteration that the rules forbid; one of which only an earlier instant would be lawful is left open."""
    early, late = (_why_not_alter(moment, post, said, when) for when in (said.possible_from, said.happened_at))
    why = early or late
    if why is None or moment.answer(f"typo-fix:{said.id}") == "yes":
        return False
    code, clause, reason = (
        why if early else ("EDIT_TIME_UNKNOWN", "BN-216", "between two looks, of which only the first is in the window")
    )
    text = f"{post.title} was altered by {said.text('by') or 'somebody'} {reason}: {_differences(post, changes)}"
    moment.state.note(code, clause, text, said.id, at=moment.when, subject=post.slug)
    by = said.text("by")
    if (
        code == "EDIT_WINDOW"
        and post.is_open
        and post.kind is Kind.PROPOSAL
        and (not by or moment.state.key_of(by) == post.author)
    ):
        post.late_edits[said.id] = text
    return early is not None


def _differences(post: Post, changes: Mapping[str, str]) -> str:
    """What was altered, word by word, at most an excerpt."""
    parts = []
    for name, new in changes.items():
        old, text = (post.title, new) if name == "title" else (post.body, plain_text(new))
        words = difflib.ndiff(old.split()[:EXCERPT], text.split()[:EXCERPT])
        parts += [word.replace(" ", "", 1) for word in words if word[0] in "+-"]
    return shortened(" ".join(parts))


def _why_not_alter(moment: Moment, post: Post, said: Observation, when: datetime) -> Refusal | None:
    """Why an official post may not be altered at an instant, or None."""
    by = moment.state.key_of(said.text("by")) if said.text("by") else post.author
    if by != post.author:
        actor = moment.state.person(by)
        if actor is not None and actor.admin and post.shown_status:
            return "NOTE_OUTSIDE_ADMIN_FIELD", "BN-218", "outside the admin field"
        return "EDIT_WINDOW", "BN-216", "who is not its author"
    if when - post.posted_at >= moment.law.span("edit_window_minutes"):
        return "EDIT_WINDOW", "BN-216", "after the edit window"
    in_force = moment.state.special_cases
    if moment.law.chooses("edit_window", "by block"):
        if in_force.get(PROTECTED_EDIT_WINDOW, False):
            return None
        if not in_force.get(EDIT_WINDOW, False):
            return "EDIT_WINDOW", "BN26-040", "though no block gives an edit window"
    if not _is_unanswered(post):
        return "EDIT_WINDOW", "BN-216", "after it was commented on"
    return None


@rule("BN-216", "BN26-040")
def _is_unanswered(post: Post) -> bool:
    """No player has commented, or it is votable and no comment holds a voting icon (anybody's)."""
    by_player = any(ballot.by_player for ballot in post.ballots.values())
    has_icon = any(ballot.icons for ballot in post.ballots.values())
    return not by_player or (post.kind.is_votable and not has_icon)


def _change_category(moment: Moment, post: Post, said: Observation) -> None:
    new = categories_of(said.payload["category"])
    was_official = bool(official_kinds(post.categories))
    if official_kinds(post.categories) == official_kinds(new):
        post.categories = new
        return
    why = _why_not_leave(moment, post, said) if was_official else _why_not_join(moment, post, said, new)
    if why is not None:
        code, clause, reason = why
        text = f"{post.title} went from {' + '.join(post.categories) or 'no category'} to {' + '.join(new) or 'no category'} {reason}"
        moment.state.note(code, clause, text, said.id, at=moment.when, subject=post.slug)
        return
    post.categories, post.kind, post.refusals = new, Kind.PLAIN, []
    post.adopted_by = moment.state.key_of(said.text("by")) if said.text("by") else post.author
    if not _may_repair(moment, post.adopted_by, new):
        post.opened_at = moment.when
    _classify(moment, post)
    moment.state.relist(post)


def _why_not_leave(moment: Moment, post: Post, said: Observation) -> Refusal | None:
    """Why an official post may not change category."""
    if post.kind.is_votable and post.state != PENDING:
        return "CATEGORY_WINDOW", "BN-219", f"although it is {post.state.lower()}"
    age, window = said.possible_from - post.posted_at, moment.law.span("category_window_minutes")
    if age > window:
        return "CATEGORY_WINDOW", "BN-217", "after the category window"
    return _why_not_alter(moment, post, said, said.possible_from)


def _why_not_join(moment: Moment, post: Post, said: Observation, new: tuple[str, ...]) -> Refusal | None:
    """Why a plain post may not become official: its author may do it early and unanswered, an admin for a new player's proposal."""
    by = said.text("by")
    key = moment.state.key_of(by) if by else post.author
    age = said.possible_from - post.posted_at
    early = age < moment.law.span("category_window_minutes")
    if key == post.author and early and not post.ballots:
        return None
    if _may_repair(moment, key, new):
        in_time = age < moment.law.span("emperor_repair_hours")
        return None if in_time else ("CATEGORY_WINDOW", "BN26-042", "too late after it was posted")
    if key != post.author and official_kinds(new) == [Kind.PROPOSAL] and _may_be_adopted(moment, post, key):
        return _why_not_adopt(moment, post, said, key)
    if key != post.author:
        return "CATEGORY_WINDOW", "BN-221", "by somebody else than its author"
    return "CATEGORY_WINDOW", "BN-221", "after it was commented on" if early else "after the category window"


@rule("BN26-042")
def _may_repair(moment: Moment, key: str, new: tuple[str, ...]) -> bool:
    """Whether it is the emperor who makes a misfiled post a proposal, as they may since 2023."""
    is_emperor = bool(key) and key == moment.state.emperor
    return is_emperor and official_kinds(new) == [Kind.PROPOSAL] and moment.law.chooses("emperor_repairs", "yes")


def _may_be_adopted(moment: Moment, post: Post, by: str) -> bool:
    """Whether the exception for new players is what is meant: an admin acts, or a new player's post is concerned."""
    actor = moment.state.person(by)
    is_admin = actor is not None and actor.admin and actor.is_on_roster
    return is_admin or _is_new_player(moment, post.author)


@rule("BN-222")
def _why_not_adopt(moment: Moment, post: Post, said: Observation, by: str) -> Refusal | None:
    """Why an admin may not make a new player's plain post a proposal."""
    actor = moment.state.person(by)
    if actor is None or not (actor.admin and actor.is_on_roster):
        return "NOT_AN_ADMIN", "BN-222", "by somebody who is no admin"
    if post.categories:
        return "CATEGORY_WINDOW", "BN-222", "although it had a category"
    if said.possible_from - post.posted_at >= moment.law.span("new_player_post_hours"):
        return "CATEGORY_WINDOW", "BN-222", "too late after it was posted"
    if not _is_new_player(moment, post.author):
        return "NOT_A_NEW_PLAYER", "BN-222", f"although {post.author_name} is no new player"
    if moment.answer(f"proposal-wording:{post.slug}") == "no":
        return "CATEGORY_WINDOW", "BN-222", "although it does not follow the wording of a proposal"
    return None


@rule("BN-222")
def _is_new_player(moment: Moment, key: str) -> bool:
    """A player for fewer than seven days, or back for at most seven after at least three calendar months of idleness."""
    person = moment.state.person(key)
    if person is None or not person.counts:
        return False
    window = moment.law.span("new_player_hours")
    if person.joined_at is not None and moment.when - person.joined_at < window:
        return True
    if person.unidled_at is None or person.idle_before is None or moment.when - person.unidled_at > window:
        return False
    return _months_later(person.idle_before, moment.law.number("new_player_idle_months")) <= person.unidled_at


def _months_later(start: datetime, months: int) -> datetime:
    """The same day number some calendar months later, or that month's last day."""
    year, month = divmod(start.year * MONTHS + start.month - 1 + months, MONTHS)
    day = min(start.day, calendar.monthrange(year, month + 1)[1])
    return start.replace(year=year, month=month + 1, day=day)


@rule("BN-215")
def take_post_gone(moment: Moment, post: Post, row: str) -> None:
    """An official post that was seen before is gone: reported, its last state stands."""
    post.is_gone = True
    if post.kind is not Kind.PLAIN:
        text = f"{post.title} is gone from the blog; its last state stands"
        moment.state.note("OFFICIAL_POST_REMOVED", "BN-215", text, row, at=moment.when, subject=post.slug)


# --- questions -------------------------------------------------------------------------------------------------------


@rule("BN-056", "BN-102", "BN-214", "BN-215", "BN-222")
def questions(moment: Moment) -> list[Question]:
    """What people must decide about open posts: edited votes, two types, missing instructions, removed posts."""
    found = []
    for post in moment.state.posts.values():
        if post.state == PENDING:
            found += [question for question in _about(moment, post) if moment.answer(question.id) is None]
    return found


def _about(moment: Moment, post: Post) -> list[Question]:
    votes = (_edited(post, ballot) for ballot in post.ballots.values())
    found = [question for question in votes if question is not None]
    found += [
        Question(f"typo-fix:{row}", f"Is this only a typing fix? {text}", "BN-004", YES_NO, post.posted_at, (), (row,))
        for row, text in post.late_edits.items()
    ]
    return found + _about_its_sort(post) + _about_its_text(moment, post)


def _about_its_sort(post: Post) -> list[Question]:
    found, evidence = [], (post.observation,)
    kinds = official_kinds(post.categories)
    if len(kinds) > 1:
        text, answers = f"{post.title} is in two official categories: which one is it?", (*kinds, "neither")
        found.append(Question(f"two-types:{post.slug}", text, "BN-214", answers, post.opened_at, (), evidence))
    if post.is_gone and post.kind is not Kind.PLAIN:
        text = f"{post.title} is gone from the blog: was that lawful?"
        found.append(Question(f"post-removed:{post.slug}", text, "BN-215", YES_NO, post.posted_at, (), evidence))
    return found


def _about_its_text(moment: Moment, post: Post) -> list[Question]:
    found, needs, evidence = [], (shortened(post.body),), (post.observation,)
    if post.is_open and post.kind is Kind.PROPOSAL and not describes_changes(post.body, moment.law):
        id, text = f"describes-changes:{post.slug}", f"Does {post.title} describe changes to the ruleset or gamestate?"
        found.append(Question(id, text, "BN-056", YES_NO, post.posted_at, needs, evidence))
    if post.kind is Kind.PROPOSAL and post.adopted_by not in ("", post.author):
        id, text = (
            f"proposal-wording:{post.slug}",
            f"Did {post.title} follow a proposal's wording before it was made one?",
        )
        found.append(Question(id, text, "BN-222", YES_NO, post.opened_at, needs, evidence))
    return found


def _edited(post: Post, ballot: Ballot) -> Question | None:
    if ballot.newest is None or ballot.newest == ballot.icons:
        return None
    before, after = (", ".join(icons) or "no icon" for icons in (ballot.icons, ballot.newest or ()))
    text = f"{ballot.name}'s comment on {post.title} was first seen with {before} and now has {after}: which counts?"
    return Question(
        f"comment-edit:{ballot.id}",
        text,
        "BN-102",
        ("first", "newest"),
        ballot.edited_at or ballot.at,
        (),
        (ballot.id,),
    )
