"""What arbiters decide: each ruling is worked out, shown, and applied in one transaction."""
