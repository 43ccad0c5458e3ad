"""Nomicoup: a nomic whose rules form a tree, joined to an endless game of Coup with a secret deck, played on Discord."""

from .game import GAME

__all__ = ["GAME"]
