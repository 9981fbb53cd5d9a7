"""Entries that people make themselves: the terms, the entry and its private link, places, and what the desk decides."""
