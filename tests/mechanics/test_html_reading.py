"""Images are found where blogs that load them late say that they lie."""

import pytest

from tracker.mechanics.html_reading import images_in, is_readable, plain_text

STAND_IN = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


@pytest.mark.parametrize("where", ["data-src", "data-lazy-src"])
def test_an_image_that_is_loaded_late_lies_at_its_own_address(where: str) -> None:
    assert images_in(f'<p><img src="{STAND_IN}" {where}="/images/vote/for.gif" alt="" /></p>') == [
        ["/images/vote/for.gif", "", False]
    ]


def test_an_image_that_is_shown_at_once_lies_where_it_says() -> None:
    assert images_in('<img src="/for.gif" data-src="/large.gif" alt="for" />') == [["/for.gif", "for", False]]


ICON = '<img src="/for.gif">'


@pytest.mark.parametrize("odd", ["\x01", "\x1f", "\ud800", "\uffff", "\0"])
def test_what_is_no_character_hides_nothing(odd: str) -> None:
    assert images_in(f"<p>{odd}Aye</p>{ICON}") == [["/for.gif", "", False]]
    assert plain_text(f"<p>{odd}Aye</p>") == "Aye"
    assert is_readable(f"{odd}{ICON}")


@pytest.mark.parametrize("end", ["</html>", "</BODY>", "</body ></html >", "<b></html></b>"])
def test_an_end_of_the_page_within_a_fragment_hides_nothing(end: str) -> None:
    assert images_in(f"{end}{ICON}Aye") == [["/for.gif", "", False]]
    assert plain_text(f"{end}{ICON}Aye") == "Aye"
    assert images_in(f"<blockquote>{end}{ICON}</blockquote>") == [["/for.gif", "", True]]


@pytest.mark.parametrize("opened", ["<div>" * 5_000, "<table><tr><td>" * 1_000, "<b>" * 3_000])
def test_what_nests_too_deep_is_not_read_and_says_so(opened: str) -> None:
    assert not is_readable(f"{ICON}<p>Aye</p>{opened}{ICON}")
    assert images_in(f"{ICON}{opened}{ICON}") == []
    assert plain_text(f"<p>Aye</p>{opened}Nay") == ""


@pytest.mark.parametrize(
    "html",
    ["", " ", "<!-- -->", "<p", "<html lang=x><script><meta charset=utf-16>", "<div>" * 1_000 + ICON, "</p></div>"],
)
def test_all_else_is_readable(html: str) -> None:
    assert is_readable(html)
