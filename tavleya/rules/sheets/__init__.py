"""Score sheets (pure): the moves of one game as written by a player or read by a scanner."""

from tavleya.rules.sheets.reading import (
    ReadingProposal,
    SheetReading,
    SheetToken,
    propose,
    read_sheet,
    tokenize,
)

__all__ = ["ReadingProposal", "SheetReading", "SheetToken", "propose", "read_sheet", "tokenize"]
