"""The contract's WordPress: a scripted blog as WordPress shows it, by REST, on pages and in feeds."""

import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.contracts.blog_world import ScriptedSite
from tracker.demo.site import Answer
from tracker.demo.story import BlogComment, BlogPost, BlogState

COMMENTS_A_PAGE = 50
VOTABLE = {"Proposal", "Call for Judgement", "Declaration of Victory"}


class WordPressSite(ScriptedSite):
    """The scripted blog as a WordPress with a block theme; ``is_rest_open`` opens its REST interface."""

    is_rest_open = True

    def rendered(self, address: str, headers: Mapping[str, str]) -> Answer:
        parts = [part for part in urlsplit(address).path.split("/") if part]
        query = {name: values[-1] for name, values in parse_qs(urlsplit(address).query).items()}
        match parts:
            case ["wp-json", "wp", "v2", collection]:
                return self._rest(collection, query) if self.is_rest_open else Answer(404, b"{}", "application/json")
            case ["feed"]:
                return self._feed(headers)
            case ["comments", "feed"]:
                return self._comments_feed(headers)
            case ["players"]:
                return page(self.state(), "players", players(self.state()))
            case [year, month, *rest] if year.isdecimal():
                return self._month(int(year), int(month), int(rest[-1]) if rest else 1)
            case [slug, *rest]:
                return self._post(slug, rest)
        return page(self.state(), "home blog", "")

    # REST

    def _rest(self, collection: str, query: Mapping[str, str]) -> Answer:
        things = self._posts(query) if collection == "posts" else self._comments(query)
        size, number = int(query["per_page"]), int(query["page"])
        shown = things[(number - 1) * size : number * size]
        total = {"X-WP-Total": str(len(things)), "X-WP-TotalPages": str(-(-len(things) // size))}
        return Answer(200, json.dumps(shown).encode(), "application/json; charset=UTF-8", total)

    def _posts(self, query: Mapping[str, str]) -> list[dict[str, Any]]:
        posts: Iterable[BlogPost] = self.state().newest_first()
        if "slug" in query:
            posts = [post for post in posts if post.slug in query["slug"].split(",")]
        if "after" in query:
            after, before = (datetime.fromisoformat(query[name]).replace(tzinfo=UTC) for name in ("after", "before"))
            posts = sorted((post for post in posts if after < post.posted_at < before), key=lambda post: post.posted_at)
        return [self._rest_post(post) for post in posts]

    def _rest_post(self, post: BlogPost) -> dict[str, Any]:
        author = self.state().members[post.author]
        return {
            "id": post_number(post),
            "slug": post.slug,
            "link": f"{self.url}/{post.slug}/",
            "title": {"rendered": escape(post.title)},
            "content": {"rendered": content(post)},
            "date_gmt": f"{post.posted_at:%Y-%m-%dT%H:%M:%S}",
            "modified_gmt": f"{post.edited_at:%Y-%m-%dT%H:%M:%S}",
            "author": int(author.member_id),
            "_embedded": {"author": [{"name": post.author}], "wp:term": [[{"slug": slug} for slug in terms(post)]]},
        }

    def _comments(self, query: Mapping[str, str]) -> list[dict[str, Any]]:
        state = self.state()
        wanted = query["post"].split(",")
        found = [
            {
                "id": int(comment.id),
                "post": post_number(post),
                "author": int(state.members[comment.author].member_id),
                "author_name": escape(comment.author),
                "date_gmt": f"{comment.posted_at:%Y-%m-%dT%H:%M:%S}",
                "content": {"rendered": f"{comment.body}\n"},
                "link": f"{self.url}/{post.slug}/#comment-{comment.id}",
            }
            for post in state.posts.values()
            if str(post_number(post)) in wanted
            for comment in post.comments
        ]
        return sorted(found, key=lambda comment: int(str(comment["id"])))

    # pages

    def _post(self, slug: str, rest: Sequence[str]) -> Answer:
        state = self.state()
        post = state.posts.get(slug)
        if post is None:
            return page(state, "error404", "<h1>Oops!</h1>", status=404)
        pages = max(1, -(-len(post.comments) // COMMENTS_A_PAGE))
        number = int(rest[0].removeprefix("comment-page-")) if rest else pages
        shown = post.comments[(number - 1) * COMMENTS_A_PAGE : number * COMMENTS_A_PAGE]
        canonical = f"{self.url}/{slug}/{f'comment-page-{number}/#comments' if rest else ''}"
        older = f'<a href="{self.url}/{slug}/comment-page-{number - 1}/#comments">Older</a>' if number > 1 else ""
        text = f"""<h1 class="wp-block-post-title">{escape(post.title)}</h1>
<div class="entry-content wp-block-post-content">{content(post)}</div>
<div class="wp-block-post-date"><time datetime="{post.posted_at.isoformat()}">{post.posted_at:%x}</time></div>
<div class="taxonomy-category wp-block-post-terms">{" ".join(f'<a href="/category/{slug}/" rel="tag">{slug}</a>' for slug in terms(post))}</div>
<div class="wp-block-post-author"><p class="wp-block-post-author__name">{escape(post.author)}</p></div>
<h3 id="comments" class="wp-block-comments-title">{responses(post)}</h3>
<ol class="wp-block-comment-template">{"".join(self._item(comment, slug, number) for comment in shown)}</ol>
{older}"""
        return page(
            state, f"single single-post postid-{post_number(post)}", text, f'<link rel="canonical" href="{canonical}">'
        )

    def _item(self, comment: BlogComment, slug: str, number: int) -> str:
        link = f"{self.url}/{slug}/comment-page-{number}/#comment-{comment.id}"
        body = comment.body.replace("<img ", '<img decoding="async" ')
        return f"""<li id="comment-{comment.id}" class="comment byuser depth-1"><div>
<div class="wp-block-comment-author-name">{escape(comment.author)}</div>
<div class="wp-block-comment-date"><time datetime="{comment.posted_at.isoformat()}"><a href="{link}">then</a></time></div>
<div class="wp-block-comment-content">{body}</div></div></li>"""

    def _month(self, year: int, month: int, number: int) -> Answer:
        state = self.state()
        posts = [post for post in state.newest_first() if (post.posted_at.year, post.posted_at.month) == (year, month)]
        shown = posts[(number - 1) * 10 : number * 10]
        if not shown:
            return page(state, "error404", "<h1>Oops!</h1>", status=404)
        items = "".join(
            f'<h2 class="wp-block-post-title"><a href="{self.url}/{post.slug}/">{escape(post.title)}</a></h2>'
            for post in shown
        )
        more = f'<a href="/{year}/{month:02}/page/{number + 1}/">Next</a>' if len(posts) > number * 10 else ""
        return page(state, "archive date", items + more)

    # feeds

    def _feed(self, headers: Mapping[str, str]) -> Answer:
        posts = self.state().newest_first()[:10]
        modified = max((post.edited_at for post in posts), default=self.now)
        return feed(headers, modified, [self._feed_post(post) for post in posts])

    def _feed_post(self, post: BlogPost) -> str:
        return f"""<item><title>{escape(post.title)}</title><link>{self.url}/{post.slug}/</link>
<pubDate>{format_datetime(post.posted_at)}</pubDate><description>{escape(content(post))}</description>
<slash:comments>{len(post.comments)}</slash:comments></item>"""

    def _comments_feed(self, headers: Mapping[str, str]) -> Answer:
        posts = self.state().posts.values()
        newest = sorted(((c.posted_at, int(c.id), c, post) for post in posts for c in post.comments), reverse=True)[:10]
        modified = max((instant for instant, *_ in newest), default=self.now - timedelta(days=1))
        return feed(headers, modified, [self._feed_comment(comment, post) for _, _, comment, post in newest])

    def _feed_comment(self, comment: BlogComment, post: BlogPost) -> str:
        return f"""<item><title>By {escape(comment.author)}</title>
<link>{self.url}/{post.slug}/comment-page-1/#comment-{comment.id}</link>
<pubDate>{format_datetime(comment.posted_at)}</pubDate><description>{escape(comment.body)}</description></item>"""


def page(state: BlogState, kind: str, text: str, head: str = "", status: int = 200) -> Answer:
    html = f"""<!DOCTYPE html><html><head><meta charset="UTF-8"><title>{state.title}</title>{head}</head>
<body class="{kind}"><main>{text}</main></body></html>"""
    return Answer(status, html.encode())


def players(state: BlogState) -> str:
    lines = "".join(f"<li>{escape(player.name)}{'*' if player.is_admin else ''}</li>" for player in state.active)
    return f'<ul class="players">{lines}</ul>'


def responses(post: BlogPost) -> str:
    count = len(post.comments)
    return f"{'One response' if count == 1 else f'{count} responses'} to it" if count else ""


def content(post: BlogPost) -> str:
    flavour = f'<div class="flavour">{post.flavour}</div>' if post.flavour else ""
    note = f'<div class="admin-note"><p>{escape(post.note)}</p></div>' if post.note else ""
    return f"{post.body}\n{flavour}{note}"


def terms(post: BlogPost) -> list[str]:
    named = [post.category, post.status if post.category in VOTABLE and post.status != "open" else ""]
    return [re.sub(r"\W+", "-", name.lower()) for name in named if name]


def post_number(post: BlogPost) -> int:
    return zlib.crc32(post.slug.encode()) % 1_000_000


def feed(headers: Mapping[str, str], modified: datetime, items: Sequence[str]) -> Answer:
    """A feed as WordPress gives it: unchanged while nothing newer is in it, whatever was edited."""
    since = headers.get("if-modified-since")
    if since is not None and parsedate_to_datetime(since) >= modified.replace(microsecond=0):
        return Answer(304, b"")
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel><title>Breakwater</title>
{"".join(items)}</channel></rss>"""
    stamp = {"Last-Modified": format_datetime(modified, usegmt=True)}
    return Answer(200, text.encode(), "application/rss+xml; charset=UTF-8", stamp)
