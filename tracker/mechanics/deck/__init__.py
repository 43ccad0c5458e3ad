"""Secret decks: shuffles that follow from a secret text and players' words, and the record that proves them.

From outside come both: read ``secret_deck``, then ``deck_record``.
"""
