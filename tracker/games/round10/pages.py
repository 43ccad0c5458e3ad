"""The pages of Round 10."""

CATALOGUE = {
    "players": "Tracker/Players and holdings",
}
