"""The config file: INI to frozen settings, from one table of sections and options."""

from tracker.config.reading import load_settings, parse_settings
from tracker.config.secret import Secret
from tracker.config.settings import Settings

__all__ = ["Secret", "Settings", "load_settings", "parse_settings"]
