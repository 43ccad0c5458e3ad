"""From drafts to regions: what comes out, that it is stable, and what a faulty template says."""

import subprocess
import sys
from pathlib import Path

import pytest

from tracker.core.draft import RegionDraft, RenderedRegion
from tracker.core.region import region_text
from tracker.errors import InputError
from tracker.render import environment as environment_module
from tracker.render.environment import make_environment
from tracker.render.pages import render, render_regions


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of templates for one test."""
    made = make_environment(tmp_path)
    monkeypatch.setattr(environment_module, "environment", lambda: made)
    return tmp_path


def draft(template: str, **values: object) -> RegionDraft:
    return RegionDraft("Tracker/Roster", "roster", template, values, "correction", ("Bo: idle",))


def test_a_draft_becomes_a_region_with_its_policy(templates: Path) -> None:
    (templates / "a.j2").write_text("* << name >>\n")
    assert render_regions([draft("a.j2", name="{{Bo}}")]) == [
        RenderedRegion("Tracker/Roster", "roster", "* &#123;&#123;Bo&#125;&#125;", "correction", ("Bo: idle",))
    ]


def test_the_text_is_as_the_wiki_keeps_it(templates: Path) -> None:
    (templates / "a.j2").write_text("\n\nx  \n\n\n\ny\n\n| z\n\n* w \n\n")
    text = render(draft("a.j2"))
    assert text == "x\n\ny\n| z\n* w"
    assert region_text(text) == text


def test_equal_drafts_give_equal_texts(templates: Path) -> None:
    (templates / "a.j2").write_text("<% for name in names %><< name >> <% endfor %>")
    first, second = (draft("a.j2", names=["Ada", "Bo"]) for _ in range(2))
    assert render(first) == render(second) == "Ada Bo"


def test_an_undefined_name_names_template_and_line(templates: Path) -> None:
    (templates / "a.j2").write_text("x\n<< nobody >>\n")
    with pytest.raises(InputError, match=r"a\.j2:2: cannot be rendered: 'nobody' is undefined"):
        render(draft("a.j2"))


def test_a_fault_in_a_macro_is_found_where_it_is(templates: Path) -> None:
    (templates / "_m.j2").write_text("\n\n<% macro m(x) %>\n<< x >>\n<% endmacro %>")
    (templates / "a.j2").write_text('<% from "_m.j2" import m %>\n<< m(none) >>')
    with pytest.raises(InputError, match=r"_m\.j2:4: cannot be rendered: a template prints None"):
        render(draft("a.j2"))


def test_a_fault_of_syntax_is_told(templates: Path) -> None:
    (templates / "a.j2").write_text("\n<% if %>")
    with pytest.raises(InputError, match=r"a\.j2:2: cannot be rendered"):
        render(draft("a.j2"))


def test_a_missing_template_is_told(templates: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.j2: cannot be rendered"):
        render(draft("nothing.j2"))


def test_a_tick_that_renders_nothing_does_not_import_jinja() -> None:
    script = "import sys, tracker.render.pages; sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
