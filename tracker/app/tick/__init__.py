"""One tick from start to end (``tick``), what of it others do as well (``looking``), and what it tells of itself (``telling``, ``notices``)."""
