"""Standings and crosstables as a page prints them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from types import MappingProxyType

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.models.game import Game, TrackingLevel
from tavleya.documents.contents import TieBreakColumn
from tavleya.messages import N_
from tavleya.record.entries import GamePhase
from tavleya.sides import Side
from tavleya.tiebreaks import tiebreak
from tavleya.tiebreaks.base import Contribution, PointSource, Value
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.names import bye_name, listed_name
from tournaments.selectors.standings import Crosstable, CrosstableCell, CrosstableRow, StandingsRow, StandingsView
from tournaments.views.frame import SectionFrame, decimal_text, language, round_name, tiebreak_name, value_texts
from tournaments.views.seats import Seat, around, numbered, seat

# The computation of one player's tie-breaks, part by part.

_SOURCES: Mapping[PointSource, str] = MappingProxyType(
    {
        PointSource.GAME: "",
        PointSource.OWN: "",
        PointSource.FORFEIT: N_("forfeit"),
        PointSource.DUMMY: N_("unplayed, counted against a dummy opponent"),
        PointSource.BYE: N_("bye"),
    }
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a value.  `cut`: a modifier of the tie-break leaves it out of the sum."""

    round: int
    opponent: Seat | None
    note: str
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Working:
    """One tie-break of the player: its value, and the parts of its sum (empty if it is not a sum)."""

    column: TieBreakColumn
    value: str
    parts: tuple[Part, ...]


def workings(frame: SectionFrame, view: StandingsView, registration: Registration) -> list[Working]:
    """Return the tie-breaks of the list that have a value for the player."""
    registrations = {row.registration.pk: row.registration for row in view.rows}
    values = next(row.values for row in view.rows if row.registration.pk == registration.pk)
    return [
        Working(
            column, decimal_text(value.text), tuple(_part(frame, part, value, registrations) for part in value.parts)
        )
        for column, value in zip(columns(view.tiebreaks), values, strict=True)
        if value is not None
    ]


def _part(
    frame: SectionFrame, contribution: Contribution, value: Value, registrations: Mapping[int, Registration]
) -> Part:
    opponent = registrations.get(contribution.opponent) if contribution.opponent is not None else None
    note = _SOURCES[contribution.source]
    return Part(
        round=contribution.round,
        opponent=seat(frame, opponent) if opponent else None,
        note=gettext(note) if note else "",
        text=decimal_text(value.part_text(contribution)),
        cut=contribution.cut,
    )


#: The prefix of C.07 for tie-breaks that it does not define.
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
    return [TieBreakColumn(tiebreak_code(code), tiebreak_name(code), tiebreak(code).article) for code in descriptors]


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


def has_moves(pairing: Pairing) -> bool:
    """Return whether there is a game to view: its moves are recorded, or were added to its result.

    Rows without the snapshot of the game are annotated with its `last_move`.
    """
    game = pairing.game
    if game is None or game.tracking != TrackingLevel.RESULT:
        return game is not None
    return bool(pairing.last_move if hasattr(pairing, "last_move") else game.snapshot.get("last"))


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
        url=_board_url(frame, pairing.game.pk, live) if pairing.game and (pairing.result or has_moves(pairing)) else "",
    )


def is_live(game: Game) -> bool:
    """Return whether moves and clocks are visible as they happen."""
    return game.tracking == TrackingLevel.LIVE and game.phase in (GamePhase.PLAYING, GamePhase.PAUSED)


def _board_url(frame: SectionFrame, game_id: int, live: bool) -> str:
    """Return the address of a board: the live page while it is being played."""
    return numbered("live-board", frame.event.slug, number=game_id) if live else game_url(frame, game_id)


# Titles of tables, with their round, so that pictures and prints name it too.


class TableKind(StrEnum):
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"


#: Before any round is over, after one, while one is being played.
_TITLES: Mapping[TableKind, tuple[str, str, str]] = MappingProxyType(
    {
        TableKind.STANDINGS: (
            N_("Standings"),
            N_("Standings after round %(number)s"),
            N_("Standings during round %(number)s"),
        ),
        TableKind.CROSSTABLE: (
            N_("Crosstable"),
            N_("Crosstable after round %(number)s"),
            N_("Crosstable during round %(number)s"),
        ),
    }
)


def table_title(kind: TableKind, rounds: Iterable[Round], after: int | None = None) -> str:
    """Return the title of the table after the round `after`, or of the current one by the section's `rounds`."""
    plain, over, during = _TITLES[kind]
    if after is not None:
        return gettext(over) % {"number": after}
    numbers: dict[str, int] = {}
    for round_ in rounds:
        numbers[round_.status] = max(numbers.get(round_.status, 0), round_.number or 0)
    if playing := numbers.get(RoundStatus.PLAYING):
        return gettext(during) % {"number": playing}
    if closed := numbers.get(RoundStatus.CLOSED):
        return gettext(over) % {"number": closed}
    return gettext(plain)


# The lines of standings as markup. Two thousand of them are rendered after every result, so no template is
# used.


def rows_markup(lines: Iterable[StandingsLine], *, federations: bool, ratings: bool) -> SafeString:
    """Return the rows of the table's body; `federations` and `ratings`: with these columns."""
    withdrawn = f' <span class="badge">{escape(gettext("withdrawn"))}</span>'
    rows = (
        _row(line, withdrawn if line.seat.withdrawn else "", federations=federations, ratings=ratings) for line in lines
    )
    return mark_safe("\n".join(rows))  # noqa: S308  every text in a row is escaped


