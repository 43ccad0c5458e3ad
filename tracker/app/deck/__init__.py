"""The secret deck of a game: committed to and drawn (``deck``), dealt in a tick (``dealing``), and checked after the game (``deck_verify``)."""
