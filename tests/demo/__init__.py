"""Tests of the demo's blog."""
