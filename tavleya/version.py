"""The version of the program, stored in exported files."""

VERSION = "0.2.0"


PROGRAM = "Tavleya"
