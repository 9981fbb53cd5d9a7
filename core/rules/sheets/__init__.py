"""Score sheets: the moves of one game as a player wrote them, or as a scanner left them (pure)."""

from core.rules.sheets.damage import ReadingProposal, propose
from core.rules.sheets.reading import SheetReading, read_sheet
from core.rules.sheets.tokens import SheetToken, tokenize

__all__ = ["ReadingProposal", "SheetReading", "SheetToken", "propose", "read_sheet", "tokenize"]
