"""What is shown: pages, what each player can do, what is printed beside the gamestate, and whom the tracker calls.

Read in this order: ``pages``, ``shown``, ``calls``.
"""
