"""Readers and writers of tournament files without a database: player lists, names, reports."""
