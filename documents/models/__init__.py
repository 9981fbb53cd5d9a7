"""The models of `documents`, by subject; here they are found by Django."""

from documents.models import prizes

__all__ = ["prizes"]
