"""Tests of the ways by which messages reach people."""
