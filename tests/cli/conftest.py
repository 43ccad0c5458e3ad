"""The fixtures of the commands' tests: a runner, a folder with a config, and one with a small game archived."""

from pathlib import Path

import pytest

from tests.app.wiring import small_game
from tests.cli.commands import Done, Runner, write_records
from tracker.cli import main


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Runner:
    """A command, run in this process."""

    def runner(*arguments: str | Path) -> Done:
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Done(code, out, err)

    return runner


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TRACKER_CONFIG", raising=False)
    return tmp_path


@pytest.fixture
def archived(folder: Path, run: Runner) -> Path:
    """A folder with a config without a blog, and a small game archived."""
    (folder / "tracker.ini").write_text("[publish]\npermission = apply\n")
    assert run("archive", "import", write_records(folder / "game.jsonl", small_game())).code == 0
    return folder
