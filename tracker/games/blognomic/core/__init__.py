"""The chapters of the Core Rules, each named as its rule is: who plays, what is voted on, when it may be resolved, and how a dynasty ends.

Read ``players`` and ``idle``, then ``votes``, ``proposals`` and ``calls``, then ``resolving`` (what an admin may do) and ``victory``.
"""
