"""Aeternus, a cycle of Infinite Nomic: players explore a world of hexes, forage, fish, build and trade, and raise flags.

Outside only ``game`` is known. Read ``state``, the world (``hexes``, ``generation``, ``terrain``), the chapters
(``players``, ``factions``, ``phases``, ``actions`` ...), then ``announcements``, ``pages`` and ``game``.
"""

from .game import GAME as GAME
