"""The systems a section can be run by: one record each, listed in `registry`."""
