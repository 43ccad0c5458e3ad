"""Tests of tracker.config."""
