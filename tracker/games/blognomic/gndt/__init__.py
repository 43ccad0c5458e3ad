"""The table of players' values: revisions of its page, lines of its log, dice, edits by hand, and its audit.

Read ``gndt_records`` (what is kept), ``gndt_revisions`` (what a revision brings), ``gndt`` (a line is carried out),
``hand_edits``, ``gndt_view``, then the others. The reducer, the view and the pages import them.
"""
