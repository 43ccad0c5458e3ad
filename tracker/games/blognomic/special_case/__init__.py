"""The Special Case rules, which the ruleset page sets active or inactive.

Read ``special_case`` (which are active), then ``tags``, ``atomic`` and ``orphans``, which carry one out each; the
chapters of ``core`` import the first two.
"""
