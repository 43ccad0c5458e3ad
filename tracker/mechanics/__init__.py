"""Pure machinery that games share and that knows no particular game."""
