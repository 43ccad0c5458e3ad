"""The ruleset page, revision by revision: its passages and numbers, what caused each change, which clauses are in doubt.

Read ``ruleset_page`` and ``ruleset``, then ``drift`` (law 7), ``withheld`` and ``rule_history``. From outside come
``ruleset_page``, ``rule_history`` and ``drift``.
"""
