"""What the real MediaWiki makes of a wikitext: the page as readers get it, and everything the wiki noted about it."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup, Tag

from tests.services.mediawiki import MediaWiki

NOTED = ("langlinks", "categories", "templates", "images", "iwlinks", "properties")
HARMLESS_TAGS = frozenset({"wbr", "bdi"})


@dataclass(frozen=True)
class Parsed:
    """A parsed page: its HTML, and what `action=parse` tells about it."""

    html: BeautifulSoup
    answer: dict[str, Any]

    @property
    def skeleton(self) -> list[str]:
        """Every tag in order with its depth, but what escaping may add, the table of contents, and headings' old anchors."""
        body = [tag for tag in self.html.find_all(True) if not (is_harmless(tag) or in_contents(tag))]
        return [f"{depth(tag)} {tag.name} {' '.join(tag.get('class') or [])}" for tag in body]

    @property
    def noted(self) -> dict[str, Any]:
        """Categories, images, templates, links to other wikis, magic words: what a page does beyond its text."""
        return {name: self.answer[name] for name in NOTED}

    @property
    def links(self) -> set[str]:
        """Titles of the pages of this wiki that are linked."""
        return {link["title"] for link in self.answer["links"]}

    @property
    def external_links(self) -> list[str]:
        """Addresses of other sites that are linked, each once."""
        return sorted(self.answer["externallinks"])

    def rows(self, table: int = 0) -> list[list[Tag]]:
        """The cells of a table, row by row."""
        found = self.html.find_all("table", class_="wikitable")[table]
        return [row.find_all(["td", "th"], recursive=False) for row in found.find_all("tr")]


def is_harmless(tag: Tag) -> bool:
    is_old_anchor = (
        tag.name == "span" and tag.parent is not None and tag.parent.name in ("h2", "h3") and not tag.get("class")
    )
    return tag.name in HARMLESS_TAGS or (is_old_anchor and not tag.contents)


def in_contents(tag: Tag) -> bool:
    return tag.get("id") == "toc" or tag.find_parent(id="toc") is not None


def depth(tag: Tag) -> int:
    return sum(parent.name not in HARMLESS_TAGS for parent in tag.parents)


def parse(wiki: MediaWiki, wikitext: str, title: str = "Tracker/Test") -> Parsed:
    """Let the wiki parse a page as it would if it were saved: signatures and substitutions included."""
    answer = wiki.person("Admin").post(
        "parse",
        title=title,
        text=wikitext,
        contentmodel="wikitext",
        pst=1,
        prop="text|links|externallinks|" + "|".join(NOTED),
        disablelimitreport=1,
    )["parse"]
    return Parsed(BeautifulSoup(answer["text"], "lxml"), answer)


def seen(tag: Tag) -> str:
    """The text of a tag as a reader compares it: one kind of blank, one form of accents."""
    return unicodedata.normalize("NFC", " ".join(tag.get_text().replace("\xa0", " ").split()))
