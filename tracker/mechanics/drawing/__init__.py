"""Pictures made of plain shapes (``drawings``), written as SVG or PNG, and maps of hexes (``hex_grid``, ``drawn_hexes``)."""
