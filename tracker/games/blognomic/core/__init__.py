"""The chapters of the Core Rules, each named as its rule is: who plays, what is voted on, when it may be resolved.

Read ``players`` and ``idle``, then ``votes``, ``proposals`` and ``calls``, then ``resolving`` and ``judging`` (what an
admin may do), ``victory`` and ``ascension``. The reducer, the view and the pages import them.
"""
