"""Chess960 (FIDE Laws, Guidelines II): chess from one of 960 start positions, each with a number."""

from tavleya.rules.chess960.starts import Chess960Rules

__all__ = ["Chess960Rules"]
