"""Carrying out what was voted for: the change of the ruleset shown and written (``enact``), within a tick (``enact_by_tick``), and its book."""
