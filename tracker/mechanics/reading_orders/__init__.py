"""Reading instructions out of a matter's words: sentences, what is only talk, places, changes and additions.

It gives ``enacting.instructions`` and nothing else; from outside come ``instruction_reading``, ``propositions`` and
``vocabulary``. Read in this order: ``proposal_text`` (sentences and quotations), ``sentence_kinds``,
``instruction_reading`` (the way of one sentence), then ``instruction_places``, ``instruction_changes`` and
``instruction_additions``.
"""
