"""A story: what happens on a made-up blog and when, and how the blog stands at any instant of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tracker.core.instants import parse_instant
from tracker.errors import InputError

FORTNIGHT = Path(__file__).with_name("fortnight.toml")
"""The demo's own story."""

ICONS: Mapping[str, str] = {"FOR": "for", "AGAINST": "against", "DEFERENTIAL": "imperial", "VETO": "seal"}
"""Word in a story's text, in braces -> picture file, without its ending."""

_ICON = re.compile(r"\{(FOR|AGAINST|DEFERENTIAL|VETO)\}")


@dataclass(slots=True)
class Player:
    """A line of the sidebar, and the badge that comments show after the name."""

    name: str
    member_id: str
    is_admin: bool = False
    is_emperor: bool = False
    is_idle: bool = False
    badge: str = ""


@dataclass(slots=True)
class BlogComment:
    """A comment as it stands."""

    id: str
    author: str
    posted_at: datetime
    body: str


@dataclass(slots=True)
class BlogPost:
    """A post as it stands; ``edited_at`` is the last change of anything but its comments."""

    slug: str
    category: str
    title: str
    author: str
    posted_at: datetime
    body: str
    flavour: str = ""
    status: str = "open"
    note: str = ""
    resolved_at: datetime | None = None
    edited_at: datetime = datetime(1, 1, 1, tzinfo=UTC)
    comments: list[BlogComment] = field(default_factory=list)


@dataclass(slots=True)
class BlogState:
    """The whole blog at an instant; posts are newest first, members stay known after they left the sidebar."""

    title: str
    now: datetime
    posts: dict[str, BlogPost] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    members: dict[str, Player] = field(default_factory=dict)

    def newest_first(self) -> list[BlogPost]:
        """The posts, newest first."""
        return sorted(self.posts.values(), key=lambda post: (post.posted_at, post.slug), reverse=True)

    @property
    def active(self) -> list[Player]:
        """The players who are in the sidebar, by name."""
        return sorted(
            (player for player in self.players.values() if not player.is_idle), key=lambda player: player.name
        )


@dataclass(frozen=True, slots=True)
class Story:
    """A made-up blog's events in order, its members' badges, and the instants at which the demo ticks."""

    title: str
    badges: Mapping[str, str]
    events: tuple[Mapping[str, Any], ...]
    ticks: tuple[datetime, ...]

    def as_of(self, instant: datetime) -> BlogState:
        """How the blog stands at an instant, what happens at it included."""
        state = BlogState(self.title, instant)
        for event in self.events:
            if event["at"] <= instant:
                _TELLERS[event["kind"]](state, event)
        for name, player in state.members.items():
            player.badge = self.badges.get(name, "")
        return state


def read_story(path: Path) -> Story:
    """Read a story file; raises InputError that names what is wrong in it."""
    try:
        stored = tomllib.loads(path.read_text(encoding="utf-8"))
        events = [_event(event) for event in stored["event"]]
        ticks = tuple(parse_instant(tick) for tick in stored.get("ticks", []))
        return story(stored["title"], events, ticks, stored.get("badges", {}))
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"no story: {error}", place=str(path), remedy="mend the file") from error


def story(
    title: str,
    events: Iterable[Mapping[str, Any]],
    ticks: Iterable[datetime] = (),
    badges: Mapping[str, str] | None = None,
) -> Story:
    """A story of events, whose instants are aware datetimes; raises ValueError for a kind that no story can have."""
    told = sorted(events, key=lambda event: event["at"])
    unknown = {event["kind"] for event in told} - set(_TELLERS)
    if unknown:
        raise ValueError(f"unknown kinds of events: {', '.join(sorted(unknown))}")
    return Story(title, badges or {}, tuple(told), tuple(ticks))


def with_icons(text: str) -> str:
    """A text with the voting icons that it names in braces as pictures."""
    return _ICON.sub(lambda found: f'<img src="/images/vote/{ICONS[found[1]]}.gif" alt="{ICONS[found[1]]}" />', text)


def _event(stored: Mapping[str, Any]) -> dict[str, Any]:
    texts = {name: with_icons(stored[name]) for name in ("body", "flavour") if name in stored}
    return {**stored, **texts, "at": parse_instant(stored["at"])}


def _roster(state: BlogState, event: Mapping[str, Any]) -> None:
    for number, entry in enumerate(event["players"], start=len(state.members) + 1):
        known = state.members.get(entry["name"])
        player = known or Player(entry["name"], str(entry.get("member_id", number)))
        player.is_admin, player.is_emperor = entry.get("admin", False), entry.get("emperor", False)
        player.is_idle = entry.get("status", "player") == "idle"
        state.players[player.name] = state.members[player.name] = player


def _roster_change(state: BlogState, event: Mapping[str, Any]) -> None:
    name, change = event["name"], event["change"]
    player = state.members.setdefault(name, Player(name, str(event.get("member_id", len(state.members) + 1))))
    if change == "leave":
        state.players.pop(name, None)
        return
    state.players.setdefault(name, player)
    player.is_idle = change == "idle" or (player.is_idle and change not in {"unidle", "join"})
    player.is_admin = change == "admin" or (player.is_admin and change != "deadmin")
    if change == "emperor":
        for other in state.players.values():
            other.is_emperor = other is player


def _member(state: BlogState, name: str) -> None:
    """Whoever writes is a member of the blog, player or not."""
    state.members.setdefault(name, Player(name, str(len(state.members) + 1)))


def _post(state: BlogState, event: Mapping[str, Any]) -> None:
    _member(state, event["author"])
    state.posts[event["slug"]] = BlogPost(
        slug=event["slug"],
        category=event.get("category", ""),
        title=event["title"],
        author=event["author"],
        posted_at=event["at"],
        body=event.get("body", ""),
        flavour=event.get("flavour", ""),
        edited_at=event["at"],
    )


def _post_edited(state: BlogState, event: Mapping[str, Any]) -> None:
    post = state.posts[event["slug"]]
    post.title = event.get("title", post.title)
    post.body = event.get("body", post.body)
    post.category = event.get("category", post.category)
    post.edited_at = event["at"]


def _post_gone(state: BlogState, event: Mapping[str, Any]) -> None:
    state.posts.pop(event["slug"])


def _post_status(state: BlogState, event: Mapping[str, Any]) -> None:
    post = state.posts[event["slug"]]
    post.status, post.note = event["status"], event.get("note", "")
    post.resolved_at = post.edited_at = event["at"]


def _comment(state: BlogState, event: Mapping[str, Any]) -> None:
    _member(state, event["author"])
    comments = state.posts[event["post"]].comments
    comments.append(BlogComment(event.get("id", f"c{len(comments)}"), event["author"], event["at"], event["body"]))


def _comment_edited(state: BlogState, event: Mapping[str, Any]) -> None:
    _found_comment(state, event).body = event["body"]


def _comment_gone(state: BlogState, event: Mapping[str, Any]) -> None:
    state.posts[event["post"]].comments.remove(_found_comment(state, event))


def _found_comment(state: BlogState, event: Mapping[str, Any]) -> BlogComment:
    comments = state.posts[event["post"]].comments
    return next(comment for comment in comments if comment.id == event["id"])


_TELLERS: Mapping[str, Callable[[BlogState, Mapping[str, Any]], None]] = {
    "roster": _roster,
    "roster_change": _roster_change,
    "post": _post,
    "post_edited": _post_edited,
    "post_gone": _post_gone,
    "post_status": _post_status,
    "comment": _comment,
    "comment_edited": _comment_edited,
    "comment_gone": _comment_gone,
}
