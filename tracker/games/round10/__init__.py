"""Round 10 of Infinite Nomic: secret bids and hands of cards, played on Discord.

Outside only ``game`` is known. Read ``state``, then the chapters as the ruleset has them (``bidding``, ``lots``,
``hands``, ``scoring``, ``items``, ``proposals``, ``judges``, ``secrets``), then ``announcements``,
``pages`` and ``game``.
"""

from .game import GAME

__all__ = ["GAME"]
