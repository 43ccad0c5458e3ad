"""Secret decks: shuffles that follow from a secret text and players' words (``secret_deck``), and the record that proves them (``deck_record``)."""
