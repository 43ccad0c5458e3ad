"""Bot manners that pages ask for: the {{bots}} and {{nobots}} templates, and the switch-off pages of our tasks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.core.ports import WikiPage
from tracker.core.region import visible_text

_TEMPLATE = re.compile(r"\{\{\s*(?:template\s*:\s*)?(nobots|bots)\s*(?:(?=[|}])|\Z)", re.IGNORECASE)
_ARGUMENTS = re.compile(r"(?:\|([^{}\[\]]*))?\}\}")
"""The rest of such a template as we can read it: with no other template, and no link, among its arguments."""
_NAMESPACE = re.compile(r"\Auser ?: ?", re.IGNORECASE)
_RUNNING = frozenset({"", "on", "run", "yes"})
_SUMMARY_LENGTH = 480
_SWITCH_LINK = re.compile(r" \(\[\[[^\[\]|]*\|switch off\]\]\)\Z")


BOARD, TABLE, ENACTING, PICTURES = "pages", "table", "enacting", "pictures"
TASKS: Mapping[str, str] = {
    BOARD: "the pages that show how the game stands",
    TABLE: "the table of players' values, the answers to lines below it, and values in the text of rules",
    ENACTING: "the ruleset page and what goes with it when a matter is enacted, and the answers to requests",
    PICTURES: "pictures",
}
"""What the tracker does on the wiki, each of which can be switched off by itself."""


PAUSE_QUESTION = "pause:tracker"
"""The question to which a pause of the tracker, and its end, is an answer (``on``, ``off``): it is no matter of any game."""


@dataclass(frozen=True, slots=True)
class Manners:
    """Who we are on the wiki, and the pages by which anybody stops us; an empty title means that there is none.

    ``switch_page`` stops everything, those of ``task_pages`` (task -> title) one task each.
    """

    account: str = ""
    switch_page: str = ""
    task_pages: Mapping[str, str] = field(default_factory=dict)

    @property
    def switch_pages(self) -> tuple[str, ...]:
        """The titles of all pages by which we are stopped."""
        return tuple(dict.fromkeys(title for title in (self.switch_page, *self.task_pages.values()) if title))

    def summary(self, text: str, task: str = BOARD) -> str:
        """An edit summary of one line with a link to the task's switch-off page, cut to what the wiki keeps."""
        page = self.task_pages.get(task) or self.switch_page
        link = f" ([[{page}|switch off]])" if page else ""
        line = " ".join(text.split())
        room = _SUMMARY_LENGTH - len(link)
        return (line if len(line) <= room else line[: room - 1] + "…") + link


def text_of_summary(summary: str) -> str:
    """What an edit summary of ours says without the link to a switch-off page; one that was cut ends with ``…``."""
    return _SWITCH_LINK.sub("", summary)


NO_MANNERS = Manners()
"""Nobody in particular, whom no page stops."""


def allows_bot(text: str, account: str) -> bool:
    """Whether a page lets our account edit it, by its {{bots}} and {{nobots}} templates; one that we cannot read says no."""
    if "{{" not in text and "{<" not in text:
        return True  # not even with a comment between its braces does a template stand there
    shown = visible_text(text).replace("\0", "")
    found = ((match[1].lower(), _ARGUMENTS.match(shown, match.end())) for match in _TEMPLATE.finditer(shown))
    return all(told is not None and _allows(name, told[1] or "", account) for name, told in found)


def _allows(template: str, arguments: str, account: str) -> bool:
    if template == "nobots":
        return bool(arguments.strip()) and not _named(arguments.replace("|", ","), account)
    for argument in arguments.split("|"):
        name, _, value = argument.partition("=")
        if name.strip().lower() in {"deny", "optout"} and _named(value, account):
            return False
        if name.strip().lower() == "allow" and not _named(value, account):
            return False
    return True


def _named(value: str, account: str) -> bool:
    """Whether a list of accounts names ours, or all."""
    names = {_account(name) for name in value.split(",")}
    return "All" in names or (bool(account) and _account(account) in names)


def _account(name: str) -> str:
    words = _NAMESPACE.sub("", " ".join(name.replace("_", " ").split()))
    return words[:1].upper() + words[1:].lower()


def switched_off(page: WikiPage) -> str:
    """Why the switch-off page stops us, or nothing: it stops us while it holds anything but ``on``."""
    text = " ".join(page.text.split())
    if not page.exists or text.lower() in _RUNNING:
        return ""
    by = f" by {page.editor}" if page.editor else ""
    return f"switched off{by} on the page {page.title!r}: {text[:200]}"
