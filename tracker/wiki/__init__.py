"""The backends through which wiki pages are read and saved."""
