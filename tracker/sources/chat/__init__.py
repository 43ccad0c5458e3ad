"""Chat as a source: Discord read over REST or its gateway, and files that others exported from it."""
