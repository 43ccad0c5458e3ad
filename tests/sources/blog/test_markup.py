"""HTML as blogs serve it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.blog_world import at
from tracker.errors import SourceUnreadableError
from tracker.sources.blog.markup import (
    UNREAD,
    Bounds,
    having_id,
    inner_html,
    outer_html,
    path_parts,
    read_fragment,
    read_page,
    remove,
    text_of,
    text_with_breaks,
    texts_outside,
)
from tracker.sources.http import Fetched

URL = "https://blog.example/archive/x"


def fetched(content: bytes, content_type: str = "text/html", final_url: str = URL) -> Fetched:
    return Fetched(URL, final_url, 200, content, {"content-type": content_type}, at(0), at(0))


def codes(content: bytes, content_type: str = "text/html") -> list[str]:
    return [warning.code for warning in read_page(fetched(content, content_type)).warnings]


def body_text(content: bytes, content_type: str = "text/html") -> str:
    return text_of(next(read_page(fetched(content, content_type)).root.iter("p")))


def whole(text: bytes, head: bytes = b"") -> bytes:
    return b"<html><head>" + head + b"</head><body><p>" + text + b"</p></body></html>"


@pytest.mark.parametrize("end", [b"</html>", b"</BODY>", b"</body ></html>"])
def test_an_end_of_the_page_in_its_middle_hides_nothing(end: bytes) -> None:
    page = read_page(fetched(b"<html><body><div><p>a</p>" + end + b"<p>b</p></div><p>c</p></body></html>"))
    assert [inner.text for inner in page.root.iter("p")] == ["a", "b", "c"]
    assert page.is_whole
    assert inner_html(read_fragment(f"a{end.decode()}<b>b</b>")) == "a<b>b</b>"


@pytest.mark.parametrize(
    ("content", "content_type", "text"),
    [
        (whole("Łódź".encode()), "text/html", "Łódź"),
        (whole("Łódź".encode()), "text/html; charset=UTF-8", "Łódź"),
        (whole("Łódź".encode("latin2")), "text/html; charset=iso-8859-2", "Łódź"),
        (whole("Łódź".encode("latin2"), b'<meta charset="iso-8859-2">'), "text/html", "Łódź"),
        (
            whole(
                "Łódź".encode("latin2"), b'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"/>'
            ),
            "text/html",
            "Łódź",
        ),
        (b"\xef\xbb\xbf" + whole("Łódź".encode()), "text/html", "Łódź"),
        (whole("Łódź".encode()), "text/html; charset=no-such-charset", "Łódź"),
        (whole("Łódź".encode()), 'text/html; charset="utf-8"; boundary=x', "Łódź"),
    ],
)
def test_declared_encodings_are_followed(content: bytes, content_type: str, text: str) -> None:
    assert body_text(content, content_type) == text
    assert codes(content, content_type) == []


def test_stray_bytes_are_kept_with_a_warning() -> None:
    content = whole("café €".encode() + b" \x80 \x93quoted\x94 \x81")
    assert body_text(content) == "café € € “quoted” \ufffd"
    assert codes(content) == ["ENCODING"]


def test_nul_bytes_do_not_end_the_page() -> None:
    assert body_text(whole(b"a\0b")) == "a\ufffdb"


def test_page_without_its_end_is_not_whole() -> None:
    page = read_page(fetched(b"<html><body><p>begun"))
    assert not page.is_whole
    assert [warning.code for warning in page.warnings] == ["TRUNCATED"]
    assert read_page(fetched(whole(b"x") + b"\n<!-- served by a cache -->\n")).is_whole


@pytest.mark.parametrize("content", [b"", b"  \n ", b"\xef\xbb\xbf"])
def test_empty_page_is_unreadable(content: bytes) -> None:
    with pytest.raises(SourceUnreadableError, match="empty"):
        read_page(fetched(content))


def test_what_nests_deeper_than_can_be_parsed_breaks_the_page_off() -> None:
    page = read_page(fetched(whole(b"<b>" * 20_000 + b"deep" + b"</b>" * 20_000)))
    assert not page.is_whole
    assert [warning.code for warning in page.warnings] == ["TRUNCATED"]


def test_what_nests_too_deep_is_marked_where_it_stood() -> None:
    content = whole(b"<i>" * 9 + b"deep" + b"</i>" * 9 + b"after")
    page = read_page(fetched(content), Bounds(depth=5))
    assert page.is_whole
    assert inner_html(page.root).endswith(f"<i><i><{UNREAD}></{UNREAD}></i></i>after</p></body>")
    assert UNREAD not in inner_html(read_page(fetched(content), Bounds(depth=20)).root)


def test_a_page_is_read_up_to_so_many_tags() -> None:
    page = read_page(fetched(whole(b"<p>a</p>" * 10)), Bounds(tags=10))
    assert text_of(page.root) == "aaa"
    assert not page.is_whole
    with pytest.raises(ValueError, match="10 tags"):
        read_fragment("<p>a</p>" * 10, Bounds(tags=10))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        page = read_page(fetched(content))
    except SourceUnreadableError:
        return
    assert isinstance(inner_html(page.root), str)
    assert isinstance(text_with_breaks(page.root), str)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=200))
def test_text_comes_back_as_it_was_written(text: str) -> None:
    from html import escape

    fragment = read_fragment(f"<i>{escape(text)}</i>")
    assert " ".join(text_of(fragment).split()) == " ".join(text.split())


def test_inner_html_keeps_the_markup_and_drops_what_changes() -> None:
    html = 'a &lt; b <b class="x" data-id="7">bold<script>1</script></b> c<style>p{}</style> <img src="/f.gif" decoding="async" alt="for">'
    assert inner_html(read_fragment(html)) == 'a &lt; b <b class="x">bold</b> c <img src="/f.gif" alt="for">'
    assert inner_html(read_fragment("no data-x here")) == "no data-x here"


def test_outer_html_leaves_the_text_after_it_out() -> None:
    (element,) = read_fragment("<p>in</p>out")
    assert outer_html(element) == "<p>in</p>"


def test_comments_are_no_text() -> None:
    assert text_of(read_fragment("a<!-- b --> c")) == "a c"
    assert text_with_breaks(read_fragment("a<!-- b --> c")) == "a c"


def test_breaks_make_lines_and_words_stay_in_order() -> None:
    html = "<div><p>Timed  out <b>4</b>-3,<br>by Ada</p>after<div>deeper</div></div> end"
    assert text_with_breaks(read_fragment(html)) == "Timed out 4-3,\nby Ada\nafter\ndeeper\nend"


def test_texts_outside_skip_one_subtree() -> None:
    root = read_fragment('<p>one</p><div id="skip">two<b>three</b></div>four<p>five</p>')
    skipped = having_id(root, "skip")
    assert skipped is not None
    assert "".join(texts_outside(root, skipped)) == "onefourfive"


def test_removing_keeps_the_text_after() -> None:
    root = read_fragment("a<i>b</i>c<u>d</u>e<s>f</s>")
    for element in list(root):
        remove(element)
    assert inner_html(root) == "ace"
    remove(root.getroottree().getroot())


def test_path_parts_are_decoded() -> None:
    assert path_parts("https://x/archive//caf%C3%A9_._/?page=2#c") == ["archive", "café_._"]
    assert path_parts("") == []
