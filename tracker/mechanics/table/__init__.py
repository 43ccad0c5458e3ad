"""Tables on wiki pages and the log below them: rows and cells, lines and who wrote them, edits by hand.

From outside come ``action_lines``, ``table_page`` and ``atomic_actions``. Read in this order: ``wikitable``,
``table_page``, ``page_changes``, ``authored_lines``, ``action_lines``, ``atomic_actions``.
"""
