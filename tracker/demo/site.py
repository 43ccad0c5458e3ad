"""An ExpressionEngine-shaped blog on loopback: a story's posts as pages, month archives, feed and sidebar."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

from tracker.demo.pictures import DRAWINGS, icon
from tracker.demo.story import BlogComment, BlogPost, BlogState, Player, Story

LOOPBACK = "127.0.0.1"
COMMENTS_A_PAGE = 100
POSTS_IN_FEED = 10
POSTS_ON_FRONT_PAGE = 15
EMPEROR_XPATH = '//*[@id="emperor"]//a'
"""Where the sidebar names the emperor."""

FEED_PATH = "/feed"
VOTABLE = frozenset({"Proposal", "Call for Judgement", "Declaration of Victory"})
_PREFIXES: Mapping[str, str] = {"Call for Judgement": "Call for Judgment"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site answers: status, body, content type and further headers."""

    status: int
    body: bytes
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


class _Server(ThreadingHTTPServer):
    """A server to which a client that hangs up is no error worth a word."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of broken connections."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class DemoSite:
    """Serves a story as of the instant ``now``, which may be moved; a context manager that runs a thread."""

    def __init__(self, story: Story, now: datetime) -> None:
        self.story = story
        self.now = now
        self._server = _Server((LOOPBACK, 0), _handler(self))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """The site's address, without a final slash."""
        return f"http://{LOOPBACK}:{self._server.server_port}"

    def __enter__(self) -> Self:
        """Start serving."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, address: str, headers: Mapping[str, str]) -> Answer:
        """What to answer to a path, given the request's headers (names in lower case)."""
        state = self.story.as_of(self.now)
        parts = [unquote(part) for part in urlsplit(address).path.split("/") if part]
        match parts:
            case []:
                return _page(state, self.url, "Front page", _listing(state.newest_first()[:POSTS_ON_FRONT_PAGE], state))
            case ["feed"]:
                return _feed(state, self.url, headers)
            case ["images", "vote", name] if name.removesuffix(".gif") in DRAWINGS:
                return Answer(200, icon(name.removesuffix(".gif")), "image/gif")
            case ["archive", slug, *page]:
                return _post_page(state, self.url, slug, page)
            case [year, month] if year.isdecimal() and month.isdecimal():
                return _month(state, self.url, int(year), int(month))
        return Answer(404, b"<html><body><h1>Not found</h1></body></html>")


