"""Aeternus: players explore a world of hexes, forage, fish, build and trade, and raise flags for their factions."""

from .game import GAME as GAME
