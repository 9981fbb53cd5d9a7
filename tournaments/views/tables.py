"""Standings and crosstables as a page prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from common.sides import Side
from core.record.phase import GamePhase
from core.tiebreaks import tiebreak
from games.models import Game, TrackingLevel
from tournaments.models import Pairing, Registration
from tournaments.selectors import Crosstable, CrosstableCell, StandingsRow
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name, tiebreak_name
from tournaments.views.seats import Seat, seat

#: So C.07 writes tie-breaks that it does not know.
_OTHER = "OTHER_"


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break at the head of a table: its C.07 descriptor, its name, the article that defines it."""

    code: str
    name: str
    article: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One line of standings or crosstable.  `own`: the reader's, or the one he asked to have marked."""

    seat: Seat
    place: str
    points: str
    played: int
    values: tuple[str, ...]
    own: bool
    cells: tuple[TableCell, ...] = ()


@dataclass(frozen=True, slots=True)
class CrosstableMark:
    """One result in a crosstable: `kind` is won, drawn, lost or open; `words` say round, colour and opponent."""

    text: str
    kind: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class TableCell:
    games: tuple[CrosstableMark, ...]
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    label: str
    name: str


def columns(descriptors: Iterable[str]) -> list[Column]:
    return [Column(tiebreak_code(code), tiebreak_name(code), tiebreak(code).article) for code in descriptors]


def tiebreak_code(descriptor: str) -> str:
    """The short name of a tie-break as heads of tables have it: C.07's own, and a word where C.07 has none."""
    if not descriptor.startswith(_OTHER):
        return descriptor
    name, slash, modifiers = descriptor.partition("/")
    return gettext(tiebreak(name).label) + slash + modifiers


def line(frame: SectionFrame, row: StandingsRow, cells: tuple[TableCell, ...] = ()) -> StandingsLine:
    return StandingsLine(
        seat=seat(frame, row.registration),
        place=row.place,
        points=row.points,
        played=row.row.played,
        values=tuple("" if value is None else value.text for value in row.values),
        own=_own(frame, row.registration),
        cells=cells,
    )


def _own(frame: SectionFrame, registration: Registration) -> bool:
    if frame.request.GET.get("player") == str(registration.number):
        return True
    return frame.actor.user_id is not None and registration.player.user_id == frame.actor.user_id


def crosstable_lines(frame: SectionFrame, table: Crosstable) -> tuple[list[Head], list[StandingsLine]]:
    """Heads and lines: everybody against everybody in a round robin, else round by round."""
    seats = {row.line: seat(frame, row.standing.registration) for row in table.rows}
    by_round = not table.section.system.predetermined and table.rounds > 0
    if by_round:
        heads = [Head(str(number), round_name(number)) for number in range(1, table.rounds + 1)]
    else:
        heads = [Head(str(place), one.name) for place, one in seats.items()]
    lines = []
    for row in table.rows:
        source = row.by_round if by_round else row.against
        cells = tuple(
            TableCell(
                tuple(_mark(frame, cell, seats, with_opponent=by_round) for cell in games),
                diagonal=not by_round and index == row.line,
            )
            for index, games in enumerate(source, 1)
        )
        lines.append(line(frame, row.standing, cells))
    return heads, lines


def _mark(
    frame: SectionFrame, cell: CrosstableCell, seats: Mapping[int, Seat], *, with_opponent: bool
) -> CrosstableMark:
    text = cell.mark or "·"
    if with_opponent and cell.place is not None:
        text = f"{cell.place}{letter_of(cell)}{cell.mark}"
    return CrosstableMark(
        text, kind_of(cell.mark), _words(cell, seats), game_url(frame, cell.game) if cell.game else ""
    )


def letter_of(cell: CrosstableCell) -> str:
    """The colour in one letter of the reader's language."""
    return gettext("w") if cell.side is Side.WHITE else gettext("b")


def kind_of(mark: str) -> str:
    if not mark:
        return "open"
    return {"1": "won", "+": "won", "0": "lost", "−": "lost"}.get(mark.rstrip("*"), "drawn")


def _words(cell: CrosstableCell, seats: Mapping[int, Seat]) -> str:
    """`Round 5, White against Carlsen`."""
    parts = [round_name(cell.round)] if cell.round else []
    if cell.place is not None:
        words = (
            gettext("White against %(name)s")
            if cell.side is Side.WHITE
            else gettext("Black against %(name)s")
        )
        parts.append(words % {"name": seats[cell.place].name})
    if cell.mark and not cell.played:
        parts.append(gettext("not played"))
    if cell.mark.endswith("*"):
        parts.append(gettext("not rated"))
    return ", ".join(parts)


def game_url(frame: SectionFrame, game_id: int) -> str:
    return reverse("game", args=[frame.event.slug, game_id])


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of a round as it is printed.  `bye` says why White has no opponent."""

    number: int
    white: Seat
    black: Seat | None
    bye: str
    result: str
    live: bool
    url: str

    @property
    def search(self) -> str:
        return " ".join(filter(None, (self.white.search, self.black.search if self.black else "")))


def board_line(frame: SectionFrame, pairing: Pairing, points: Mapping[int, str], bye: str) -> BoardLine:
    black = pairing.black
    live = pairing.game is not None and is_live(pairing.game)
    return BoardLine(
        number=pairing.board,
        white=seat(frame, pairing.white, points.get(pairing.white_id, "")),
        black=seat(frame, black, points.get(black.pk, "")) if black else None,
        bye=bye,
        result=pairing.result,
        live=live,
        url=_board_url(frame, pairing.game_id, live) if pairing.game_id else "",
    )


def is_live(game: Game) -> bool:
    """Whether moves and clocks are to be seen as they happen."""
    return game.tracking == TrackingLevel.LIVE and game.phase in (GamePhase.PLAYING, GamePhase.PAUSED)


def _board_url(frame: SectionFrame, game_id: int, live: bool) -> str:
    """A board that is being played leads to where it can be watched."""
    return reverse("live-board", args=[frame.event.slug, game_id]) if live else game_url(frame, game_id)
