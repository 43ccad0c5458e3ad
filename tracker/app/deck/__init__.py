"""The secret deck of a game: its text is committed to, cards are dealt from it in a tick, and everybody checks it afterwards.

From outside come ``dealing``, ``deck_secret`` and ``deck_verify``. Read ``deck_secret``, ``deck``, ``dealing``,
``deck_restored``, ``deck_verify``.
"""
