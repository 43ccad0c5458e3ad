"""What people do by hand (``by_hand``, ``correcting``, ``resync``), ask for on the wiki (``asked``), and are answered (``answering``)."""
