"""Pairing systems as pure functions on numbers and dataclasses."""
