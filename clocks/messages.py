"""User-facing messages of `clocks`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {"bad_reading": N_("“%(text)s” is not a clock reading. Write it like 1:05:09 or 5:09.")}

say = Catalogue(SENTENCES)
