"""Secret decks: shuffles that follow from a secret text and players' words, the record that proves them, and its check.

From outside come all three: read ``secret_deck``, ``deck_record``, then ``deck_check``.
"""
