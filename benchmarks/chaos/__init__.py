"""`./run chaos`: parts of the cluster are killed, frozen and cut off while others write to it; nothing may be lost.

Acknowledged writes are in a ledger that the writers keep; the run checks the database against it afterwards.
"""
