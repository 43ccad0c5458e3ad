"""Taking the clauses' hashes anew: the file keeps everything else, and a page that lacks a rule changes nothing."""

from pathlib import Path

import pytest

from scripts import clause_hashes
from tracker.core.clause import load_clauses

TESTS = Path(__file__).parents[1]
PAGE = TESTS / "games" / "blognomic" / "ruleset170.wikitext"
OF_170 = load_clauses(clause_hashes.GAMES / "blognomic" / "clauses.toml")
TOML = (clause_hashes.GAMES / "blognomic" / "clauses.toml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of BlogNomic's clauses.toml that the script writes to."""
    monkeypatch.setattr(clause_hashes, "GAMES", tmp_path)
    copy = tmp_path / "blognomic" / "clauses.toml"
    copy.parent.mkdir()
    copy.write_text(TOML, encoding="utf-8")
    return copy


def test_the_page_that_the_code_was_checked_against_changes_nothing(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert clause_hashes.main(["blognomic", str(PAGE)]) == 0
    assert file.read_text(encoding="utf-8") == TOML
    assert capsys.readouterr().out == f"{len(OF_170)} clauses, 0 hashes changed\n"


def test_a_changed_rule_changes_the_hashes_of_its_clauses_and_nothing_else(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.wikitext"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("fewer than five", "fewer than six"), encoding="utf-8")
    assert clause_hashes.main(["blognomic", str(page)]) == 0
    after = load_clauses(file)
    assert [id for id in OF_170 if after[id].text_hash != OF_170[id].text_hash] == ["BN-178"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == len(TOML.splitlines())
    assert "1 hashes changed" in capsys.readouterr().out


def test_clauses_without_a_hash_get_one() -> None:
    bare = "".join(line for line in TOML.splitlines(keepends=True) if not line.startswith("text_hash"))
    hashes = {id: clause.text_hash for id, clause in OF_170.items()}
    assert clause_hashes.with_hashes(bare, hashes) == TOML


def test_a_page_that_lacks_a_rule_is_refused(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.wikitext"
    page.write_text(PAGE.read_text(encoding="utf-8").replace("===Dormancy", "===Sleep"), encoding="utf-8")
    assert clause_hashes.main(["blognomic", str(page)]) == 1
    assert "BN-178" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == TOML


def test_every_game_has_the_hashes_of_the_page_that_it_was_checked_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    toml = (clause_hashes.GAMES / "round10" / "clauses.toml").read_text(encoding="utf-8")
    monkeypatch.setattr(clause_hashes, "GAMES", tmp_path)
    (tmp_path / "round10").mkdir()
    (tmp_path / "round10" / "clauses.toml").write_text(toml, encoding="utf-8")
    assert clause_hashes.main(["round10", str(TESTS / "rulesets" / "round-10.wikitext")]) == 0
    assert (tmp_path / "round10" / "clauses.toml").read_text(encoding="utf-8") == toml
    assert capsys.readouterr().out == "147 clauses, 0 hashes changed\n"


@pytest.mark.parametrize("arguments", [[], [str(PAGE)], ["xyzzy", str(PAGE)], ["", str(PAGE)]])
def test_it_wants_a_game_and_a_page(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert clause_hashes.main(arguments) == 2
    assert "python scripts/clause_hashes.py" in capsys.readouterr().err
