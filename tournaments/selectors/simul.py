"""A simultaneous display with its score, from the giver's side."""

from dataclasses import dataclass

from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class DisplayBoard:
    """`side` is the giver's; `points` their half-points and the opponent's, None while it is played."""

    pairing: Pairing
    opponent: Registration
    side: Side
    points: tuple[int, int] | None
    outcome: GameOutcome | None


@dataclass(frozen=True, slots=True)
class Display:
    """A display; `giver` is None before it is seated."""

    giver: Registration | None
    boards: tuple[DisplayBoard, ...]

    @property
    def score(self) -> tuple[str, str]:
        got = [board.points for board in self.boards if board.points is not None]
        return points_text(sum(own for own, _ in got)), points_text(sum(other for _, other in got))

    @property
    def open(self) -> int:
        return sum(board.points is None for board in self.boards)

    def count(self, *outcomes: GameOutcome) -> int:
        return sum(board.outcome in outcomes for board in self.boards)

    @property
    def won(self) -> int:
        return self.count(GameOutcome.WIN, GameOutcome.FORFEIT_WIN)

    @property
    def drawn(self) -> int:
        return self.count(GameOutcome.DRAW)

    @property
    def lost(self) -> int:
        return self.count(GameOutcome.LOSS, GameOutcome.FORFEIT_LOSS)


def display(section: Section, *, drafts: bool = False) -> Display:
    """Return the display with its boards.  Two queries."""
    giver = (
        Registration.objects.select_related("player").filter(pk=section.giver_id).first()
        if section.giver_id
        else None
    )
    if giver is None:
        return Display(None, ())
    rows = Pairing.objects.filter(round__section=section, in_schedule=True, black__isnull=False)
    if not drafts:
        rows = rows.exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("white__player", "black__player", "game").order_by("board")
    return Display(giver, tuple(_board(section, giver, row) for row in rows))


def _board(section: Section, giver: Registration, pairing: Pairing) -> DisplayBoard:
    side = Side.WHITE if pairing.white_id == giver.pk else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    assert opponent is not None
    if not pairing.result:
        return DisplayBoard(pairing, opponent, side, None, None)
    facts = FACTS[Result(pairing.result)]
    own, other = facts.of(side), facts.of(side.other)
    scoring = section.points
    return DisplayBoard(pairing, opponent, side, (scoring.of_outcome(own), scoring.of_outcome(other)), own)
