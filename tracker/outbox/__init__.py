"""Ways by which messages reach people (port ``Outbox``)."""
