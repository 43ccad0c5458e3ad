"""Aeternus, a cycle of Infinite Nomic on an infinite map of hexes."""

from .game import GAME

__all__ = ["GAME"]
