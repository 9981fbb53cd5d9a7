"""The round columns of a player's line."""

from tavleya.formats.messages import say
from tavleya.formats.trf.columns import Column, read_whole, unreadable
from tavleya.formats.trf.results import POINTS_AS_BYES, ResultCell, ResultMark
from tavleya.messages import Message
from tavleya.sides import Side

_SIDES = {"w": Side.WHITE, "b": Side.BLACK, "-": None, " ": None, "": None}
_LETTERS = {Side.WHITE: "w", Side.BLACK: "b", None: "-"}
_EMPTY = "0000 -"


class RoundColumn(Column):
    """`  12 w 1`: the opponent's starting rank, the colour, the result."""

    def read(self, text: str) -> ResultCell:
        """Read a round.  Raises: Unreadable ("trf_round_cell")."""
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

    def substitute(self, text: str) -> tuple[ResultCell, Message]:
        """Return a replacement that keeps the opponent, if any; an invalid letter becomes an unknown result."""
        text = text.ljust(self.width)
        colour, letter = text[5].lower(), text[7].strip().upper()
        opponent = int(text[:4]) if text[:4].strip().isascii() and text[:4].strip().isdigit() else 0
        mark = ResultMark(letter) if letter in set(ResultMark) else ResultMark.UNKNOWN
        side = _SIDES.get(colour)
        if not opponent:
            return ResultCell(mark=POINTS_AS_BYES.get(mark, ResultMark.ZERO_BYE)), say(
                "trf_remedy.bye_instead"
            )
        if mark.bye:
            return ResultCell(mark=mark), say("trf_remedy.no_opponent")
        if mark is ResultMark.UNKNOWN:
            return ResultCell(opponent, side, mark), say("trf_remedy.result_unknown")
        return ResultCell(opponent, side, mark), say("trf_remedy.colour_of_the_other")

    def write(self, value: ResultCell) -> str:
        if value.empty:
            return ""
        opponent = _EMPTY[:4] if value.opponent is None else str(value.opponent).rjust(4)
        return f"{opponent} {_LETTERS[value.side]} {value.mark or ' '}"


def fits(cell: ResultCell) -> bool:
    """Return whether the parts agree: a bye has no opponent and no colour, a game or pairing has both.

    An unplayed game may lack the colour (TRF16).  A forfeit without an opponent belongs to a team whose opponents did
    not come.
    """
    if cell.mark.bye:
        return cell.opponent is None
    if cell.mark.forfeit:
        return True
    if cell.mark is ResultMark.NONE:
        return cell.opponent is None or cell.side is not None
    return cell.opponent is not None and cell.side is not None
