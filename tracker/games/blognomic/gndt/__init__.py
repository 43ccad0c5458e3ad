"""The table of players' values: revisions of its page (``gndt_revisions``), lines and dice (``gndt_lines``), changes by hand, and its audit."""
