"""A real MediaWiki through pywikibot: the contracts, and what is its own."""

import os
import re
import subprocess
import sys
import time
import warnings
import zlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.contracts.mediawiki_contract import MediaWikiContract
from tests.contracts.publish_contract import PublishContract
from tests.contracts.pywikibot_world import PywikibotWorld
from tests.contracts.wiki_contract import WikiContract
from tests.services.mediawiki import MediaWiki
from tracker.core.ports import PageEdit, Upload
from tracker.errors import ConfigError, LoginError
from tracker.wiki.politeness import Patience
from tracker.wiki.pywikibot_home import Pywikibot, PywikibotHome, pywikibot_in, refuse_open_to_others


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> PywikibotHome:
    return PywikibotHome(tmp_path_factory.mktemp("beside the archive") / "pywikibot")


@pytest.fixture
def world(mediawiki: MediaWiki, home: PywikibotHome) -> PywikibotWorld:
    return PywikibotWorld(mediawiki, home)


class TestContract(WikiContract):
    """The contract of every wiki backend."""


class TestFaults(MediaWikiContract):
    """Everything that can go wrong."""


class TestPublishing(PublishContract):
    """Publishing through it."""


# --- how we ask -------------------------------------------------------------------------------------------------------


def test_login_takes_three_requests_and_each_edit_one(world: PywikibotWorld) -> None:
    pages = world.wiki.fetch(["A", "B"])
    world.server.forget_requests()
    for page in pages.values():
        world.save(page, "text")
    assert world.asked() == ["query:login", "login", "query:csrf", "edit", "edit"]


def test_an_edit_says_who_we_are_and_names_no_timestamp(world: PywikibotWorld) -> None:
    revision = world.edit("Board", "text")
    world.save(world.page("Board"), "ours | more", "update board")
    row = next(row for row in world.server.requests() if row["post"].get("action") == "edit")
    sent = row["post"]
    assert row["headers"]["user-agent"].startswith("nomic-tracker/")
    assert "(admin@example.org) Pywikibot/" in row["headers"]["user-agent"]
    named = {name: sent[name] for name in ("assert", "bot", "maxlag", "baserevid", "nocreate", "summary", "title")}
    assert named == {
        "assert": "bot", "bot": "1", "maxlag": "5", "baserevid": str(revision), "nocreate": "1",
        "summary": "update board", "title": "Board",
    }  # fmt: skip
    assert not {"basetimestamp", "starttimestamp", "createonly"} & set(sent)
    assert world.text("Board") == "ours | more"


