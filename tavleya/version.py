"""The version of the program, as files that leave it say by what they were written."""

VERSION = "0.2.0"


PROGRAM = "Tavleya"
