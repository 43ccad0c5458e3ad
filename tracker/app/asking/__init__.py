"""What may be asked of the archive without changing it: folds (``folding``), replays, the case of a matter (``inquiry``), audits, the check-up."""
