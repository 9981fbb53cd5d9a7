"""Decisions of arbiters: each ruling is computed, previewed and applied in one transaction."""
