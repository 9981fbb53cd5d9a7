"""Score sheets (pure): the moves of one game as written by a player or read by a scanner."""

from tavleya.rules.sheets.damage import ReadingProposal, propose
from tavleya.rules.sheets.reading import SheetReading, read_sheet
from tavleya.rules.sheets.tokens import SheetToken, tokenize

__all__ = ["ReadingProposal", "SheetReading", "SheetToken", "propose", "read_sheet", "tokenize"]
