"""Title norms: requirements as dated data, and what a player's games make of them (pure)."""
