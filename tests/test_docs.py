"""The documentation is in step: every option, command, kind and code documented, every name and link there."""

import ast
import json
import re
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import click
import pytest

from tracker.app.asking.replay import replay_records
from tracker.cli import root
from tracker.config.option import options_of
from tracker.config.settings import SECTION_NAMES, SECTIONS
from tracker.games.registry import game, known_slugs

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/*.md")])
NAME = re.compile(r"`(tracker\.(?:\w+\.)*\w+)`")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
REMEDY = "run: python scripts/docs.py"


def load_script() -> ModuleType:
    spec = spec_from_file_location("docs_script", ROOT / "scripts" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def resolve(dotted: str) -> object:
    """The thing of a dotted name: the longest part that is a module, then attributes."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return found
    raise AssertionError(dotted)


def test_the_example_config_is_in_step() -> None:
    assert text("config.example.ini") == SCRIPT.example_config(), REMEDY


def test_the_reference_is_in_step() -> None:
    assert text("docs/reference.md") == SCRIPT.reference(), REMEDY


def test_every_option_of_the_config_is_documented() -> None:
    page = text("docs/reference.md")
    for section in SECTION_NAMES:
        assert f"### [{section}]" in page
        for option in options_of(SECTIONS[section]) if section in SECTIONS else ():
            assert f"| `{option}` |" in page


def test_every_command_and_option_is_documented() -> None:
    page = text("docs/reference.md")
    for path, command in SCRIPT.every_command(root, ("tracker",)):
        assert f"### {' '.join(path)}" in page
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert all(f"`{option}`" in page for option in parameter.opts)


def test_every_game_is_documented_with_its_codes() -> None:
    games, codes = text("docs/games.md"), text("docs/reference.md")
    for slug in known_slugs():
        assert f"`{slug}`" in games
        assert all(f"| `{code}` |" in codes for code in game(slug).codes)
        assert all(f"| `{name}` |" in codes for name in game(slug).parameters)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_in_the_documentation_is_there(page: Path) -> None:
    for name in NAME.findall(page.read_text(encoding="utf-8")):
        if name not in {"tracker.db", "tracker.ini"}:
            assert resolve(name) is not None


@pytest.mark.parametrize("way", ["one vote", "one line of a table's log"])
def test_a_way_is_told_in_twelve_steps_each_a_function_with_what_it_hands_on(way: str) -> None:
    page = text("docs/architecture.md")
    told = page.partition(f"## The way of {way}\n")[2].partition("\n## ")[0]
    steps = [NAME.findall(line) for line in told.splitlines() if re.match(r"\| [0-9]", line)]
    assert 10 <= len(steps) <= 12
    for function, handed_on in steps:
        assert callable(resolve(function))
        assert isinstance(resolve(handed_on), type)


def test_the_way_through_the_code_is_short_to_read() -> None:
    assert len(text("docs/architecture.md").splitlines()) <= 150


def test_the_pages_are_short_to_read() -> None:
    by_hand = [page for page in PAGES if page.name != "reference.md"]
    assert sum(len(page.read_text(encoding="utf-8").splitlines()) for page in by_hand) <= 2000


def anchors(page: Path) -> set[str]:
    """What a page's headings are linked as."""
    shown = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", shown, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" not in target:
            other = page.parent / target if target else page
            assert other.exists(), target
            assert not anchor or anchor in anchors(other), (target, anchor)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_named_is_one(page: Path) -> None:
    commands = root.list_commands(click.Context(root))
    for word in re.findall(r"(?:`|^ {4}|^)tracker ([a-z][a-z0-9]*)", page.read_text(encoding="utf-8"), re.MULTILINE):
        assert word in commands


def test_the_first_example_of_the_format_says_what_is_told_of_it() -> None:
    said = text("docs/formats.md")
    rows = [json.loads(line) for line in said.splitlines() if line.startswith('    {"kind"')][:3]
    at = "2019-10-01T12:00:00Z"
    facts = replay_records("blognomic", rows, [at])["instants"][at]["gamestate"]
    matter = facts["matters"]["dry_socks"]
    assert f"{facts['players']} players, quorum {facts['quorum']};" in said
    assert (matter["for"], matter["against"], matter["deferential_unresolved"]) == (1, 0, 1)
    assert f"`{matter['next_change_at']}`" in said


@pytest.mark.parametrize(
    "page", sorted((ROOT / "tracker").rglob("__init__.py")), ids=lambda page: str(page.parent.name)
)
def test_a_package_says_what_lives_there_in_three_sentences_and_names_what_is_there(page: Path) -> None:
    said = ast.get_docstring(ast.parse(page.read_text(encoding="utf-8"))) or ""
    assert 1 <= len(re.findall(r"[.](?=\s|$)", said.replace(" ...", ""))) <= 3
    for name in re.findall(r"``([a-z_]\w*)[\w.]*``", said):
        beside = (page.parent / name, page.parent / f"{name}.py", page.parent.parent / name)
        assert any(place.exists() for place in beside), name


def test_no_page_names_a_place_of_ours() -> None:
    for page in PAGES:
        assert "/work/" not in page.read_text(encoding="utf-8")
