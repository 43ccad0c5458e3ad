"""One module for each revision of the archive's tables, in the order of their names."""
