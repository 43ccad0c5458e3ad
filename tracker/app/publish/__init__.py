"""From a gamestate to the wiki: what should stand there, the plan, the edits, and what others changed meanwhile.

From outside come ``pages`` (what should stand where) and ``publish`` (plan and act). Read these two, then ``pictures``,
``drifted``, ``restored``, ``page_marks``.
"""
