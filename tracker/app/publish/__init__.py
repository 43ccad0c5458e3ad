"""From a gamestate to the wiki: what should stand there (``pages``), plan and act (``publish``), and what others changed (``drifted``)."""
