"""The append-only stores of what was seen and of what we did ourselves, on SQLite or PostgreSQL.

From outside come ``sql.open_archive``, ``copies`` and ``checking``. Read ``schema``, ``sql``, ``intake``,
``sql_ledger``, ``sql_folds``, ``copies``.
"""
