"""Electronic boards: what they show becomes moves, or a fault that says what is wrong."""
