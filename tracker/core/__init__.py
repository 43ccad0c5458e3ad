"""The nouns, ports and pure functions that everything else stands on."""
