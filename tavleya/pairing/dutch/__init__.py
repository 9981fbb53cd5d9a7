"""The Dutch Swiss of FIDE (Handbook C.04.3), as applied from 1 February 2026, and the edition before it."""

from tavleya.pairing.dutch.engine import pair

__all__ = ["pair"]
