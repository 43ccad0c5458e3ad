"""What people write in files and read from them: observations, openings, settings, and secrets that nobody else may read.

From outside comes all of it. Read ``interchange`` (the format), ``exports``, ``opening``, ``setting_values``,
``private_file``.
"""
