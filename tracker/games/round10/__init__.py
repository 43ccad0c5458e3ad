"""Round 10 of Infinite Nomic: secret bids and hands of cards, played on Discord.

Read ``state``, then the chapters as the ruleset has them: players, phases, bidding, lots, hands, prizes, scoring, trade, contracts,
proposals, items, judges, secrets, victory; ``game`` wires them, ``announcements`` is what players say, ``pages`` what they read.
"""

from .game import GAME

__all__ = ["GAME"]
