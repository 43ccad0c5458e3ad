"""Readers of blogs, one module per blog engine."""
