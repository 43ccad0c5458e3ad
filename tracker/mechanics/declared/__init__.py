"""Dynasties that a file declares: values, actions and expressions, and in words what is amiss in the file.

From outside come ``file`` and ``declared_actions``. Read in this order: ``file`` (the whole), ``declared_variables``,
``declared_actions`` with ``declared_steps``, ``expressions``; ``toml_places`` says where a fault is.
"""
