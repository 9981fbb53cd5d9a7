"""What arbiters keep for fair play: random checks, devices handed in, declarations, complaints, games to screen.

The event's log says that it was done and never of whom: officials read the log who do not see these.
"""
