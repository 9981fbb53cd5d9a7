"""The Dutch Swiss of FIDE (Handbook C.04.3), as applied from 1 February 2026."""
