"""One pass of the tracker, as cron runs it: look, work out, write, and tell how it went.

From outside come ``tick.tick``, and of ``looking``, ``pause`` and ``stopping`` what others do likewise under the same
lock. Read ``tick``, ``looking``, ``passing``, ``tick_report``, then ``standing``, ``telling``, ``notices``.
"""
