"""What is hidden: the Court Deck, its secret text and words, and private messages.

Read in this order: ``court_deck``, ``words``, ``secrets``, ``letters``.
"""
