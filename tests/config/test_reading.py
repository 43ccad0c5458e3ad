"""Config files: what stands in them is taken; what is wrong is told with file, section, option, allowed values, nearest name."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tracker.config import load_settings, parse_settings
from tracker.config.example import FIRST, config_text, example_config, options
from tracker.config.settings import FREE_SECTIONS, SECTION_NAMES, SECTIONS, Settings, Switch
from tracker.errors import ConfigError

FILE = Path("/etc/tracker.ini")


def settings(text: str) -> Settings:
    return parse_settings(text, FILE, {})


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        settings(text)
    return str(caught.value)


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_an_empty_config_has_every_default() -> None:
    found = settings("")
    assert found.game.slug == "blognomic"
    assert found.wiki.backend == "directory"
    assert found.publish.permission == "plan"
    assert found == Settings(file=FILE)


def test_values_are_of_their_kinds() -> None:
    found = settings("[blog]\nfull_reading_minutes = 10\nvote_icons =\n  up.png = FOR\n  down.png = AGAINST\n")
    assert found.blog.full_reading_minutes == 10
    assert found.blog.vote_icons == {"up.png": "FOR", "down.png": "AGAINST"}


def test_free_sections_keep_names_as_written() -> None:
    found = settings("[aliases]\nDK: the Great = DonkeyKong\n[pages]\nroster = Players: who they are\n")
    assert found.aliases == {"DK: the Great": "DonkeyKong"}
    assert found.pages == {"roster": "Players: who they are"}


def test_a_switch_may_say_since_when() -> None:
    found = settings("[switches]\na = 1\nb from 2019-10-01T00:00:00Z = 2\n")
    assert found.switches == (Switch("a", "1"), Switch("b", "2", datetime(2019, 10, 1, tzinfo=UTC)))


def test_identities_list_accounts_by_place() -> None:
    found = settings("[identities]\nKevan = wiki:Kevan, discord:1,\n  blog:Kev\n").identities
    assert found == {"Kevan": {"wiki": ("Kevan",), "discord": ("1",), "blog": ("Kev",)}}


def test_a_percent_sign_is_a_percent_sign() -> None:
    assert settings("[pages]\nroster = 100% of us\n").pages == {"roster": "100% of us"}


def test_relative_places_count_from_the_files_folder(tmp_path: Path) -> None:
    found = parse_settings("[archive]\nurl = a.db\n", tmp_path / "t.ini", {})
    assert found.archive_place == str(tmp_path / "a.db")
    assert settings("[archive]\nurl = postgresql://me@host/db\n").archive_place == "postgresql://me@host/db"


def test_a_change_of_anything_but_secrets_changes_the_digest() -> None:
    base = settings("")
    assert settings("[publish]\npermission = apply\n").digest != base.digest
    assert settings("[aliases]\na = b\n").digest != base.digest
    assert parse_settings("", Path("/elsewhere.ini"), {}).digest == base.digest


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[blogg]\n", "/etc/tracker.ini: unknown section [blogg] (did you mean blog? known: game, blog"),
        ("[blog]\nurll = x\n", "/etc/tracker.ini [blog] urll: unknown option (did you mean url? known: engine, url"),
        ("[blog]\nURL = x\n", "/etc/tracker.ini [blog] URL: unknown option (did you mean url?"),
        ("[blog]\nengine = blogger\n", "'blogger' is none of expressionengine, wordpress (allowed: express"),
        ("[blog]\nfull_reading_minutes = 0\n", "0 is less than 1 (allowed: a whole number from 1 to 10080)"),
        (
            "[blog]\nvote_icons = for.gif = YES\n",
            "[blog] vote_icons: 'YES' is none of FOR, AGAINST, DEFERENTIAL, VETO (allowed: lines NAME = VALUE, each",
        ),
        ("[blog]\nfirst_month = 0000-01\n", "[blog] first_month: '0000-01' is no month"),
        ("[aliases]\nKev =\n", "/etc/tracker.ini [aliases] Kev: is empty (write Kev = NAME, or leave the line out)"),
        ("[publish]\nmax_pages = many\n", "/etc/tracker.ini [publish] max_pages: 'many' is no whole number"),
        ("[wiki]\nbackend = mwclient\n", "/etc/tracker.ini [wiki] url: is missing: the backend mwclient needs it"),
        ("[archive]\nurl = postgresql://me:secret@host/db\n", "a password must not stand in the config"),
        ("[switches]\na from noon = 1\n", "/etc/tracker.ini [switches] a from noon: "),
        ("[identities]\nAda = discord:ada\n", "'ada' is no id of an account"),
        ("[identities]\nAda = discord:<@100>\n", "'<@100>' is no id of an account"),
        ("[identities]\nAda = discord:1\nADA = discord:2\n", "Ada and ADA are one name"),
        ("[identities]\nUndetermined = discord:1\n", "'Undetermined' is no name of a person"),
        ("[identities]\nAda = irc:ada\n", "[identities] Ada: 'irc:ada' names no account (write blog:ACCOUNT, wiki:"),
        ("[aliases]\nAda = Ada\n", "/etc/tracker.ini [aliases] Ada: a name is its own alias"),
        ("[wiki]\npassword_env = A\npassword_file = b\n", "password_env and password_file are both given"),
        ("url = x\n", "File contains no section headers"),
        ("[blog]\nurl = a\nurl = b\n", "already exists"),
        ("[blog]\nnonsense\n", "nonsense"),
        ("[DEFAULT]\nurl = x\n", "unknown section [DEFAULT]"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_remedy(text: str, told: str) -> None:
    assert told in refused(text)


PASSWORDS = (
    "postgresql://me:sesame@host/db",
    "postgresql://me@host/db?password=sesame",
    "postgresql+psycopg://host/db?sslmode=require&PASSWORD=sesame",
    "postgres://host/db?user=me&pass%77ord=sesame",
    "postgresql://host/db?sslpassword=sesame",
    "postgresql://host/db?oauth_client_secret=sesame",
    "postgresql://host/db?scram_client_key=sesame",
)


@pytest.mark.parametrize("url", PASSWORDS)
def test_a_password_in_the_archives_address_is_refused_and_not_shown(url: str) -> None:
    told = refused(f"[archive]\nurl = {url}\n")
    assert "/etc/tracker.ini [archive] url: a password must not stand in the config" in told
    assert "PGPASSWORD" in told
    assert "sesame" not in told


def test_other_options_of_the_archives_address_are_taken() -> None:
    url = "postgresql://me@host/db?sslmode=verify-full&sslkey=/etc/key.pem&passfile=/etc/pgpass"
    assert settings(f"[archive]\nurl = {url}\n").archive.url == url


def test_an_address_that_is_none_is_told() -> None:
    assert "[archive] url: no address can be read there" in refused("[archive]\nurl = postgresql://[host/db\n")


def test_a_file_that_is_not_there_is_told_with_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="make one with: tracker init"):
        load_settings(tmp_path / "none.ini")


def test_a_file_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "t.ini"
    path.write_bytes(b"[blog]\nurl = \xff\n")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_settings(path)


def test_a_folder_is_no_config(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="check the path"):
        load_settings(tmp_path)


# --- secrets ----------------------------------------------------------------------------------------------------------

WITH_VARIABLE = "[wiki]\npassword_env = WIKI_PASSWORD\n"


def test_a_password_comes_from_the_environment_and_is_never_shown() -> None:
    found = parse_settings(WITH_VARIABLE, FILE, {"WIKI_PASSWORD": "sesame"})
    assert found.password.reveal() == "sesame"
    assert "sesame" not in repr(found)
    assert "sesame" not in str(found.password)


def test_a_variable_that_is_not_set_is_told() -> None:
    with pytest.raises(ConfigError, match=r"\[wiki\] password_env: the environment variable WIKI_PASSWORD is not set"):
        settings(WITH_VARIABLE)


def test_without_secrets_no_variable_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "t.ini"
    path.write_text(WITH_VARIABLE)
    assert not load_settings(path, {}, secrets=False).password


def test_a_password_file_counts_from_the_configs_folder(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.touch(mode=0o600)
    secret.write_text("sesame\n")
    found = parse_settings("[wiki]\npassword_file = password\n", tmp_path / "t.ini", {})
    assert found.password.reveal() == "sesame"


# --- the example ------------------------------------------------------------------------------------------------------


def test_the_example_holds_every_default() -> None:
    assert settings(config_text({})) == Settings(file=FILE)


def test_the_example_says_what_holds() -> None:
    uncommented = "\n".join(_uncommented(line) for line in config_text({}).partition("[pages]")[0].split("\n"))
    assert settings(uncommented) == Settings(file=FILE)


def _uncommented(line: str) -> str:
    name = line.removeprefix("# ").partition(" =")[0]
    is_assignment = any(name in section.__dataclass_fields__ for section in SECTIONS.values())
    return line.removeprefix("# ") if is_assignment else line.removeprefix("#") if line.startswith("#  ") else line


def test_a_config_of_given_options_is_read_back() -> None:
    given = {
        ("blog", "url"): "https://example.org",
        ("blog", "vote_icons"): "for.gif = FOR\nno.gif = AGAINST",
        ("http", "delay_seconds"): "0.5",
    }
    found = settings(config_text(given))
    assert found.blog.url == "https://example.org"
    assert found.blog.vote_icons == {"for.gif": "FOR", "no.gif": "AGAINST"}
    assert found.http.delay_seconds == 0.5


def test_every_section_is_fixed_or_free() -> None:
    assert set(SECTION_NAMES) == {*SECTIONS, *FREE_SECTIONS}


def test_the_example_is_short_and_every_option_of_it_is_one_of_all() -> None:
    shown = [line.removeprefix("# ").partition(" =")[0] for line in example_config().splitlines() if " =" in line]
    assert len(shown) < 15
    assert "tracker config --all" in example_config()
    assert set(shown) <= {each["option"] for each in options(is_whole=True)}
    assert len(options(is_whole=False)) == len(FIRST)
