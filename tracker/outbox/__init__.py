"""Ways by which messages reach people: a webhook, and Discord; each carries out the port ``Outbox``.

Only the wiring imports it. Read ``harmless`` (what is taken out of people's words), ``exchange``, ``webhook``,
``discord``.
"""
