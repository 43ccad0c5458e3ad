"""Ruleset 170's dynasty: castaways on an island, who gather, build, hallucinate, and wait for a ship.

Outside only ``island`` is known. Read ``island``, ``parts``, ``acting``, then the rules by their titles.
"""

from .island import ISLAND

CODE = ISLAND
"""What the game asks a built-in dynasty for."""
__all__ = ["CODE", "ISLAND"]
