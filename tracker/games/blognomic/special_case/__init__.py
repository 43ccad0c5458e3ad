"""The Special Case rules, which the ruleset page sets active or inactive: ``special_case`` tells which are, the others carry one out each."""
