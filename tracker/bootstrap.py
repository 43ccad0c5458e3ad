"""Wires settings to adapters, games and use cases; the only importer of adapters by name."""
