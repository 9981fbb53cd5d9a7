"""Score sheets: the moves of one game as a player wrote them, or as a scanner left them (pure)."""

from games.rules.sheets.cutting import Scrap, cut
from games.rules.sheets.damage import Proposal, propose
from games.rules.sheets.reading import SheetReading, read_sheet

__all__ = ["Proposal", "Scrap", "SheetReading", "cut", "propose", "read_sheet"]
