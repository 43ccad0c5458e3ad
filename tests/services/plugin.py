"""The fixtures that give a test its services; each service starts when the first test asks for it."""

from collections.abc import Iterator

import pytest

from tests.services.mediawiki import MediaWiki
from tests.services.postgres import Postgres
from tests.services.wordpress import WordPress


@pytest.fixture(scope="session")
def mediawiki_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    """The run's wiki, with whatever earlier tests left in it."""
    server = MediaWiki.start(tmp_path_factory.mktemp("mediawiki"))
    yield server
    server.stop()


@pytest.fixture
def mediawiki(mediawiki_server: MediaWiki) -> MediaWiki:
    """The wiki, as new."""
    mediawiki_server.reset()
    return mediawiki_server


@pytest.fixture(scope="session")
def wordpress_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WordPress]:
    """The run's blog, with whatever earlier tests left in it."""
    server = WordPress.start(tmp_path_factory.mktemp("wordpress"))
    yield server
    server.stop()


@pytest.fixture
def wordpress(wordpress_server: WordPress) -> WordPress:
    """The blog, as new."""
    wordpress_server.reset()
    return wordpress_server


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The run's database server."""
    server = Postgres.start(tmp_path_factory.mktemp("postgres"))
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The address of a new, empty database."""
    url = postgres_server.create_database()
    yield url
    postgres_server.drop_database(url)
