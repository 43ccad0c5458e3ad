"""The rules as a tree that propositions change: paths, changes, references, precedence, titles given later.

From outside come mostly ``rule_paths`` and ``rule_changes``. Read in this order: ``rule_paths``, ``rule_changes``,
``precedence``.
"""
