"""Servers never outlive their tests, and what is missing is named with its remedy."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.services import packages, site
from tests.services.ports import LOOPBACK, free_port
from tests.services.processes import Server, ServiceError, program, run, stopped_on_error


def is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def wait_until_dead(pid: int) -> None:
    deadline = time.monotonic() + 10
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_alive(pid)


def test_free_ports_can_be_bound() -> None:
    with socket.socket() as one:
        port = free_port()
        one.bind((LOOPBACK, port))
        assert all(free_port() != port for _ in range(50))


def test_stopping_a_server_stops_its_children(tmp_path: Path) -> None:
    server = Server(["sh", "-c", "sleep 1000 & echo $!; wait"], tmp_path / "log")
    server.wait_until(lambda: (tmp_path / "log").read_text().endswith("\n"))
    child = int((tmp_path / "log").read_text())
    server.stop()
    server.stop()
    wait_until_dead(child)
    assert not is_alive(server.pid)


def test_server_that_ends_shows_its_log(tmp_path: Path) -> None:
    server = Server(["sh", "-c", "echo no such luck; exit 3"], tmp_path / "log")
    with pytest.raises(ServiceError, match=r"ended with 3[\s\S]*no such luck"):
        server.wait_until(lambda: False)


def test_server_that_is_never_ready_is_stopped(tmp_path: Path) -> None:
    server = Server(["sleep", "1000"], tmp_path / "log")
    with pytest.raises(ServiceError, match="did not answer in time"):
        server.wait_until(lambda: False, seconds=0.05)
    assert not is_alive(server.pid)


def test_server_that_ignores_its_signal_is_killed(tmp_path: Path) -> None:
    deaf = ["sh", "-c", "trap '' TERM; echo deaf; sleep 1000"]
    server = Server(deaf, tmp_path / "log", stop_signal=signal.SIGTERM)
    server.wait_until(lambda: "deaf" in (tmp_path / "log").read_text())
    server.stop(patience=0.1)
    assert not is_alive(server.pid)


def test_start_that_is_interrupted_leaves_nothing_running(tmp_path: Path) -> None:
    server = Server(["sleep", "1000"], tmp_path / "log")
    with pytest.raises(KeyboardInterrupt), stopped_on_error(server):
        raise KeyboardInterrupt
    assert not is_alive(server.pid)


def test_server_dies_with_a_killed_test_run(tmp_path: Path) -> None:
    script = (
        "import pathlib, sys, time; from tests.services.processes import Server; log = pathlib.Path(sys.argv[1]);"
        "server = Server(['sh', '-c', 'echo up; exec sleep 1000'], log); server.wait_until(log.read_text);"
        "print(server.pid, flush=True); time.sleep(1000)"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "log")]
    with subprocess.Popen(command, cwd=packages.PROJECT, stdout=subprocess.PIPE, text=True) as test_run:
        assert test_run.stdout
        pid = int(test_run.stdout.readline())
        test_run.kill()
    wait_until_dead(pid)


def test_command_that_fails_shows_what_it_printed() -> None:
    with pytest.raises(ServiceError, match=r"ended with 2[\s\S]*oh no"):
        run(["sh", "-c", "echo oh no >&2; exit 2"])


def test_missing_program_names_its_package() -> None:
    with pytest.raises(ServiceError, match="apt-get install --no-install-recommends some-package"):
        program("no-such-program", "some-package")


def test_missing_extension_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(site.EXTENSIONS, "no_such_extension", "php-nothing")
    with pytest.raises(ServiceError, match="php-nothing"):
        site.php("no_such_extension")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRACKER_TEST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(packages, "fetch_and_unpack", lambda _packages, directory: directory.mkdir())
    return tmp_path / "cache"


def test_packages_are_unpacked_once_outside_the_history(cache: Path) -> None:
    prepared: list[Path] = []
    for _ in range(2):
        assert packages.unpacked("some", ["some-package"], prepared.append) == cache / "some"
    assert prepared == [cache / "some.partial"]
    assert (cache / "some").is_dir()
    assert (cache / ".gitignore").read_text() == "*\n"


def test_half_unpacked_package_is_not_taken(cache: Path) -> None:
    def fail(directory: Path) -> None:
        raise InterruptedError(directory)

    with pytest.raises(InterruptedError):
        packages.unpacked("some", ["some-package"], fail)
    assert not (cache / "some").exists()
    packages.unpacked("some", ["some-package"], lambda _directory: None)
    assert (cache / "some").is_dir()


def test_package_that_cannot_be_fetched_is_named(tmp_path: Path) -> None:
    with pytest.raises(ServiceError, match=r"no-such-package-of-debian cannot be fetched: try apt-get update"):
        packages.fetch_and_unpack(["no-such-package-of-debian"], tmp_path / "some")


def test_servers_run_in_a_group_of_their_own(tmp_path: Path) -> None:
    server = Server(["sleep", "1000"], tmp_path / "log")
    try:
        assert os.getpgid(server.pid) == server.pid
    finally:
        server.stop()
