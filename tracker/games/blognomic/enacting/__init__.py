"""What the tracker writes to the ruleset page for admins: the changes of enacted matters, and the reset of a new dynasty.

From outside come ``enactments.ENACTING`` and ``reset``. Read ``enactments``, ``resolution_notes``, ``reset``,
``reset_enacting``.
"""
