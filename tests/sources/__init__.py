"""Tests of the readers of the outside world."""
