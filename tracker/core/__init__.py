"""The nouns, the ports and the pure functions that everything else stands on; it imports nothing of ours but errors.

Everybody imports it. Read ``observation``, ``fold``, ``gamestate``, ``clause``, ``rule`` and ``leaning``, then
``region``, ``change``, ``plan`` and ``planning``, then ``ports``.
"""
