"""What is shown: pages, what each player can do, what is printed beside the gamestate, and whom the tracker calls.

Only the game imports it. Read in this order: ``pages``, ``shown``, ``calls``.
"""
