"""Nomicoup: a nomic whose rules form a tree, joined to an endless game of Coup with a secret deck, played on Discord.

Outside only ``game`` is known. Read ``state``, ``playing``, ``hidden``, ``proposing``, ``rule_tree``, then ``showing``
and ``game``.
"""

from .game import GAME

__all__ = ["GAME"]
