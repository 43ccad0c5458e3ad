"""Tests of the readers of chats."""
