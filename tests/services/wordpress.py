"""A real WordPress on loopback, from Debian's package, with MariaDB and PHP's built-in server."""

import re
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.services.mariadb import MariaDB
from tests.services.packages import unpacked
from tests.services.processes import ServiceError, run, stopped_on_error
from tests.services.site import PHP_FILES, TIMEOUT, Site, php

PACKAGES = ["wordpress", "wordpress-theme-twentytwentythree", "libjs-cropper", "libjs-underscore", "php-getid3"]
SERVER_SETTINGS = ("opcache.enable=1", "opcache.revalidate_freq=0", "display_errors=stderr", "memory_limit=256M")


class Post(NamedTuple):
    """A post of the blog."""

    id: int
    slug: str
    url: str


def wordpress_code() -> Path:
    """WordPress's own files: read-only, shared by all test runs."""
    return unpacked("wordpress", PACKAGES, _prepare_code) / "usr/share/wordpress"


def _prepare_code(root: Path) -> None:
    code = root / "usr/share/wordpress"
    (code / ".htaccess").unlink()
    (code / "wp-config.php").write_text("<?php\nrequire getenv( 'TEST_WORDPRESS_CONFIG' );\n")


class WordPress(Site):
    """The blog, and what its people do there."""

    admin_name = "admin"

    def __init__(self, directory: Path, code: Path) -> None:
        super().__init__(directory)
        self._code = code
        self._database: MariaDB | None = None
        self._forget_names()

    @classmethod
    def start(cls, directory: Path) -> Self:
        """Make a new blog in that directory and serve it."""
        php("curl", "mbstring", "mysqli", "xml")
        blog = cls(directory, wordpress_code())
        blog._make_content()
        blog._database = MariaDB.start(directory)
        with stopped_on_error(blog):
            blog._install(blog._database.port)
        return blog

    def _make_content(self) -> None:
        content = self.directory / "content"
        (content / "plugins").mkdir(parents=True)
        (content / "themes").symlink_to(self._code / "wp-content/themes")
        shutil.copytree(PHP_FILES / "icons", content / "uploads/icons")

    def _install(self, database_port: int) -> None:
        env = {
            "TEST_DATABASE_PORT": str(database_port),
            "TEST_DIRECTORY": str(self.directory),
            "TEST_URL": self.url,
            "TEST_WORDPRESS": str(self._code),
            "TEST_WORDPRESS_CONFIG": str(PHP_FILES / "wordpress_config.php"),
        }
        password = run([php(), str(PHP_FILES / "wordpress_install.php")], env=env).strip()
        self.serve(self._code, "wordpress_router.php", SERVER_SETTINGS, env)
        self._http.auth = (self.admin_name, password)
        self._api("GET", "")
        self.tell("__snapshot")

    def stop(self) -> None:
        """End the blog and its database."""
        super().stop()
        if self._database is not None:
            self._database.stop()

    def reset(self) -> None:
        """Make the blog as it was at the start: nothing posted, nobody but the admin; ids start again too."""
        super().reset()
        self._forget_names()

    def _forget_names(self) -> None:
        self._authors = {self.admin_name: 1}
        self._categories = {"Uncategorized": 1}

    def _api(self, method: str, path: str, **fields: object) -> Any:
        sent = {name: value for name, value in fields.items() if value is not None}
        answer = self._http.request(method, f"{self.url}/wp-json/wp/v2/{path}", json=sent, timeout=TIMEOUT)
        if not answer.ok:
            raise ServiceError(f"{method} {path} answered {answer.status_code}: {answer.text[:1000]}")
        return answer.json()

    # Who and what there is

    def add_author(self, name: str) -> int:
        """A new author with that display name; the login is made from it."""
        login = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or f"author-{len(self._authors)}"
        fields = {"username": login, "name": name, "email": f"{login}@example.org", "password": f"{login}-password"}
        self._authors[name] = int(self._api("POST", "users", **fields, roles=["author"])["id"])
        return self._authors[name]

    def add_category(self, name: str) -> int:
        """A new category."""
        self._categories[name] = int(self._api("POST", "categories", name=name)["id"])
        return self._categories[name]

    def _author_id(self, name: str) -> int:
        return _known(name, self._authors, "author")

    def _category_ids(self, names: str | Sequence[str]) -> list[int]:
        chosen = [names] if isinstance(names, str) else names
        return [_known(name, self._categories, "category") for name in chosen]

    # Posts

    def post(self, title: str, body: str, author: str, category: str | Sequence[str], at: datetime) -> Post:
        """Publish a post under that date, past or future; the body is HTML."""
        fields = {"title": title, "content": body, "author": self._author_id(author), "date_gmt": _gmt(at)}
        made = self._api("POST", "posts", **fields, categories=self._category_ids(category), status="publish")
        return Post(int(made["id"]), str(made["slug"]), str(made["link"]))

    def edit_post(self, post: Post | int, *, title: str | None = None, body: str | None = None) -> None:
        """Change a post's title or body; its address stays."""
        self._api("POST", f"posts/{_id(post)}", title=title, content=body)

    def set_post_category(self, post: Post | int, category: str | Sequence[str]) -> None:
        """Put a post into exactly these categories."""
        self._api("POST", f"posts/{_id(post)}", categories=self._category_ids(category))

    def trash_post(self, post: Post | int) -> None:
        """Take a post off the blog, as its author does who regrets it."""
        self._api("DELETE", f"posts/{_id(post)}")

    # Pages

    def add_page(self, title: str, body: str) -> Post:
        """Publish a page beside the posts; the body is HTML."""
        made = self._api("POST", "pages", title=title, content=body, status="publish")
        return Post(int(made["id"]), str(made["slug"]), str(made["link"]))

    def edit_page(self, page: Post, body: str) -> None:
        """Give a page another body."""
        self._api("POST", f"pages/{page.id}", content=body)

    # Comments

    def comment(self, post: Post | int, author: str, body: str, at: datetime) -> int:
        """Comment under that date; the body is HTML and may hold pictures. Answers the comment's id."""
        fields = {"post": _id(post), "author": self._author_id(author), "content": body, "date_gmt": _gmt(at)}
        return int(self._api("POST", "comments", **fields)["id"])

    def edit_comment(self, comment: int, body: str) -> None:
        """Change a comment's text; WordPress keeps no trace of when."""
        self._api("POST", f"comments/{comment}", content=body)

    def delete_comment(self, comment: int) -> None:
        """Remove a comment for good."""
        self._api("DELETE", f"comments/{comment}?force=true")


def _id(post: Post | int) -> int:
    return post.id if isinstance(post, Post) else post


def _known(name: str, ids: dict[str, int], kind: str) -> int:
    if name not in ids:
        raise ValueError(f"the blog has no {kind} {name!r}: use add_{kind}; there are {', '.join(ids)}")
    return ids[name]


def _gmt(instant: datetime) -> str:
    if instant.tzinfo is None:
        raise ValueError(f"an instant needs a time zone: {instant}")
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
