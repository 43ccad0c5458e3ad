"""Pictures made of plain shapes, written as SVG or PNG, and maps of hexes.

From outside come ``drawings``, ``hex_grid`` and ``drawn_hexes``, in which order they are read.
"""
