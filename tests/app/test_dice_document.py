"""The program in the documentation checks a dice page with nothing but the page's text, and finds what was changed."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.blognomic.dice_days import sample_log
from tracker.core.fold import NothingSettled
from tracker.games.blognomic.law import Law
from tracker.games.blognomic.pages.dice_page import view_of
from tracker.games.blognomic.pages.page_titles import CATALOGUE
from tracker.mechanics.dice.dice_page import drafts
from tracker.render.pages import render_regions

DOCUMENT = Path(__file__).parents[2] / "docs" / "proofs.md"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = DOCUMENT.read_text(encoding="utf-8")
    found = text.partition("<!-- dice program -->")[2].partition("<!-- end of program -->")[0]
    path = tmp_path_factory.mktemp("program") / "check.py"
    path.write_text(found.strip().removeprefix("```python").removesuffix("```"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    from tests.games.blognomic.boards import AS_OF

    view = view_of(sample_log(), Law(AS_OF, {}), NothingSettled())
    return {region.page: region.text for region in render_regions(drafts(view, CATALOGUE, {"clauses": {}}))}


def run(program: Path, folder: Path, *texts: str) -> tuple[int, str]:
    """Run the program, cut off from everything that is installed, on pages."""
    names = [str(folder / f"{number}.wikitext") for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        Path(name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(program), *names], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_program_is_short_and_uses_the_standard_library_alone(program: Path) -> None:
    lines = program.read_text(encoding="utf-8").strip().splitlines()
    assert len(lines) <= 36
    assert [line for line in lines if line.startswith(("import", "from"))] == [
        "import hashlib, hmac, html, itertools, re, sys"
    ]


def test_program_confirms_the_pages(program: Path, pages: dict[str, str], tmp_path: Path) -> None:
    assert run(program, tmp_path, pages["Tracker/Dice"]) == (0, "5 of 10 rolls checked: all hold\n")
    months = [pages["Tracker/Dice 2019-09"], pages["Tracker/Dice 2019-10"]]
    assert run(program, tmp_path, *months) == (0, "7 of 7 rolls checked: all hold\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<code>1d20</code>", "<code>1d19</code>", "roll revision:The Cafe:"),
        ("apple", "plum", "roll r1#1 should be"),
        ("<code>r1&#35;1</code>", "<code>r1&#35;3</code>", "roll r1#3 should be"),
        ("<code>2019-09-29</code>\n", "<code>2019-09-27</code>\n", "no commitment stands for roll"),
    ],
)
def test_program_finds_what_was_changed(
    program: Path, pages: dict[str, str], tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = pages["Tracker/Dice"]
    place = text.rindex(old)
    code, printed = run(program, tmp_path, text[:place] + new + text[place + len(old) :])
    assert code == 1
    assert said in printed


def test_program_finds_another_seed(program: Path, pages: dict[str, str], tmp_path: Path) -> None:
    from tests.games.blognomic.dice_days import FIRST, KEY
    from tracker.mechanics.dice.seeds import day_seed

    seed = day_seed(KEY, FIRST).hex()
    code, printed = run(program, tmp_path, pages["Tracker/Dice 2019-09"].replace(seed, seed[::-1]))
    assert (code, "the seed of 2019-09-28 is not the one committed to" in printed) == (1, True)


def test_page_without_dice_is_no_success(program: Path, tmp_path: Path) -> None:
    assert run(program, tmp_path, "nothing here")[0] == 1
