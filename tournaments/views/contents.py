"""Heads of printed pages, and tables of a section as files: the same facts in stable English keys."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from operator import attrgetter

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.templatetags.tavleya import day, until
from tavleya.documents.contents import Head
from tavleya.documents.tabular import Column, Grid, Value, halves
from tavleya.record.results import scores
from tavleya.sides import Side
from tournaments.access import exported, label_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.selectors.events import logo_of
from tournaments.selectors.standings import CrosstableCell, CrosstableRow, StandingsRow, crosstable_of, standings_of
from tournaments.views.frame import language


def moment(at: datetime, event: Event) -> str:
    """Return a time in the event's time zone: `21 November 2026, 16:04 CET`."""
    local_time = timezone.localtime(at, event.zone)
    return f"{day(local_time)}, {local_time:%H:%M %Z}"


def event_facts(event: Event) -> str:
    return " · ".join(filter(None, (event.place, until(event.starts_on, event.ends_on))))


def head(event: Event, section: Section | None, title: str, now: datetime, **more: object) -> Head:
    """Return the head of a page; `now` is printed as the time of printing."""
    name = section.name_in(language()) if section is not None else ""
    event_name = event.name_in(language())
    text = gettext("Printed %(time)s") % {"time": moment(now, event)}
    facts = str(more.pop("facts", event_facts(event)))
    if section is not None:
        facts = " · ".join(filter(None, (facts, mode_left(section))))
    return Head(
        event_name,
        "" if name == event_name else name,
        title,
        facts,
        made=text,
        made_at=now,
        language=language(),
        logo=logo_of(event.organisation),
        **more,  # type: ignore[arg-type]
    )


def mode_left(section: Section) -> str:
    """Return the note on prints of a section that has left its game's regulations; else an empty text."""
    if not section.left_mode or section.mode is None:
        return ""
    return gettext("%(mode)s has been left") % {"mode": gettext(section.mode.name)}


# Tables of a section for programs and spreadsheets.

PERSON: tuple[Column[Registration], ...] = (
    Column("number", lambda registration: registration.number, _("No.")),
    Column("name", lambda registration: registration.player.name_in(language()), _("Player")),
    Column("title", lambda registration: registration.player.title or None, _("Title")),
    Column("federation", lambda registration: registration.player.federation or None, _("Federation")),
    Column("rating", lambda registration: registration.rating, _("Rating")),
)


def players_grid(section: Section) -> Grid[Registration]:
    def player_column(name: str) -> Column[Registration]:
        return Column(name, lambda registration: getattr(registration.player, name) or None, label_of(Player, name))

    status = Column[Registration]("status", lambda registration: registration.status, _("State"))
    registrations = section.registrations.select_related("player").order_by("number")
    return Grid((*PERSON, *map(player_column, exported(Player)), status), tuple(registrations))


def pairings_grid(boards: Iterable[Pairing]) -> Grid[Pairing]:
    """Return the pairings; `white.score` and `black.score` are points of the usual scoring, 1, 0.5 and 0."""
    columns = (
        Column[Pairing]("board", lambda board: board.board, _("Board")),
        *_side(_("White"), "white", lambda board: board.white, 0),
        *_side(_("Black"), "black", lambda board: board.black, 1),
        Column[Pairing]("result", lambda board: board.result or None, _("Result")),
        Column[Pairing]("bye", lambda board: board.bye or None, _("Bye")),
    )
    return Grid(columns, tuple(boards))


def _side(
    title: object, key: str, player: Callable[[Pairing], Registration | None], index: int
) -> Iterator[Column[Pairing]]:
    """Yield the columns of the player of one side, and of their score."""
    for column in PERSON:
        name = title if column.key == "name" else f"{title}: {column.title}"
        yield column.inside(player, f"{key}.", name)
    yield Column(f"{key}.score", lambda board: scores(board.result)[index], f"{title}: {gettext('Score')}")


_RANK = Column[StandingsRow]("rank", lambda row: row.row.rank, _("Place"))
_POINTS = Column[StandingsRow]("points", lambda row: halves(row.row.points), _("Points"))
_RANKED_PERSON = tuple(column.inside(attrgetter("registration")) for column in PERSON)


def standings_grid(section: Section, after: int | None = None) -> Grid[StandingsRow]:
    """Return the standings; tie-breaks are numbers under their descriptors of C.07."""
    view = standings_of(section, after_round=after)
    columns = (
        _RANK,
        Column[StandingsRow]("last_rank", lambda row: row.row.last, _("Last shared place")),
        *_RANKED_PERSON,
        Column[StandingsRow]("played", lambda row: row.row.played, _("Games")),
        _POINTS,
        *(
            Column[StandingsRow](f"tiebreaks.{code}", partial(_tiebreak, index), code)
            for index, code in enumerate(view.tiebreaks)
        ),
    )
    return Grid(columns, view.rows)


def _tiebreak(index: int, row: StandingsRow) -> Value:
    value = row.values[index]
    if value is None:
        return None
    return float(value.text) if "." in value.text else int(value.text)


def crosstable_grid(section: Section) -> Grid[CrosstableRow]:
    """Return one column per round (`12w1`: opponent's place, colour, result), or per opponent in a round robin."""
    table = crosstable_of(section)
    by_round = not table.section.system.predetermined and table.rounds > 0
    kind, count = ("rounds", table.rounds) if by_round else ("against", len(table.rows))
    standing = attrgetter("standing")
    columns = (
        *(column.inside(standing) for column in (_RANK, *_RANKED_PERSON)),
        *(
            Column(f"{kind}.{number}", partial(_cells, number - 1, by_round=by_round), str(number))
            for number in range(1, count + 1)
        ),
        _POINTS.inside(standing),
    )
    return Grid(columns, table.rows)


def _cells(index: int, row: CrosstableRow, *, by_round: bool) -> Value:
    cells = (row.by_round if by_round else row.against)[index]
    return " ".join(cell_letters(cell, by_round=by_round) for cell in cells) or None


_LETTERS = {"½": "=", "−": "-", "1*": "W", "½*": "D", "0*": "L"}


def cell_letters(cell: CrosstableCell, *, by_round: bool) -> str:
    """Return a result in the letters of the TRF: a draw `=`, a loss without play `-`, unrated `W D L`."""
    mark = _LETTERS.get(cell.mark, cell.mark)
    if not by_round or cell.place is None:
        return mark
    return f"{cell.place}{'w' if cell.side is Side.WHITE else 'b'}{mark}"
