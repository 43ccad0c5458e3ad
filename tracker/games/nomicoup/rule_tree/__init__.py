"""The rules as a tree that propositions change: paths, changes, references, precedence, titles given later.

Read in this order: ``rule_paths``, ``rule_changes``, ``precedence``.
"""
