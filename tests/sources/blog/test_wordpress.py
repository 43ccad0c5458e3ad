"""WordPress under the blog contract, by REST and by pages."""

from tests.contracts.blog_contract import BlogContract
from tests.contracts.blog_world import BlogWorld, ScriptedSite
from tests.contracts.wordpress_site import WordPressSite
from tracker.sources.blog.wordpress import WordPress, WordPressConfig


def world(site: ScriptedSite) -> BlogWorld:
    config = WordPressConfig(base_url=site.url, roster_url=f"{site.url}/players/")
    return BlogWorld(site, lambda _, fetcher: WordPress(config, fetcher))


class TestRest(BlogContract):
    """With the REST interface open."""

    reads_post: tuple[str, ...] = ("/wp-json/wp/v2/", "/dry-socks/")
    roster_requests = 1

    def site(self) -> ScriptedSite:
        return WordPressSite()

    def make(self, site: ScriptedSite) -> BlogWorld:
        return world(site)


class TestPages(TestRest):
    """With the REST interface closed."""

    reads_post = ("/dry-socks/",)
    has_member_ids = False

    def site(self) -> ScriptedSite:
        site = WordPressSite()
        site.is_rest_open = False
        return site
