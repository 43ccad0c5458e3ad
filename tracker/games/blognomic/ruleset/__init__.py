"""The ruleset page itself, revision by revision: its passages and numbers, what causes each change, and which clauses are in doubt.

Read ``ruleset_page`` and ``ruleset``, then ``drift`` (law 7) and ``rule_history``.
"""
