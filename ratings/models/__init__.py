"""The models of `ratings`, by subject; here they are found by Django."""

from ratings.models import norms, rated

__all__ = ["norms", "rated"]
