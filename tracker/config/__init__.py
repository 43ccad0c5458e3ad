"""The config file: INI text becomes frozen settings, by one table of sections and options.

From outside come the names below, ``secret`` and ``settings``. Read ``option``, ``settings`` (every option),
``reading``, ``nomics`` (several in one file), ``example``.
"""

from tracker.config.nomics import each_nomic, parse_nomics, read_nomics
from tracker.config.reading import load_settings, parse_settings, with_deck_secret
from tracker.config.secret import Secret
from tracker.config.settings import Settings

__all__ = [
    "Secret",
    "Settings",
    "each_nomic",
    "load_settings",
    "parse_nomics",
    "parse_settings",
    "read_nomics",
    "with_deck_secret",
]
