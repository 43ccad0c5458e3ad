"""What BlogNomic's pages show: the board worked out for one instant, and the values of each region.

From outside come ``pages.drafts`` and ``page_titles``. Read ``board`` (its parts), ``board_view`` (how it is worked
out), ``pages`` (regions), then one page each.
"""
