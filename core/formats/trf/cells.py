"""The round columns of a player's line."""

from __future__ import annotations

from common.sides import Side
from core.formats.trf.columns import Column, read_whole, unreadable
from core.formats.trf.results import ResultCell, ResultMark

_SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None, " ": None, "": None}
_LETTERS = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
_EMPTY = "0000 -"


class RoundColumn(Column):
    """`  12 w 1`: the opponent's starting rank, the colour, the result."""

    def read(self, text: str) -> ResultCell:
        """Raises Unreadable (`trf_round_cell`)."""
        bad = unreadable("trf_round_cell", text=text.rstrip())
        text = text.ljust(self.width)
        colour, mark = text[5].lower(), text[7].strip().upper()
        if text[4] != " " or text[6] != " " or colour not in _SIDES or mark not in set(ResultMark):
            raise bad
        opponent = text[:4].strip()
        if opponent and not (opponent.isascii() and opponent.isdigit()):
            raise bad
        cell = ResultCell(read_whole(opponent or "0") or None, _SIDES[colour], ResultMark(mark))
        if not fits(cell):
            raise bad
        return cell

    def write(self, value: ResultCell) -> str:
        if value.empty:
            return ""
        opponent = _EMPTY[:4] if value.opponent is None else str(value.opponent).rjust(4)
        return f"{opponent} {_LETTERS[value.side]} {value.mark or ' '}"


def fits(cell: ResultCell) -> bool:
    """Byes have no opponent and no colour; whoever plays or has played has both.

    The colour of a game that was not played may be written or not (TRF16).  A forfeit against nobody is a team's
    whose opponents did not come.
    """
    if cell.mark.bye:
        return cell.opponent is None
    if cell.mark.forfeit:
        return True
    if cell.mark is ResultMark.NONE:
        return cell.opponent is None or cell.side is not None
    return cell.opponent is not None and cell.side is not None
