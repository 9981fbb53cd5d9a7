"""Printed documents of a tournament.  Contents are plain dataclasses; this package does not import Django."""
