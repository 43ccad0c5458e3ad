"""What the tracker is used for: a tick, publishing, enacting, dice and cards, what people ask and do by hand.

Commands call these packages and hand them ``wired.Wired``, what the config chose. Read ``wired``, ``tick``, ``asking``,
``publish``, ``people``, ``enacting``, then the others.
"""
