"""The fixtures that all tests share."""

pytest_plugins = ["tests.services.plugin"]
