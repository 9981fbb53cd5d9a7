"""Fair play pages in the console, for arbiters only."""
