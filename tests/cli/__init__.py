"""Tests of tracker.cli."""
