"""How Round 10 carries out its rules."""
