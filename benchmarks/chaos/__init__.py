"""`./run chaos`: parts of the cluster are killed, frozen and cut off while others write to it; nothing may be lost.

What was acknowledged stands in a ledger that the writers keep, and is looked for in the database afterwards.
"""
