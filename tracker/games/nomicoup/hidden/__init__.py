"""What is hidden: the Court Deck, its secret text and words, and private messages.

The other packages of the game import all of it. Read in this order: ``court_deck``, ``words``, ``secrets``,
``letters``.
"""
