"""Tables of a section for programs and spreadsheets: the same facts in stable English keys."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.documents.tabular import Column, Grid, Value, halves, record
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tournaments.declarations import exported, label_of
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.crosstable import CrosstableCell, CrosstableRow, crosstable_of
from tournaments.selectors.standings import StandingsRow, standings_of
from tournaments.views.frame import language

#: The schema of the JSON twins; it grows only when something is renamed or taken away.
SCHEMA = 1

PERSON: tuple[Column[Registration], ...] = (
    Column("number", lambda registration: registration.number, _("No.")),
    Column("name", lambda registration: registration.player.name_in(language()), _("Player")),
    Column("title", lambda registration: registration.player.title or None, _("Title")),
    Column("federation", lambda registration: registration.player.federation or None, _("Federation")),
    Column("rating", lambda registration: registration.rating, _("Rating")),
)


def players_grid(section: Section) -> Grid[Registration]:
    def own(name: str) -> Column[Registration]:
        return Column(
            name, lambda registration: getattr(registration.player, name) or None, label_of(Player, name)
        )

    status = Column[Registration]("status", lambda registration: registration.status, _("State"))
    registrations = section.registrations.select_related("player").order_by("number")
    return Grid((*PERSON, *map(own, exported(Player)), status), tuple(registrations))


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
    yield Column(f"{key}.score", lambda board: _scores(board.result)[index], f"{title}: {gettext('Score')}")


_WORTH: dict[str, Value] = {"1": 1, "½": 0.5, "0": 0, "+": 1, "−": 0}


def _scores(result: str) -> tuple[Value, Value]:
    if not result:
        return None, None
    white, black = FACTS[Result(result)].shown
    return _WORTH[white.rstrip("*")], _WORTH[black.rstrip("*")]


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
    count = table.rounds if by_round else len(table.rows)
    standing = attrgetter("standing")
    columns = (
        *(column.inside(standing) for column in (_RANK, *_RANKED_PERSON)),
        *(
            Column(
                f"{'rounds' if by_round else 'against'}.{at}",
                partial(_cells, at - 1, by_round=by_round),
                str(at),
            )
            for at in range(1, count + 1)
        ),
        _POINTS.inside(standing),
    )
    return Grid(columns, table.rows)


def _cells(index: int, row: CrosstableRow, *, by_round: bool) -> Value:
    cells = (row.by_round if by_round else row.against)[index]
    return " ".join(_cell(cell, by_round=by_round) for cell in cells) or None


_LETTERS = {"½": "=", "−": "-", "1*": "W", "½*": "D", "0*": "L"}


def _cell(cell: CrosstableCell, *, by_round: bool) -> str:
    """Return a result in the letters of the TRF: a draw `=`, a loss without play `-`, unrated `W D L`."""
    mark = _LETTERS.get(cell.mark, cell.mark)
    if not by_round or cell.place is None:
        return mark
    return f"{cell.place}{'w' if cell.side is Side.WHITE else 'b'}{mark}"


# JSON


def document(section: Section, kind: str, **more: object) -> dict[str, object]:
    """Return the common head of all JSON twins."""
    event = section.event
    return {
        "schema": f"tavleya/{kind}/{SCHEMA}",
        "event": {"slug": event.slug, "names": event.names},
        "licence": event.licence or None,
        "section": {
            "slug": section.slug,
            "names": section.names,
            "game": section.game,
            "format": section.format,
            "tiebreaks": list(section.tiebreaks),
        },
        **more,
    }


def round_facts(row: Round) -> dict[str, object]:
    return {
        "number": row.number,
        "status": row.status,
        "starts_at": row.starts_at.isoformat().replace("+00:00", "Z") if row.starts_at else None,
        "played_on": row.played_on.isoformat() if row.played_on else None,
    }


def crosstable_records(section: Section) -> list[dict[str, Any]]:
    """Return lines in order of rank, each with its games; `opponent` is a starting number, as in all these files."""
    table = crosstable_of(section)
    numbers = {row.line: row.standing.registration.number for row in table.rows}
    by_round = table.rounds > 0
    return [
        {
            "rank": row.standing.row.rank,
            **record(PERSON, row.standing.registration),
            "points": halves(row.standing.row.points),
            "games": [
                {
                    "round": cell.round or None,
                    "opponent": numbers.get(cell.place) if cell.place else None,
                    "colour": cell.side.value if cell.side else None,
                    "mark": _cell(cell, by_round=False) or None,
                    "played": cell.played,
                    "game": cell.game,
                }
                for cells in (row.by_round if by_round else row.against)
                for cell in cells
            ],
        }
        for row in table.rows
    ]
