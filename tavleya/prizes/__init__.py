"""Prizes (pure): members of categories, distribution of a fund, and explanations."""
