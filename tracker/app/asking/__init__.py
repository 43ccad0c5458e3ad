"""What may be asked of the archive without changing it: what holds, why, and what a file of observations says.

From outside come ``folding``, ``inquiry`` and ``replay``, and what one command each needs. Read ``folding`` (what
holds), ``inquiry`` (the case of a matter), ``replay``, ``audit``, ``checkup``, ``shadow``.
"""
