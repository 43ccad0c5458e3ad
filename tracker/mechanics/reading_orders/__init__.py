"""Reading instructions out of a matter's words: sentences, what is only talk, places, changes and additions.

Read in this order: ``proposal_text`` (sentences and quotations), ``sentence_kinds``, ``instruction_reading`` (the way of one sentence), then
``instruction_places``, ``instruction_changes`` and ``instruction_additions``. Gives ``enacting.instructions`` and nothing else.
"""
