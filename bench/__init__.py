"""What a tick costs, and how the cost grows."""
