"""The backends through which wiki pages are read and saved: a folder, or a MediaWiki by one of two libraries.

Only the wiring imports them. Read ``directory``, then ``mediawiki_backend`` with ``answer_shapes`` and ``failures``,
then a library's own module.
"""
