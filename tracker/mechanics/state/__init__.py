"""What follows from the description of a gamestate: printing, opening, checking, setting one value, and undoing.

From outside come ``described`` and ``keeping``. Read in this order: ``keeping`` (who remembers what was changed),
``described`` (typed parts and what follows from them), ``people`` (who stands where in it).
"""
