"""A MediaWiki over mwclient; its pages are not used, since they send a base timestamp."""

from __future__ import annotations

from tracker.wiki.mediawiki_api import MediaWikiApi
from tracker.wiki.mediawiki_backend import MediaWikiBackend
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import Pause


class MwclientWiki(MediaWikiBackend):
    """A MediaWiki whose requests mwclient carries."""

    _api: MediaWikiApi

    def __init__(self, settings: MediaWikiSettings, pause: Pause | None = None) -> None:
        """Take the settings; ``pause`` replaces the pause between edits, for tests."""
        super().__init__(settings, MediaWikiApi(settings), pause or Pause(settings.edit_pause))
