"""What games share, as pure functions that know no particular game; games import it, and nothing of it imports them.

Read ``chat`` and ``state`` for games played in chat; ``ruleset`` and ``enacting`` for ruleset pages; ``table`` and
``declared`` for players' values; ``dice``, ``deck`` and ``drawing`` by themselves.
"""