def test_the_pause_between_edits_is_that_of_its_throttle(
    world: PywikibotWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    throttle = pywikibot_in(world.home).library.throttle.Throttle
    monkeypatch.setattr(throttle, "wait", staticmethod(lambda seconds: slept.append(seconds)))
    wiki = world.another(edit_pause=90.0, api_url=world.server.api_url.replace("127.0.0.1", "localhost"))
    for title in ("A", "B"):
        wiki.save(PageEdit(title, "text", "test", None))
    assert [round(seconds) for seconds in slept if seconds > 2] == [90, 90]


def test_bytes_are_uploaded_as_they_are(world: PywikibotWorld) -> None:
    content = png(b"line\r\nline\n\r\0\xff")
    assert world.wiki.upload(Upload("Dot.png", content, "a dot", "A dot.")).changed
    assert world.server.file("Dot.png") == content


def png(remark: bytes) -> bytes:
    """A picture of one dot that holds some bytes besides."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = (1).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    parts = (
        chunk(b"IHDR", header),
        chunk(b"teSt", remark),
        chunk(b"IDAT", zlib.compress(b"\0\0")),
        chunk(b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def test_two_accounts_in_one_process_do_not_take_each_others_place(world: PywikibotWorld) -> None:
    server = world.server
    other = world.another(username=server.admin_name, password=server.admin_password, assertion="user")
    for number, wiki in enumerate([world.wiki, other, world.wiki, other]):
        wiki.save(PageEdit(f"P{number}", "text", "test", None))
    editors = [server.revisions(f"P{number}")[0]["user"] for number in range(4)]
    assert editors == [server.bot_account, server.admin_name] * 2


# --- answers that are none --------------------------------------------------------------------------------------------


def test_a_wish_for_a_password_on_the_terminal_is_refused(
    world: PywikibotWorld, capfd: pytest.CaptureFixture[str]
) -> None:
    world.page("Board")
    library = pywikibot_in(world.home).library
    with pytest.raises(LoginError, match="on the terminal"):
        library.input("Password?", password=True)
    with pytest.raises(LoginError):
        library.input_yn("Solve the captcha?")
    library.error("something went wrong")
    library.info("something went well")
    assert capfd.readouterr() == ("", "")


# --- how it comes into a process --------------------------------------------------------------------------------------

SAVING = """
import sys
from pathlib import Path
from tracker.bootstrap import SystemClock, wiki
from tracker.config import load_settings
from tracker.core.ports import PageEdit
made = wiki(load_settings(Path(sys.argv[1])), SystemClock())
assert "pywikibot" not in sys.modules
made.save(PageEdit("Board", "ours", "test", made.fetch(["Board"])["Board"].revision))
line = made._api._line()
throttle, bot = line.site.throttle, line.pywikibot
print(throttle.writedelay, bot.patience(made._settings.patience), bot.timeout(30.0), bot.library.config.base_dir)
"""


def save_in_a_new_process(world: PywikibotWorld, folder: Path, **options: str) -> subprocess.CompletedProcess[str]:
    """Save a page by a process of its own, with an empty home directory, nobody at the keyboard, and odd arguments."""
    (folder / "home").mkdir()
    given = {"backend": "pywikibot", "url": world.server.api_url, "account": world.server.bot_name, **options}
    lines = "".join(f"{name} = {value}\n" for name, value in given.items())
    config = folder / "tracker.ini"
    config.write_text(f"[blog]\ncontact = admin@example.org\n[wiki]\npassword_env = SECRET\npause_seconds = 0\n{lines}")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYWIKIBOT")}
    around = {**kept, "HOME": str(folder / "home"), "SECRET": world.server.bot_password, "PYTHONPATH": str(Path.cwd())}
    return subprocess.run(
        [sys.executable, "-c", SAVING, str(config), "-v", "-dir:/nowhere"],
        capture_output=True, text=True, env=around, cwd=folder / "home", stdin=subprocess.DEVNULL, check=False, timeout=60,
    )  # fmt: skip


def test_nothing_is_written_to_the_home_directory(world: PywikibotWorld, tmp_path: Path) -> None:
    done = save_in_a_new_process(world, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert world.text("Board") == "ours"
    assert list((tmp_path / "home").iterdir()) == []
    private = tmp_path / "pywikibot"
    assert done.stdout.startswith("0.0 Patience(attempts=4, first_wait=2.0, longest_wait=60.0) 30.0 ")
    assert done.stdout.endswith(f"{private}\n")
    assert private.stat().st_mode & 0o777 == 0o700
    assert {path.name for path in private.iterdir()} <= {"user-config.py", "throttle.ctrl"}
    assert (private / "user-config.py").stat().st_mode & 0o777 == 0o600
    assert world.server.bot_password not in "".join(path.read_text() for path in private.iterdir())


def test_an_operators_own_user_config_is_honoured(world: PywikibotWorld, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir(mode=0o700)
    (own / "user-config.py").write_text(
        "put_throttle = 1\nmax_retries, retry_wait = 1, 3\nsocket_timeout = (3, 9)\nlog = ['*']\n"
    )
    done = save_in_a_new_process(world, tmp_path, pywikibot_dir="own")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"1 Patience(attempts=2, first_wait=3, longest_wait=60.0) (3, 9) {own}\n"
    assert world.text("Board") == "ours"
    assert {path.name for path in own.iterdir()} == {"user-config.py", "throttle.ctrl"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no user-config.py"),
        ("simulate = True\n", "pywikibot only simulates edits"),
        ("family = \n", "pywikibot cannot be loaded: SyntaxError"),
        ("raise SystemExit(3)\n", "pywikibot cannot be loaded: SystemExit"),
    ],
)
def test_a_user_config_that_cannot_be_used_is_said(
    world: PywikibotWorld, tmp_path: Path, text: str | None, told: str
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    if text is not None:
        (own / "user-config.py").write_text(text)
    done = save_in_a_new_process(world, tmp_path, pywikibot_dir="own")
    error = next(line for line in done.stderr.splitlines() if line.startswith("tracker.errors.ConfigError: "))
    assert told in error
    assert str(own) in error
    assert world.text("Board") is None


@pytest.mark.parametrize(
    ("file", "folder", "told"),
    [
        (0o666, 0o700, "user-config.py can be changed by others (mode 666)"),
        (0o620, 0o700, "user-config.py can be changed by others (mode 620)"),
        (0o600, 0o777, "own can be changed by others (mode 777)"),
        (0o600, 0o770, "own can be changed by others (mode 770)"),
    ],
)
def test_a_user_config_that_others_can_change_is_refused(tmp_path: Path, file: int, folder: int, told: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "user-config.py").touch()
    (own / "user-config.py").chmod(file)
    own.chmod(folder)
    with pytest.raises(ConfigError, match=re.escape(told)) as refused:
        refuse_open_to_others(own)
    assert "chmod go-w" in str(refused.value)


def test_a_link_to_a_user_config_where_others_can_change_it_is_refused(tmp_path: Path) -> None:
    shared, own = tmp_path / "shared", tmp_path / "own"
    for folder in (shared, own):
        folder.mkdir(mode=0o700)
    (shared / "user-config.py").touch(mode=0o600)
    (own / "user-config.py").symlink_to(shared / "user-config.py")
    refuse_open_to_others(own)
    shared.chmod(0o777)
    with pytest.raises(ConfigError, match=re.escape("shared can be changed by others (mode 777)")):
        refuse_open_to_others(own)


def test_a_user_config_of_another_account_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "user-config.py").touch(mode=0o600)
    refuse_open_to_others(tmp_path)
    theirs = os.stat_result((0o600, 0, 0, 1, os.geteuid() + 4_321, 0, 0, 0, 0, 0))
    monkeypatch.setattr(Path, "stat", lambda _: theirs)
    with pytest.raises(ConfigError, match="belongs to another account"):
        refuse_open_to_others(tmp_path)


def test_one_process_reads_one_user_config(world: PywikibotWorld, home: PywikibotHome, tmp_path: Path) -> None:
    first = pywikibot_in(home)
    assert pywikibot_in(PywikibotHome(tmp_path / "private")) is first
    assert not (tmp_path / "private").exists()
    with pytest.raises(ConfigError, match="already"):
        pywikibot_in(PywikibotHome(tmp_path, is_operators=True))


def test_the_longer_pause_counts() -> None:
    config = SimpleNamespace(put_throttle=7, minthrottle=1, max_retries=2, retry_wait=3, retry_max=9, socket_timeout=4)
    throttle = SimpleNamespace(maxdelay=60)
    theirs = Pywikibot(SimpleNamespace(config=config), PywikibotHome(Path()), frozenset(vars(config)))  # type: ignore[arg-type]
    theirs.throttle(throttle, 5.0)
    assert (throttle.writedelay, throttle.mindelay, throttle.maxdelay) == (7, 1, 60)
    theirs.throttle(throttle, 90.0)
    assert (throttle.writedelay, throttle.maxdelay) == (90.0, 90.0)
    assert theirs.patience(Patience()) == Patience(3, 3, 9)
    ours = Pywikibot(SimpleNamespace(config=config), PywikibotHome(Path()), frozenset())  # type: ignore[arg-type]
    ours.throttle(throttle, 5.0)
    assert (throttle.writedelay, throttle.mindelay, ours.patience(Patience()), ours.timeout(30.0)) == (
        5.0, 0.0, Patience(), 30.0,
    )  # fmt: skip


def test_importing_the_library_leaves_warnings_and_environment_as_they_were(home: PywikibotHome) -> None:
    filters, shown, before = list(warnings.filters), warnings.showwarning, dict(os.environ)
    pywikibot_in(home)
    assert (list(warnings.filters), warnings.showwarning, dict(os.environ)) == (filters, shown, before)


def test_a_private_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = (
        "import sys; from pathlib import Path; from tracker.wiki.pywikibot_home import PywikibotHome, pywikibot_in\n"
        "pywikibot_in(PywikibotHome(Path(sys.argv[1])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "file" / "pywikibot")], capture_output=True, text=True, check=False
    )
    assert "no directory can be made for pywikibot" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("backend", ["directory", "mwclient"])
def test_it_is_imported_only_when_chosen(backend: str, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tracker.bootstrap import SystemClock, wiki\n"
        "from tracker.config.reading import parse_settings\n"
        "import stamina; stamina.set_testing(True)\n"  # the wiki is not there, and need not be asked again
        f"text = '[wiki]\\nbackend = {backend}\\nurl = http://127.0.0.1:9/api.php\\n'\n"
        "made = wiki(parse_settings(text, Path(sys.argv[1]), {}), SystemClock())\n"
        "try: made.fetch(['A'])\n"
        "except Exception as error: print(type(error).__name__)\n"
        "print([name for name in sys.modules if 'pywikibot' in name])"
    )
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "tracker.ini")], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert time.monotonic() - started < 60
