"""The rules core: positions, moves, notation and pictures of chess, Russian draughts and tavreli (pure)."""
