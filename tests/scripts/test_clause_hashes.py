"""Taking the clauses' hashes anew: the file keeps everything else, and a page that lacks a rule changes nothing."""

from pathlib import Path

import pytest

from scripts import clause_hashes
from tracker.core.clause import load_clauses
from tracker.games.blognomic.law import CLAUSES

PAGE = Path(__file__).parents[1] / "games" / "blognomic" / "ruleset170.wikitext"
TOML = clause_hashes.TOML.read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of clauses.toml that the script writes to."""
    copy = tmp_path / "clauses.toml"
    copy.write_text(TOML, encoding="utf-8")
    monkeypatch.setattr(clause_hashes, "TOML", copy)
    return copy


def test_the_page_that_the_code_was_checked_against_changes_nothing(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert clause_hashes.main([str(PAGE)]) == 0
    assert file.read_text(encoding="utf-8") == TOML
    assert capsys.readouterr().out == f"{len(CLAUSES)} clauses, 0 hashes changed\n"


def test_a_changed_rule_changes_the_hashes_of_its_clauses_and_nothing_else(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.wikitext"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("fewer than five", "fewer than six"), encoding="utf-8")
    assert clause_hashes.main([str(page)]) == 0
    after = load_clauses(file)
    assert [id for id in CLAUSES if after[id].text_hash != CLAUSES[id].text_hash] == ["BN-178"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(TOML.splitlines())
    assert "1 hashes changed" in capsys.readouterr().out


def test_clauses_without_a_hash_get_one() -> None:
    bare = "".join(line for line in TOML.splitlines(keepends=True) if not line.startswith("text_hash"))
    hashes = {id: clause.text_hash for id, clause in CLAUSES.items()}
    assert clause_hashes.with_hashes(bare, hashes) == TOML


def test_a_page_that_lacks_a_rule_is_refused(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.wikitext"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("===Dormancy", "===Sleep"), encoding="utf-8")
    assert clause_hashes.main([str(page)]) == 1
    assert "BN-178" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == TOML


def test_it_wants_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert clause_hashes.main([]) == 2
    assert "python scripts/clause_hashes.py" in capsys.readouterr().err
