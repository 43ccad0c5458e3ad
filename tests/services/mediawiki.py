"""A real MediaWiki on loopback, from Debian's package, with SQLite and PHP's built-in server."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import requests

from tests.services.packages import unpacked
from tests.services.processes import ServiceError, program, run, stopped_on_error
from tests.services.site import PHP_FILES, TIMEOUT, Site, helper_session, php

SERVER_SETTINGS = (
    "apc.enabled=1",
    "opcache.enable=1",
    "opcache.revalidate_freq=0",
    "display_errors=stderr",
    "memory_limit=256M",
    "upload_max_filesize=20M",
    "post_max_size=25M",
)
BOT_GRANTS = (
    "basic",
    "highvolume",
    "editpage",
    "editprotected",
    "createeditmovepage",
    "uploadfile",
    "uploadeditmovefile",
)
PEOPLE = ("Admin", "Ada", "Bo")


def mediawiki_code() -> Path:
    """MediaWiki's own files: read-only, shared by all test runs."""
    return unpacked("mediawiki", ["mediawiki", "mediawiki-classes"], _prepare_code) / "usr/share/mediawiki"


def _prepare_code(root: Path) -> None:
    code = root / "usr/share/mediawiki"
    for link in ("extensions", "LocalSettings.php", "config", "images"):
        (code / link).unlink()
    (code / "extensions").symlink_to("extensions-core")


class Person:
    """Somebody who uses the wiki's API; a mere reader until logged in."""

    def __init__(self, api_url: str) -> None:
        self._api_url = api_url
        self._http = helper_session()
        self._tokens: dict[str, str] = {}

    def log_in(self, name: str, password: str) -> None:
        """Become that account."""
        answer = self.post("login", lgname=name, lgpassword=password)["login"]
        if answer["result"] != "Success":
            raise ServiceError(f"{name} cannot log in: {answer}")

    def get(self, **parameters: str | int) -> dict[str, Any]:
        """What `action=query` answers, or another action when one is given."""
        return self._checked(self._http.get(self._api_url, params=self._complete(parameters), timeout=TIMEOUT))

    def post(self, action: str, **parameters: str | int | bytes) -> dict[str, Any]:
        """Do something, with the token that it needs; bytes are sent as a file."""
        kind, field = ("login", "lgtoken") if action == "login" else ("csrf", "token")
        if kind not in self._tokens:
            self._tokens[kind] = self.get(meta="tokens", type=kind)["query"]["tokens"][f"{kind}token"]
        files = {name: ("file", value) for name, value in parameters.items() if isinstance(value, bytes)}
        plain = {name: value for name, value in parameters.items() if not isinstance(value, bytes)}
        complete = self._complete({**plain, "action": action, field: self._tokens[kind]})
        return self._checked(self._http.post(self._api_url, data=complete, files=files, timeout=TIMEOUT))

    @staticmethod
    def _complete(parameters: dict[str, str | int]) -> dict[str, str | int]:
        return {"action": "query", **parameters, "format": "json", "formatversion": 2}

    @staticmethod
    def _checked(answer: requests.Response) -> dict[str, Any]:
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        if "error" in found:
            raise ServiceError(f"{found['error']['code']}: {found['error'].get('info')}")
        return found

    def close(self) -> None:
        self._http.close()


