"""Standings and crosstables as a page prints them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from games.models.game import Game, TrackingLevel
from tavleya.documents.contents import TieBreakColumn
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tavleya.tiebreaks import tiebreak
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.selectors.standings import StandingsRow
from tournaments.views.addresses import numbered
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import tiebreak_name, value_texts
from tournaments.views.seats import Seat, seat

#: So C.07 writes tie-breaks that it does not know.
_OTHER = "OTHER_"


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One line of standings.  `own`: the reader's line, or the line that they chose to highlight."""

    seat: Seat
    place: str
    points: str
    played: int
    values: tuple[str, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class Head:
    label: str
    name: str


def columns(descriptors: Iterable[str]) -> list[TieBreakColumn]:
    return [
        TieBreakColumn(tiebreak_code(code), tiebreak_name(code), tiebreak(code).article)
        for code in descriptors
    ]


def tiebreak_code(descriptor: str) -> str:
    """Return the short name of a tie-break for heads of tables: C.07's code, else a word."""
    if not descriptor.startswith(_OTHER):
        return descriptor
    name, slash, modifiers = descriptor.partition("/")
    return gettext(tiebreak(name).label) + slash + modifiers


def line(frame: SectionFrame, row: StandingsRow) -> StandingsLine:
    return StandingsLine(
        seat=seat(frame, row.registration),
        place=row.place,
        points=row.points,
        played=row.row.played,
        values=value_texts(row.values),
        own=is_own(frame, row.registration),
    )


def is_own(frame: SectionFrame, registration: Registration) -> bool:
    if frame.request.GET.get("player") == str(registration.number):
        return True
    return frame.actor.user_id is not None and registration.player.user_id == frame.actor.user_id


def letter_of(side: Side | None) -> str:
    """Return a colour in one letter of the reader's language."""
    return gettext("w") if side is Side.WHITE else gettext("b")


def kind_of(mark: str) -> str:
    if not mark:
        return "open"
    return {"1": "won", "+": "won", "0": "lost", "−": "lost"}.get(mark.rstrip("*"), "drawn")


def game_url(frame: SectionFrame, game_id: int) -> str:
    return numbered("game", frame.event.slug, number=game_id)


@dataclass(frozen=True, slots=True)
class Met:
    """The number of earlier games of two players; `score` from White's side: `2½–½`.  `url` links to their games."""

    times: int
    score: str
    url: str


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of a round for display.  `bye` is the reason why White has no opponent; `met` is for public persons."""

    number: int
    white: Seat
    black: Seat | None
    bye: str
    result: str
    live: bool
    url: str
    met: Met | None = None

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
        url=_board_url(frame, pairing.game.pk, live)
        if pairing.game and _has_page(pairing, pairing.game)
        else "",
    )


def _has_page(pairing: Pairing, game: Game) -> bool:
    """Return whether the game has a page: a game whose moves are not recorded has one only with a result."""
    return bool(pairing.result or game.tracking != TrackingLevel.RESULT or game.snapshot.get("last"))


def is_live(game: Game) -> bool:
    """Return whether moves and clocks are visible as they happen."""
    return game.tracking == TrackingLevel.LIVE and game.phase in (GamePhase.PLAYING, GamePhase.PAUSED)


def _board_url(frame: SectionFrame, game_id: int, live: bool) -> str:
    """Return the address of a board: the live page while it is being played."""
    return numbered("live-board", frame.event.slug, number=game_id) if live else game_url(frame, game_id)
