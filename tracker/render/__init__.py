"""Turns gamestate into wikitext by templates."""
