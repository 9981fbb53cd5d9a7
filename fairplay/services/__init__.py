"""Fair play data of arbiters: random checks, devices handed in, declarations, complaints, games to screen.

The event's log records the act but never the player, because officials without access to fair play read it.
"""
