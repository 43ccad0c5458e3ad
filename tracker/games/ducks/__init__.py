"""Ducks, a round of Infinite Nomic: ducks with Quacks, colours, ponds and missions, played on Discord.

Outside only ``game`` is known. Read ``state``, the chapters as the ruleset has them (``essential``, ``players``,
``feeding``, ``quacktions``, ``ponds`` ...), then ``announcements``, ``pages`` and ``game``.
"""

from .game import GAME

__all__ = ["GAME"]