def _handler(site: DemoSite) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Without this a small answer waits for the client's acknowledgement of its headers.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            answer = site.answer(self.path, {name.lower(): value for name, value in self.headers.items()})
            self.send_response(answer.status)
            for name, value in {"Content-Type": answer.content_type, **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet: the demo prints its own lines."""

    return Handler


# --- pages


def _page(state: BlogState, url: str, title: str, content: str, head: str = "", status: int = 200) -> Answer:
    text = f"""<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>{escape(state.title)}: {escape(title)}</title>
{head}
</head>
<body>
<div id="header"><h1><a href="{url}/">{escape(state.title)}</a></h1></div>
<div id="main2">
{content}
</div>
<div id="sidebar2">
{_sidebar(state)}
</div>
</body>
</html>
"""
    return Answer(status, text.encode())


def _sidebar(state: BlogState) -> str:
    players = state.active
    names = "\n".join(_sidebar_line(player) for player in players)
    emperors = [player for player in state.players.values() if player.is_emperor]
    quorum = len(players) // 2 + 1
    return f"""<div id="emperor"><h2>At the helm</h2>{"".join(f"<p>{_member_link(player)}</p>" for player in emperors)}</div>
<h2>Players</h2>
<div id="PlayerList">
{names}
</div>
<p>There are {len(players)} players, and quorum is {quorum}.</p>"""


def _sidebar_line(player: Player) -> str:
    return f'<a href="/member/{player.member_id}">{escape(player.name)}{"*" if player.is_admin else ""}</a><br>'


def _member_link(player: Player) -> str:
    return f'<a href="/member/{player.member_id}">{escape(player.name)}</a>'


def _post_page(state: BlogState, url: str, slug: str, page: Sequence[str]) -> Answer:
    # The engine answers an unknown name with the newest entry, and status 200.
    post = state.posts.get(slug) or next(iter(state.newest_first()), None)
    if post is None:
        return _page(state, url, "Nothing yet", "")
    first = int(page[0][1:]) if page and page[0][1:].isdecimal() else 0
    shown = post.comments[first : first + COMMENTS_A_PAGE]
    comments = "\n".join(_comment(comment, state) for comment in shown)
    content = f"""{_day(post.posted_at)}
{_block(post, state)}
<a name="comments"></a>
<h2>Comments</h2>
{comments}
{_paging(post)}
<p class="notice">You must be logged in as a player to post comments.</p>"""
    return _page(state, url, post.title, content, f'<link rel="canonical" href="{url}/archive/{post.slug}">')


def _paging(post: BlogPost) -> str:
    starts = range(COMMENTS_A_PAGE, len(post.comments), COMMENTS_A_PAGE)
    links = " ".join(f'<a href="/archive/{post.slug}/P{start}">{start // COMMENTS_A_PAGE + 1}</a>' for start in starts)
    return f'<p class="pagination">Further pages: {links}</p>' if links else ""


def _month(state: BlogState, url: str, year: int, number: int) -> Answer:
    posts = [post for post in state.newest_first() if (post.posted_at.year, post.posted_at.month) == (year, number)]
    return _page(state, url, f"{year}/{number:02}", _listing(posts, state))


def _listing(posts: Sequence[BlogPost], state: BlogState) -> str:
    parts: list[str] = []
    day = ""
    for post in posts:
        heading = _day(post.posted_at)
        parts += [heading] * (heading != day) + [_block(post, state)]
        day = heading
    return "\n".join(parts)


def _day(instant: datetime) -> str:
    return f'<h2 class="date">{instant:%A, %B} {instant.day}, {instant.year}</h2>'


def _block(post: BlogPost, state: BlogState) -> str:
    sort = post.category.lower().replace(" ", "-")
    words = " ".join(["post-title", *([sort] if sort else []), *([post.status] if post.category in VOTABLE else [])])
    author = state.members[post.author]
    flavour = f'<div class="flavour">{post.flavour}</div>' if post.flavour else ""
    return f"""<div class="post {sort}"><div class="{sort or "plain"}">
<h3 class="{words}"><a href="/archive/{post.slug}">{escape(_title(post))}</a></h3>
<div class="post-body">{post.body}</div>
{flavour}
{_note(post)}
<p class="post-footer"><em>posted by {_member_link(author)} at {post.posted_at:%H:%M:%S}  UTC</em>
<a href="/archive/{post.slug}#comments" title="Comments">Comments ({len(post.comments)})</a></p>
</div></div>"""


def _title(post: BlogPost) -> str:
    prefix = _PREFIXES.get(post.category, post.category)
    return post.title if not prefix or post.title.startswith(f"{prefix}:") else f"{prefix}: {post.title}"


def _note(post: BlogPost) -> str:
    if post.resolved_at is None or post.status == "open":
        return ""
    note = escape(post.note).replace("\n", "<br>")
    return f"""<div class="adminned"><div><p>{note}</p>
<p>Adminned at {post.resolved_at:%d %b %Y %H:%M:%S} UTC</p></div></div>"""


def _comment(comment: BlogComment, state: BlogState) -> str:
    author = state.members[comment.author]
    badge = f": <span>{escape(author.badge)}</span>" if author.badge else ""
    return f"""<div class="comment">
<h3>{_member_link(author)}{badge}</h3>
<div class="commentbody">{comment.body}</div>
<p class="comment-footer">{comment.posted_at:%d-%m-%Y %H:%M:%S} UTC</p>
</div>"""


# --- the feed


def _feed(state: BlogState, url: str, headers: Mapping[str, str]) -> Answer:
    """RSS as the engine gives it: Last-Modified knows only entries that are still open, and nothing of comments."""
    edited = [post.edited_at for post in state.posts.values() if post.status == "open"]
    modified = max(edited, default=datetime(2000, 1, 1, tzinfo=UTC)).replace(microsecond=0)
    since = headers.get("if-modified-since")
    if since is not None and parsedate_to_datetime(since) >= modified:
        return Answer(304, b"")
    items = "\n".join(_item(post, url) for post in state.newest_first()[:POSTS_IN_FEED])
    text = f"""<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>{escape(state.title)}</title><link>{url}/</link><description></description>
{items}
</channel>
</rss>
"""
    stamp = {"Last-Modified": format_datetime(modified, usegmt=True)}
    return Answer(200, text.encode(), "text/xml; charset=utf-8", stamp)


def _item(post: BlogPost, url: str) -> str:
    link = f"{url}/archive/{post.slug}"
    return f"""<item><title>{escape(_title(post))}</title><link>{link}</link><guid>{link}#When:{post.posted_at:%H:%M:%S}Z</guid>
<dc:creator>{escape(post.author)}</dc:creator><dc:subject>{escape(post.category)},</dc:subject>
<description>{escape(post.body)}</description>
<pubDate>{format_datetime(post.posted_at, usegmt=True)}</pubDate></item>"""
