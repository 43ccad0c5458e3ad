"""The append-only stores of observations and of our own acts."""
