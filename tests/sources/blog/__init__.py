"""Tests of the readers of blogs."""
