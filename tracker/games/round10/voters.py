"""Who may vote at an instant (R10-005), and what is in doubt about votes, in the words in which people are asked."""

from __future__ import annotations

from .players import DEPARTURES

may_be_playing = DEPARTURES.may_be_playing
doubts = DEPARTURES.doubts
