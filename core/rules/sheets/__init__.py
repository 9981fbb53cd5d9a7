"""Score sheets: the moves of one game as a player wrote them, or as a scanner left them (pure)."""

from core.rules.sheets.cutting import Scrap, cut
from core.rules.sheets.damage import Proposal, propose
from core.rules.sheets.reading import SheetReading, read_sheet

__all__ = ["Proposal", "Scrap", "SheetReading", "cut", "propose", "read_sheet"]
