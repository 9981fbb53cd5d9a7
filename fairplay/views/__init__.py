"""Pages of fair play in the console, for arbiters alone."""
