"""Options of a federation: every point on which the texts of the rules are silent or disagree."""

from dataclasses import dataclass, fields
from typing import Literal, get_args

from tavleya.rules.tavreli.pieces import BIT, BLACK, LAST_RANK_OF, PROMOTED, RATNIK, RATNIK_STATE, demoted

Uncovered = Literal["always", "owner", "never"]
Covered = Literal["always", "opponent", "never"]
EnPassant = Literal["ratnik", "tower", "lone"]

_CHOICES = {
    "promote_when_uncovered": get_args(Uncovered),
    "demote_when_covered": get_args(Covered),
    "en_passant": get_args(EnPassant),
}


@dataclass(frozen=True)
class Rulings:
    """The options of tavreli; the defaults are the choices of this program.

    double_step_over_own: a double step may pass a square with an own piece on top. covered_ratnik_keeps_double_step: a
    ratnik covered and uncovered on its initial square may still step by two. en_passant: the captured part: the
    `ratnik` alone, the whole `tower` under it, or nothing at all unless the ratnik is alone there (`lone`).
    promote_when_uncovered: a ratnik uncovered on its last rank is promoted `always`, only by a move of its `owner`, or
    `never` (then it remains a ratnik there). demote_when_covered: a promoted ratnik turns back when any piece is put on
    it (`always`), only a piece of the `opponent`, or `never`. captured_rook_keeps_castling: a cover by the opponent
    does not cost the castling right; being carried off does. carried_ratnik_resets, splitting_resets: the count of 50
    moves also restarts when a ratnik is carried inside a tower, or when two or more pieces split off and become a new
    tower. touched_opponent_binds: a touched piece of the opponent must be covered if possible.
    """

    double_step_over_own: bool = False
    covered_ratnik_keeps_double_step: bool = True
    en_passant: EnPassant = "ratnik"
    promote_when_uncovered: Uncovered = "always"
    demote_when_covered: Covered = "always"
    captured_rook_keeps_castling: bool = True
    carried_ratnik_resets: bool = False
    splitting_resets: bool = False
    touched_opponent_binds: bool = False

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            choices = _CHOICES.get(field.name, (True, False))
            if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
                raise ValueError(f"{field.name}={value!r}")

    def uncovered(self, code: int, square: int, mover: int) -> int:
        """Return the piece after a move of the side `mover` has left it on top, which may promote a ratnik."""
        if code & RATNIK_STATE == RATNIK and BIT[square] & LAST_RANK_OF[code & BLACK]:
            if self.promote_when_uncovered == "always" or (
                self.promote_when_uncovered == "owner" and code & BLACK == mover
            ):
                return code | PROMOTED
        return code

    def covered(self, tower: bytes, cover: int) -> bytes:
        """Return `tower` after the piece `cover` was put on it: a promoted top turns back into a ratnik."""
        top = tower[0]
        if top & PROMOTED and (
            self.demote_when_covered == "always" or (self.demote_when_covered == "opponent" and (top ^ cover) & BLACK)
        ):
            return demoted(tower)
        return tower
