"""One module for each revision of the archive's tables."""
