"""The tests of the games, and the language in which their situations are told."""
