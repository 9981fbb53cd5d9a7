"""The models of `people`, by subject; here they are found by Django."""

from people.models import person, series

__all__ = ["person", "series"]
