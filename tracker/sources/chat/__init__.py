"""Chat as a source: Discord, read by requests or heard as things happen, and files that others exported from it.

From outside come ``discord``, ``export``, ``gateway`` and ``check``. Read ``config``, ``rows``, ``discord`` with
``rest`` and ``page``, ``gateway``, ``export``.
"""
