"""The built wheel works by itself: installed from the lock into a clean environment, away from the sources."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIST_DATA = """
from importlib.resources import as_file, files
with as_file(files("tracker")) as package:
    for path in package.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            print(path.relative_to(package).as_posix())
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without this environment's Python paths and give what it prints."""
    surroundings = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, cwd=cwd, env=surroundings, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty directory to run commands in, so that nothing is found beside them."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as a release is."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, cwd=ROOT)
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory, elsewhere: Path) -> Path:
    """The commands of a clean environment that holds the locked dependencies and the wheel, nothing else."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=True)
    install = (home / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-compile")
    run(*install, "--require-hashes", "--requirement", ROOT / "requirements.txt", cwd=elsewhere)
    run(*install, "--no-deps", wheel, cwd=elsewhere)
    return home / "bin"


def data_files(*patterns: str) -> set[str]:
    """The files of the source tree that a pattern names, by their place in the installed package."""
    found = {path.relative_to(ROOT) for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    return {path.as_posix().removeprefix("tracker/") for path in found if "__pycache__" not in path.parts}


def test_installed_command_shows_its_help(installed: Path, elsewhere: Path) -> None:
    assert "Usage: tracker" in run(installed / "tracker", "--help", cwd=elsewhere)


def test_installed_command_knows_its_schema(installed: Path, elsewhere: Path) -> None:
    assert run(installed / "tracker", "schema", "codes", cwd=elsewhere).strip()


def test_installed_environment_is_consistent(installed: Path, elsewhere: Path) -> None:
    run(installed / "python", "-m", "pip", "check", cwd=elsewhere)


def test_wheel_carries_templates_types_and_the_games_data(installed: Path, elsewhere: Path) -> None:
    carried = set(run(installed / "python", "-c", LIST_DATA, cwd=elsewhere).splitlines())
    templates = data_files("templates/**/*.j2")
    assert templates
    assert templates | data_files("tracker/**/*.toml", "tracker/**/*.mako", "tracker/py.typed") <= carried
