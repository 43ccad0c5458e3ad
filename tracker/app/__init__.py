"""The use cases: one tick, publishing, resync, enactment and replay."""
