"""Where a MediaWiki is, who we are there, and how gently we ask: what every backend of a MediaWiki is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from tracker import __version__
from tracker.errors import ConfigError
from tracker.wiki.politeness import DEFAULT_PATIENCE, Patience


@dataclass(frozen=True, slots=True)
class MediaWikiSettings:
    """Where the wiki is, who we are there, and how gently we ask.

    ``username`` is that of a bot password (``Account@name``); ``contact`` a mail address or page for the User-Agent;
    ``assertion`` what every edit asserts about us; ``maxlag``, ``edit_pause`` and ``timeout``, which
    bounds the wait for each part of an answer, are in seconds, as is ``deadline``, which bounds a whole answer;
    ``max_bytes`` is the longest one, unpacked.
    """

    api_url: str
    username: str = ""
    password: str = field(default="", repr=False)
    contact: str = ""
    assertion: Literal["bot", "user"] = "bot"
    maxlag: int = 5
    edit_pause: float = 5.0
    timeout: float = 30.0
    deadline: float = 300.0
    max_bytes: int = 100_000_000
    patience: Patience = DEFAULT_PATIENCE

    @property
    def user_agent(self) -> str:
        """Who is asking, with a contact, as the wiki's people want to know."""
        return f"nomic-tracker/{__version__} ({self.contact or 'no contact given'})"

    @property
    def address(self) -> SplitResult:
        """The address of ``api.php`` taken apart; raises ConfigError where it cannot be one."""
        address = urlsplit(self.api_url)
        if address.scheme not in {"http", "https"} or not address.path.endswith("/api.php"):
            fault, remedy = "this is no address of a wiki's API", "give it as https://wiki.example.org/w/api.php"
            raise ConfigError(fault, place=self.api_url, remedy=remedy)
        return address
