"""Prizes: who belongs to a category, how a fund is shared out, and why (pure)."""
