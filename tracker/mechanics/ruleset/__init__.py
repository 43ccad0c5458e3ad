"""Rulesets as pages: their tree and text, passages with their hashes, what reads otherwise than known, values in the text.

Games import any of it. Read in this order: ``ruletree`` and ``ruletext`` (the page), ``ruleset_passages`` and
``known_rules`` (which clause stands where), ``rule_doubts`` and ``written_in_doubt`` (what is unverified),
``page_numbers`` (values).
"""
