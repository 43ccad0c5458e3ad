"""The games, a package each; none knows another, and only ``registry`` and ``base`` are imported from outside.

Read ``base`` (what a game gives), then ``blognomic``, or ``chat_game`` and one of the games on it.
"""
