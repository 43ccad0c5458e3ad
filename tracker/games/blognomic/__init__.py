"""BlogNomic: a blog where players post proposals and vote with icons in comments."""

from .game import GAME

__all__ = ["GAME"]
