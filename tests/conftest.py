"""What all tests share: fixtures, how often properties are tried, where files lie, and when memory is swept."""

import gc

import pytest

from tests import scratch, tries

pytest_plugins = ["tests.services.plugin", "tests.app.chat_fixtures"]

tries.register()

# Tens of thousands of cases stay in memory for the whole run: the collector need not walk them again and again.
gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests' files in memory where there is room."""
    scratch.choose()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave out of every later collection whatever was read for all tests."""
    gc.freeze()
