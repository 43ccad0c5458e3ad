"""The Appendix: the words of the rules (``keywords``), how texts, names and dates are understood, and how posts and statuses are tracked."""
