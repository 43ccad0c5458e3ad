"""What BlogNomic's pages show: the board worked out for one instant (``board``, ``board_view``), and each region's values (``pages``)."""
