"""The board on which a game is played, and the arbiters' pages about it."""
