"""Everybody sees what is public, a player also their own, the operator all of it."""

import pytest

from tracker.app.asking.audience import may_see


@pytest.mark.parametrize(
    ("viewer", "audience", "sees"),
    [
        ("public", "public", True),
        ("public", "operator", False),
        ("public", "Ada", False),
        ("Ada", "public", True),
        ("Ada", "Ada", True),
        ("Ada", "Bo", False),
        ("Ada", "operator", False),
        ("operator", "Ada", True),
        ("operator", "operator", True),
    ],
)
def test_who_may_see_what(viewer: str, audience: str, sees: bool) -> None:
    assert may_see(viewer, audience) is sees
