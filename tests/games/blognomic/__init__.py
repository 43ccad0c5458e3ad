"""The situations of BlogNomic, ruleset 170."""
