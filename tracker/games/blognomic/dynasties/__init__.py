"""What a dynasty lets players do, as its file declares it or its own code carries it out; each folder is such a code.

From outside come ``played`` (the dynasty being played) and ``dynasty_files``. Read ``dynasty_files``, ``played``,
``acting``, ``limits``, ``abilities``.
"""
