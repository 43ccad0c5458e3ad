"""BlogNomic: a blog where players post proposals and vote with icons in comments.

Outside only ``game`` is known. Read ``state``, ``reducing`` (which row goes to which rule), ``core``, ``view`` (what
holds), ``pages``; then ``special_case``, ``appendix``, ``ruleset``, ``enacting``, ``gndt``, ``dynasties``.
"""

from .game import GAME

__all__ = ["GAME"]
