"""Who may see what: everybody the public things, a player also their own, the operator everything."""

from __future__ import annotations

from tracker.core.observation import OPERATOR, PUBLIC


def may_see(viewer: str, audience: str) -> bool:
    """Whether a viewer (``public``, ``operator`` or a player's name) may see what is meant for an audience."""
    return viewer == OPERATOR or audience in (PUBLIC, viewer)
