"""Entry fees: what somebody owes and why, what a fee is at, and how a bank is told about it (pure)."""
