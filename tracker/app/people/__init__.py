"""What people do by hand (``by_hand``, ``deciding``, ``correcting``, ``redacting``) or ask for on the wiki (``asked``), and what is answered."""
