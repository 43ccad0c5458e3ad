"""Settled matters: what was resolved long ago leaves the live state, is stored singly, and comes back for a late row."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tracker.core.ports import SettledRecord
from tracker.mechanics import freezing
from tracker.mechanics.dice import dice_log

from .gndt import gndt_settling
from .ruleset import rule_history
from .state import PENDING, Post, State


def settle(state: State, as_of: datetime) -> list[SettledRecord]:
    """Take out of the live state every post resolved (or, where nothing is to be resolved, posted) long enough ago.

    Only as_of and the post decide, so that folding from a checkpoint settles exactly what folding from the start does (law 4).
    """
    law = state.law(as_of)
    limit = as_of - law.span("settle_after_hours")
    rest = [
        *rule_history.settle(state, limit),
        *dice_log.settle(state.dice, limit),
        *gndt_settling.settle(state.gndt, law),
    ]
    last_events = {post.slug: _last_event(post) for post in state.posts.values() if _is_done(post)}
    done = [state.posts.pop(slug) for slug, at in last_events.items() if at < limit]
    resolved = {month_of(post) for post in done if post.kind.is_votable and post.is_official and post.state != PENDING}
    state.settled_months = sorted(resolved.union(state.settled_months))
    _forget(state, limit)
    return [*rest, *(_record(post, last_events[post.slug]) for post in done)]


def _is_done(post: Post) -> bool:
    return not post.is_open


def _last_event(post: Post) -> datetime:
    """When the post was resolved, or posted; a later comment or edit keeps it live a little longer."""
    seen = [post.posted_at, *(ballot.at for ballot in post.ballots.values())]
    seen += [ballot.edited_at for ballot in post.ballots.values() if ballot.edited_at]
    seen += [finding.at for finding in post.findings if finding.at]
    return max([*seen, post.resolution.at] if post.resolution else seen)


def month_of(post: Post) -> str:
    """The month whose page keeps the post's evidence: that of its first resolution that holds, such as ``2019-10``."""
    when = post.resolutions[0].at if post.resolution else post.posted_at
    return f"{when:%Y-%m}"


def _forget(state: State, limit: datetime) -> None:
    """Drop requests and findings that are older than everything live; the log still holds what they came from."""
    state.asks = {
        id: ask
        for id, ask in state.asks.items()
        if ask.at >= limit or (ask.topic in _LASTING and ask.closed_at is None)
    }
    state.unannounced = [question for question in state.unannounced if question in state.asks]
    state.findings = [finding for finding in state.findings if finding.at is None or finding.at >= limit]
    state.dov_bars = {key: until for key, until in state.dov_bars.items() if until >= limit}
    for person in state.people.values():
        person.asked_idle = [(at, id) for at, id in person.asked_idle if at >= limit]
        person.asked_unidle = [(at, id) for at, id in person.asked_unidle if at >= limit]
    state.proposals_made = {
        key: kept for key, made in state.proposals_made.items() if (kept := [at for at in made if at >= limit])
    }
    state.page_revisions = {page: _since(known, limit) for page, known in state.page_revisions.items()}
    state.homeless = {slug: records for slug, records in state.homeless.items() if records}


def _since(revisions: list[tuple[datetime, int]], limit: datetime) -> list[tuple[datetime, int]]:
    """A page's revisions from a limit on, and the one that stood then."""
    earlier = sum(at < limit for at, _ in revisions)
    return revisions[max(earlier - 1, 0) :]


_LASTING = frozenset({"join", "leave", "password-handover", "resign-admin", "return"})


def _record(post: Post, last_event: datetime) -> SettledRecord:
    content = freezing.frozen(Post, post).decode()
    return SettledRecord(f"post:{post.slug}", month_of(post), last_event, content)


def thawed(record: Mapping[str, Any]) -> Post:
    """A settled post as it was."""
    post: Post = freezing.restored(Post, record)
    return post
