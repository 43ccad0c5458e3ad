"""Secret decks: shuffles that follow from a secret text and players' words (``secret_deck``), the record that proves them, and its check.

Read in this order: ``secret_deck``, ``deck_record``, ``deck_check``.
"""
