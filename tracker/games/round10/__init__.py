"""Round 10 of Infinite Nomic: secret bids and hands of cards, played on Discord."""

from .game import GAME

__all__ = ["GAME"]
