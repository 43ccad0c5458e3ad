"""The test browser draws pages of the test wiki and runs scripts."""

import struct
from pathlib import Path

import pytest

from tests.services.chromium import browser, dump_dom, screenshot
from tests.services.mediawiki import MediaWiki
from tests.services.processes import ServiceError


def test_wiki_page_becomes_a_picture_of_that_size(mediawiki: MediaWiki, tmp_path: Path) -> None:
    mediawiki.edit("Gamestate", '{| class="wikitable"\n! Player\n|-\n| Ada\n|}')
    screenshot(f"{mediawiki.url}/index.php?title=Gamestate", tmp_path / "page.png", 900, 600)
    picture = (tmp_path / "page.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", picture[16:24]) == (900, 600)
    assert len(picture) > 10_000


def test_scripts_have_run_in_the_page_that_is_dumped(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p id=a>before</p><script>a.textContent = 'after'</script>")
    assert '<p id="a">after</p>' in dump_dom((tmp_path / "page.html").as_uri())


def test_missing_browser_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ServiceError, match=r"apt-get install .* chromium fonts-dejavu-core"):
        browser()
