"""BlogNomic: a blog where players post proposals and vote with icons in comments."""

from tracker.games.blognomic.game import GAME

__all__ = ["GAME"]
