"""What people do by hand, ask for on the wiki or in a chat, and what they are answered.

Read ``naming`` and ``identities`` (who is who), ``by_hand``, ``deciding``, ``correcting`` and ``redacting`` (commands), ``requests`` and ``asked``
(lines on the wiki), ``answering`` and ``letters`` (a chat), ``resync``. From outside comes what one command or one step
of a tick needs.
"""
