"""What is kept in files: the interchange format (``interchange``), openings and settings as people state them, and secrets of mode 600."""
