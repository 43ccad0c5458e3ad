"""Readers of the outside world; each turns what it sees into observations."""
