"""Images are found where blogs that load them late say that they lie."""

import pytest

from tracker.mechanics.html_reading import images_in

STAND_IN = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


@pytest.mark.parametrize("where", ["data-src", "data-lazy-src"])
def test_an_image_that_is_loaded_late_lies_at_its_own_address(where: str) -> None:
    assert images_in(f'<p><img src="{STAND_IN}" {where}="/images/vote/for.gif" alt="" /></p>') == [
        ["/images/vote/for.gif", "", False]
    ]


def test_an_image_that_is_shown_at_once_lies_where_it_says() -> None:
    assert images_in('<img src="/for.gif" data-src="/large.gif" alt="for" />') == [["/for.gif", "for", False]]
