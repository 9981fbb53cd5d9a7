"""The models of `entries`, by subject; here they are found by Django."""

from entries.models import check_in, fees

__all__ = ["check_in", "fees"]
