"""Title norms (pure): requirements as dated data, and their evaluation for a player's games."""
