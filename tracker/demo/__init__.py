"""A sample nomic blog: a story of a fortnight, served on loopback as an ExpressionEngine site, for the demo and the tests.

From outside come ``show`` and ``story``. Read ``story``, ``site``, ``show``.
"""
