"""How many examples a property is tried with: enough for every run, or many more with ``HYPOTHESIS_PROFILE=long``."""

import os

from hypothesis import settings

USUAL, LONG = "patient", "long"
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", USUAL)


def register() -> None:
    """Make both profiles known, and choose; a property may take as long as it needs, as ``bench`` measures speed.

    The usual one tries the same examples in every run: what fails by chance is found by ``make properties``.
    """
    settings.register_profile(USUAL, deadline=None, derandomize=True)
    settings.register_profile(LONG, deadline=None, max_examples=1000)
    settings.load_profile(PROFILE)


def tries(usual: int, *, long: int) -> int:
    """The number of examples for a property that is dear to try."""
    return long if PROFILE == LONG else usual
