"""Services: one function for each act of organisers and arbiters.

Each takes keyword arguments, among them `actor` and `now`, and runs in one transaction.
"""
