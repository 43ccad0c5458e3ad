"""A MediaWiki over pywikibot: its requests, throttle and user-config; its pages are not used, as they send a base timestamp."""

from __future__ import annotations

from tracker.wiki.mediawiki_backend import MediaWikiBackend
from tracker.wiki.mediawiki_settings import MediaWikiSettings
from tracker.wiki.politeness import Pause
from tracker.wiki.pywikibot_api import PywikibotApi
from tracker.wiki.pywikibot_home import PywikibotHome


class PywikibotWiki(MediaWikiBackend):
    """A MediaWiki whose requests pywikibot carries."""

    _api: PywikibotApi

    def __init__(self, settings: MediaWikiSettings, home: PywikibotHome) -> None:
        """Take the settings and pywikibot's directory; the pause between edits is its throttle's."""
        super().__init__(settings, PywikibotApi(settings, home), Pause(0))