class MediaWiki(Site):
    """The wiki, and what persons do on it."""

    fault_path = "/api.php"
    bot_account = "Botty"
    bot_name = "Botty@t"
    bot_password = "0123456789abcdef0123456789abcdef"
    admin_name = "Admin"
    admin_password = "admin-password-12345"

    def __init__(self, directory: Path, code: Path) -> None:
        super().__init__(directory)
        self.api_url = f"{self.url}/api.php"
        self._code = code
        self._people: dict[str, Person] = {}
        self._reader = Person(self.api_url)

    @classmethod
    def start(cls, directory: Path) -> Self:
        """Make a new wiki in that directory and serve it."""
        wiki = cls(directory, mediawiki_code())
        for name in ("data", "images", "cache", "clean"):
            (directory / name).mkdir(parents=True)
        wiki._install()
        wiki._make_accounts()
        with stopped_on_error(wiki):
            wiki.serve(wiki._code, "mediawiki_router.php", SERVER_SETTINGS, wiki._environment())
            wiki._reader.get(meta="siteinfo")
            wiki.tell("__snapshot")
        return wiki

    def _environment(self) -> dict[str, str]:
        return {
            "MW_CONFIG_FILE": str(self.directory / "LocalSettings.php"),
            "TEST_DIRECTORY": str(self.directory),
            "TEST_LUA": program("lua5.1", "lua5.1"),
            "TEST_MEDIAWIKI": str(self._code),
            "TEST_URL": self.url,
        }

    def _install(self) -> None:
        for name, package in (("rsvg-convert", "librsvg2-bin"), ("diff3", "diffutils")):
            program(name, package)
        found = php("apcu", "curl", "gd", "intl", "mbstring", "pdo_sqlite", "xml")
        options = ["--dbtype", "sqlite", "--dbpath", f"{self.directory}/data", "--dbname", "wiki"]
        options += ["--server", self.url, "--scriptpath", "", "--confpath", str(self.directory)]
        options += ["--pass", self.admin_password, "--skins", "Vector", "Testwiki", self.admin_name]
        run([found, str(self._code / "maintenance/install.php"), *options])
        with (self.directory / "LocalSettings.php").open("a") as settings:
            settings.write(f"\nrequire {json.dumps(str(PHP_FILES / 'mediawiki_settings.php'))};\n")

    def _make_accounts(self) -> None:
        name, application = self.bot_name.split("@")
        bot = {"account": name, "account_password": self._password_of(name), "application": application}
        accounts = {
            "people": {person: self._password_of(person) for person in PEOPLE if person != self.admin_name},
            "bot": {**bot, "password": self.bot_password, "grants": BOT_GRANTS},
        }
        env = {**self._environment(), "TEST_ACCOUNTS": json.dumps(accounts)}
        run([php(), str(PHP_FILES / "mediawiki_accounts.php")], env=env)

    def _password_of(self, name: str) -> str:
        return self.admin_password if name == self.admin_name else f"{name.lower()}-password-12345"

    def stop(self) -> None:
        """End the server and forget the persons' logins."""
        for person in (self._reader, *self._people.values()):
            person.close()
        super().stop()

    def reset(self) -> None:
        """Make the wiki as it was at the start; whoever is logged in stays so."""
        super().reset()
        self.set_state()

    # The wiki's circumstances

    def set_state(
        self,
        *,
        readonly: str | None = None,
        lag: float | None = None,
        ratelimit: dict[str, Any] | None = None,
        now: datetime | None = None,
        uploads: bool = True,
        file_endings: Sequence[str] | None = None,
    ) -> None:
        """Let exactly these circumstances hold from the next request on; without arguments: none.

        `readonly` is the reason shown, `lag` the database's lag in seconds, `ratelimit` a value of $wgRateLimits (then
        bots are limited too), `now` the instant at which the wiki's clock stands still. `uploads` says whether files are
        taken at all, `file_endings` which ones.
        """
        self.tell("__ready")
        stamp = _mediawiki_time(now) if now else None
        knobs: dict[str, Any] = {"readonly": readonly, "lag": lag, "ratelimit": ratelimit, "now": stamp}
        knobs |= {"uploads": None if uploads else uploads, "file_endings": file_endings}
        chosen = {name: value for name, value in knobs.items() if value is not None}
        (self.directory / "state.json").write_text(json.dumps(chosen))

    # What persons do

    def person(self, name: str) -> Person:
        """One of PEOPLE, logged in."""
        if name not in PEOPLE:
            raise ValueError(f"no such person: {name}; there are {', '.join(PEOPLE)}")
        if name not in self._people:
            person = Person(self.api_url)
            person.log_in(name, self._password_of(name))
            self._people[name] = person
        return self._people[name]

    @property
    def _admin(self) -> Person:
        return self.person(self.admin_name)

    def edit(self, title: str, text: str, user: str = "Admin", summary: str = "") -> int:
        """Give a page this text, as a person does, and answer the revision that then stands."""
        done = self.person(user).post("edit", title=title, text=text, summary=summary)["edit"]
        if done["result"] != "Success":
            raise ServiceError(f"{title} was not saved: {done}")
        return int(done["newrevid"]) if "newrevid" in done else int(self.revisions(title)[0]["revid"])

    def delete(self, title: str) -> None:
        """Delete a page."""
        self._admin.post("delete", title=title)

    def move(self, old: str, new: str) -> None:
        """Rename a page; the old title becomes a redirect."""
        self._admin.post("move", **{"from": old}, to=new)

    def protect(self, title: str) -> None:
        """Let only admins edit and move a page, or create it when there is none."""
        kinds = "create=sysop" if self.text(title) is None else "edit=sysop|move=sysop"
        self._admin.post("protect", title=title, protections=kinds)

    def block(self, user: str) -> None:
        """Block an account for good."""
        self._admin.post("block", user=user, expiry="never")

    def upload(self, name: str, content: bytes, user: str = "Admin") -> None:
        """Upload a file (png, gif, jpg or svg) over whatever is there."""
        done = self.person(user).post("upload", file=content, filename=name, ignorewarnings=1)["upload"]
        if done["result"] != "Success":
            raise ServiceError(f"{name} was not uploaded: {done}")

    # What the wiki holds

    def text(self, title: str) -> str | None:
        """A page's wikitext, or nothing when there is no such page."""
        found = self._revisions(title, 1)
        return str(found[0]["text"]) if found else None

    def html(self, title: str) -> str:
        """The whole page as a reader's browser gets it."""
        return self._http.get(f"{self.url}/index.php", params={"title": title}, timeout=TIMEOUT).text

    def revisions(self, title: str) -> list[dict[str, Any]]:
        """All revisions of a page, newest first, as the API gives them, with the wikitext under "text"."""
        return self._revisions(title, 500)

    def file(self, name: str) -> bytes | None:
        """An uploaded file's newest content, or nothing when there is none."""
        answer = self._reader.get(prop="imageinfo", titles=f"File:{name}", iiprop="url")
        found = answer["query"]["pages"][0].get("imageinfo")
        return self._http.get(found[0]["url"], timeout=TIMEOUT).content if found else None

    def _revisions(self, title: str, limit: int) -> list[dict[str, Any]]:
        wanted = "ids|timestamp|user|comment|content|flags|tags|size"
        answer = self._reader.get(prop="revisions", titles=title, rvprop=wanted, rvslots="main", rvlimit=limit)
        found: list[dict[str, Any]] = answer["query"]["pages"][0].get("revisions", [])
        return [{**revision, "text": revision["slots"]["main"]["content"]} for revision in found]


def _mediawiki_time(instant: datetime) -> str:
    if instant.tzinfo is None:
        raise ValueError(f"an instant needs a time zone: {instant}")
    return instant.astimezone(UTC).strftime("%Y%m%d%H%M%S")
