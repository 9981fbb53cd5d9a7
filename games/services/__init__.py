"""Services: one function for each act in a game.

Each takes keyword arguments, among them `actor` and `now`, and runs in one transaction.
"""
