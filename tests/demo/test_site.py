"""The demo's blog on loopback."""

import struct
from collections.abc import Iterator

import pytest
import requests

from tests.contracts.blog_world import ScriptedSite, at
from tracker.demo.pictures import DRAWINGS, gif, icon
from tracker.demo.story import ICONS


@pytest.fixture
def site() -> Iterator[ScriptedSite]:
    with ScriptedSite() as site:
        site.tell("roster", 0, players=[{"name": "Quill & Sons", "member_id": "1", "admin": True}])
        post = {"author": "Quill & Sons", "title": "<b>Dry</b>", "category": "Proposal", "body": "<p>x</p>"}
        site.tell("post", 1, slug="dry", **post)
        site.tell("comment", 2, post="dry", author="Quill & Sons", body="{FOR}", id="1")
        site.now = at(3)
        yield site


def get(site: ScriptedSite, path: str, **headers: str) -> requests.Response:
    return requests.get(f"{site.url}{path}", headers=headers, timeout=10)


@pytest.mark.parametrize("path", ["/", "/archive/dry", "/archive/dry/", "/2026/03/", "/feed", "/images/vote/for.gif"])
def test_every_kind_of_page_is_served(site: ScriptedSite, path: str) -> None:
    answer = get(site, path)
    assert answer.status_code == 200
    assert int(answer.headers["Content-Length"]) == len(answer.content) > 0


@pytest.mark.parametrize("path", ["/images/vote/nothing.gif", "/nowhere", "/images/../site.py"])
def test_anything_else_is_not_found(site: ScriptedSite, path: str) -> None:
    assert get(site, path).status_code == 404


def test_pages_follow_the_clock(site: ScriptedSite) -> None:
    assert "Comments (1)" in get(site, "/archive/dry").text
    site.now = at(1.5)
    assert "Comments (0)" in get(site, "/archive/dry").text
    site.now = at(0.5)
    assert "/archive/dry" not in get(site, "/").text


def test_unknown_name_is_answered_with_the_newest_entry(site: ScriptedSite) -> None:
    assert get(site, "/archive/no_such_post").text == get(site, "/archive/dry").text


def test_names_and_titles_are_escaped(site: ScriptedSite) -> None:
    text = get(site, "/archive/dry").text
    assert "Quill &amp; Sons*" in text
    assert "&lt;b&gt;Dry&lt;/b&gt;" in text


def test_feed_hides_resolutions_and_comments_behind_304(site: ScriptedSite) -> None:
    site.tell("post", 1.2, slug="wet", author="Quill & Sons", title="Wet", category="Proposal", body="<p>y</p>")
    stamp = get(site, "/feed").headers["Last-Modified"]
    site.tell("comment", 2.5, post="dry", author="Quill & Sons", body="more", id="2")
    site.tell("post_status", 2.6, slug="dry", status="Failed", note="Self-killed.")
    assert get(site, "/feed", **{"If-Modified-Since": stamp}).status_code == 304
    site.tell("post_edited", 2.7, slug="wet", title="Wetter")
    assert get(site, "/feed", **{"If-Modified-Since": stamp}).status_code == 200


def test_only_loopback_is_served(site: ScriptedSite) -> None:
    assert site.url.startswith("http://127.0.0.1:")


def test_there_is_a_picture_for_every_vote() -> None:
    assert set(DRAWINGS) == set(ICONS.values())


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_pictures_are_gif_files(name: str) -> None:
    content = icon(name)
    assert content.startswith(b"GIF87a")
    assert content.endswith(b"\0;")
    assert struct.unpack("<HH", content[6:10]) == (12, 12)
    assert len(content) < 300


def dots(content: bytes) -> list[int]:
    """The dots of one of our pictures, unpacked as any viewer does (LZW with a table that a clear code empties)."""
    start = content.index(b",") + 10
    assert content[start] == 2
    data, place = b"", start + 1
    while content[place]:
        data += content[place + 1 : place + 1 + content[place]]
        place += 1 + content[place]
    bits = int.from_bytes(data, "little")
    found: list[int] = []
    while (code := bits & 7) != 5:
        bits >>= 3
        found += [] if code == 4 else [code]
    return found


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_pictures_show_what_was_drawn(name: str) -> None:
    drawn = "".join(DRAWINGS[name].split())
    assert "".join(".#"[dot] for dot in dots(icon(name))) == drawn


def test_long_pictures_are_cut_into_blocks() -> None:
    rows = [[0, 1] * 40] * 40
    assert dots(gif(rows, (b"\xff\xff\xff", b"\0\0\0"))) == [0, 1] * 1600
