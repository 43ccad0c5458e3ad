"""The Appendix: the words of the rules, how texts, names and dates are understood, how posts and statuses are followed.

Read ``keywords``, ``tracking`` (posts and comments), ``statuses``, ``dates``, ``names``, then the audits ``duties``,
``precedence``, ``keyword_table``. The chapters of ``core`` import ``keywords``, the reducer the rest.
"""
