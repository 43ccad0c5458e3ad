"""The fixtures that all tests share, and how long properties may take: as long as they need (``bench`` measures speed)."""

from hypothesis import settings

pytest_plugins = ["tests.services.plugin", "tests.app.chat_fixtures"]

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