def _row(line: StandingsLine, badge: str, *, federations: bool, ratings: bool) -> str:
    seat = line.seat
    person = person_markup(seat) if seat.person_url else ""
    cells = [
        f'<td class="number">{escape(line.place)}</td>',
        f'<th scope="row">{player_markup(seat.title, seat.name, seat.url)}{person}{badge}</th>',
    ]
    if federations:
        cells.append(f'<td class="wide-only">{escape(seat.federation)}</td>')
    if ratings:
        rating = "" if seat.rating is None else seat.rating
        cells.append(f'<td class="number wide-only">{rating}</td>')
    cells.append(f'<td class="number">{line.played}</td><td class="number points">{escape(line.points)}</td>')
    cells += [f'<td class="number tie-break">{escape(value)}</td>' for value in line.values]
    own = ' class="own"' if line.own else ""
    return f'<tr id="player-{seat.number}"{own}>{"".join(cells)}</tr>'


def player_markup(title: str, name: str, url: str) -> str:
    """Return a player as in components/player_cell.html, without a cell."""
    text = f'<span class="title">{escape(title)}</span> ' if title else ""
    return f'<a class="player" href="{escape(url)}">{text}{escape(name)}</a>'


def person_markup(seat: Seat) -> str:
    """Return the link to a person's page as in components/person_link.html."""
    words = escape(gettext("All events of %(name)s") % {"name": seat.name})
    symbol = f"{static('img/icons.svg')}#person"
    icon = f'<svg class="icon" aria-hidden="true" focusable="false"><use href="{symbol}"></use></svg>'
    return f' <a class="person-link" href="{escape(seat.person_url)}" aria-label="{words}" title="{words}">{icon}</a>'


# The lines of a crosstable as markup. A thousand players have ten thousand results, so no template is run.

_DIAGONAL = '<td class="cell diagonal"></td>'


class CrosstableMarkup:
    """Heads and rows of a table: opponents in columns in a round robin, else rounds.

    A result is `1`, or `12w1` if the column does not name the opponent; its title gives round, colour and opponent.
    """

    def __init__(self, frame: SectionFrame, table: Crosstable) -> None:
        self._frame, self._table = frame, table
        self._game = around("game", frame.event.slug)
        self._by_round = not table.section.system.predetermined and table.rounds > 0
        # By the opponent's place, and by the number of the round, escaped once for all results.
        self._names = ["", *(listed_name(row.standing.registration.player, language()) for row in table.rows)]
        self._rounds = ["", *(escape(round_name(number)) for number in range(1, table.rounds + 1))]
        self._against = {
            Side.WHITE: self._sentences(gettext("White against %(name)s")),
            Side.BLACK: self._sentences(gettext("Black against %(name)s")),
        }
        self._letters = {side: escape(letter_of(side)) for side in Side}
        self._not_played, self._not_rated = escape(gettext("not played")), escape(gettext("not rated"))

    def _sentences(self, text: str) -> list[str]:
        return [escape(text % {"name": name}) for name in self._names]

    @property
    def heads(self) -> list[Head]:
        if self._by_round:
            return [Head(str(number), round_name(number)) for number in range(1, self._table.rounds + 1)]
        return [Head(str(place), name) for place, name in enumerate(self._names[1:], start=1)]

    @property
    def rows(self) -> SafeString:
        """The rows of the table's body."""
        return mark_safe("\n".join(map(self._row, self._table.rows)))  # noqa: S308  every text in a row is escaped

    def _row(self, row: CrosstableRow) -> str:
        standing, registration = row.standing, row.standing.registration
        frame, number = self._frame, row.standing.registration.number
        url = numbered("player", frame.event.slug, frame.section.slug, number=number)
        player = player_markup(registration.player.title, self._names[row.line], url)
        cells = "".join(map(self._cell, row.by_round)) if self._by_round else self._against_all(row)
        values = "".join(f'<td class="number">{escape(value)}</td>' for value in value_texts(standing.values))
        own = ' class="own"' if is_own(frame, registration) else ""
        return (
            f'<tr id="player-{number}"{own}><td class="number sticky">{escape(standing.place)}</td>'
            f'<th class="sticky-2" scope="row">{player}</th>{cells}'
            f'<td class="number points">{escape(standing.points)}</td>{values}</tr>'
        )

    def _against_all(self, row: CrosstableRow) -> str:
        return "".join(
            _DIAGONAL if place == row.line else self._cell(games) for place, games in enumerate(row.against, start=1)
        )

    def _cell(self, games: tuple[CrosstableCell, ...]) -> str:
        return f'<td class="cell">{"".join(map(self._result, games))}</td>'

    def _result(self, cell: CrosstableCell) -> str:
        mark, place, side = cell.mark, cell.place, cell.side
        text = escape(cell.text) or "·"
        words = self._rounds[cell.round] if cell.round else ""
        if place is not None and side is not None:
            if self._by_round:
                text = f"{place}{self._letters[side]}{escape(mark)}"
            words += (", " if words else "") + self._against[side][place]
        if cell.bye:
            words += (", " if words else "") + escape(bye_name(cell.bye))
        elif mark and not cell.played:
            words += (", " if words else "") + self._not_played
        if mark.endswith("*"):
            words += (", " if words else "") + self._not_rated
        kind = kind_of(cell.text)
        if not cell.game:
            return f'<span class="{kind}" title="{words}">{text}</span>'
        before, after = self._game
        url = f"{before}{cell.game}{after}"
        return f'<a class="{kind}" href="{url}" title="{words}">{text}<span class="visually-hidden"> {words}</span></a>'
