"""Ducks, a round of Infinite Nomic: ducks with Quacks, colours, ponds and missions, played on Discord."""

from .game import GAME

__all__ = ["GAME"]
