"""ExpressionEngine under the blog contract."""

from tests.contracts.blog_contract import BlogContract
from tests.contracts.blog_world import BlogWorld, ScriptedSite
from tracker.sources.blog.expressionengine import ExpressionEngine, ExpressionEngineConfig


class TestFrontPage(BlogContract):
    """With the front page as the hint."""

    reads_post = ("/archive/dry-socks",)
    tells_resolution_times = True

    def site(self) -> ScriptedSite:
        return ScriptedSite()

    def make(self, site: ScriptedSite) -> BlogWorld:
        config = ExpressionEngineConfig(base_url=site.url)
        return BlogWorld(site, lambda _, fetcher: ExpressionEngine(config, fetcher))


class TestFeed(TestFrontPage):
    """With a feed as the hint."""

    def make(self, site: ScriptedSite) -> BlogWorld:
        config = ExpressionEngineConfig(base_url=site.url, feed_urls=(f"{site.url}/feed",))
        return BlogWorld(site, lambda _, fetcher: ExpressionEngine(config, fetcher))
