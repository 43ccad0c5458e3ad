"""A real MediaWiki as the contract suites see it through pywikibot."""

from typing import Any

from tests.contracts.mediawiki_world import MediaWikiWorld
from tests.services.mediawiki import MediaWiki
from tracker.wiki.mediawiki_backend import MediaWikiBackend
from tracker.wiki.pywikibot_backend import PywikibotWiki
from tracker.wiki.pywikibot_home import PywikibotHome


class PywikibotWorld(MediaWikiWorld):
    """The real wiki, which our backend reaches through pywikibot."""

    def __init__(self, server: MediaWiki, home: PywikibotHome) -> None:
        self.home = home
        super().__init__(server)

    def another(self, **changes: Any) -> MediaWikiBackend:
        return PywikibotWiki(self.settings(**changes), self.home)
