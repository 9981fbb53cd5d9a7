"""Tables of a section for programs and spreadsheets: the same facts in stable English keys."""

from collections.abc import Iterable
from typing import Any

from tavleya.documents.tabular import Grid, Value, halves, records
from tavleya.messages import N_
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tournaments.declarations import exported
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.crosstable import CrosstableCell, CrosstableRow, crosstable_of
from tournaments.selectors.standings import standings_of
from tournaments.views.frame import language

#: The schema of the JSON twins; it grows only when something is renamed or taken away.
SCHEMA = 1

#: Labels of column keys, for the heads of a workbook; players' own fields have the labels of their model.
TITLES = {
    "number": N_("No."),
    "name": N_("Player"),
    "title": N_("Title"),
    "federation": N_("Federation"),
    "rating": N_("Rating"),
    "status": N_("State"),
    "board": N_("Board"),
    "white": N_("White"),
    "black": N_("Black"),
    "result": N_("Result"),
    "score": N_("Score"),
    "bye": N_("Bye"),
    "rank": N_("Place"),
    "last_rank": N_("Last shared place"),
    "played": N_("Games"),
    "points": N_("Points"),
}


def _person(registration: Registration) -> tuple[Value, ...]:
    player = registration.player
    return (
        registration.number,
        player.name_in(language()),
        player.title or None,
        player.federation or None,
        registration.rating,
    )


_PERSON = ("number", "name", "title", "federation", "rating")
_NOBODY: tuple[Value, ...] = (None,) * len(_PERSON)


def players_grid(section: Section) -> Grid:
    registrations = section.registrations.select_related("player").order_by("number")
    columns = exported(Player)
    rows = tuple(
        (
            *_person(registration),
            *(getattr(registration.player, name) or None for name in columns),
            registration.status,
        )
        for registration in registrations
    )
    return Grid("players", (*_PERSON, *columns, "status"), rows)


def pairings_grid(boards: Iterable[Pairing]) -> Grid:
    """Return the pairings; `white.score` and `black.score` are points of the usual scoring, 1, 0.5 and 0."""
    sides = tuple(f"{side}.{key}" for side in ("white", "black") for key in (*_PERSON, "score"))
    rows = []
    for board in boards:
        white, black = _scores(board.result)
        other = _person(board.black) if board.black else _NOBODY
        rows.append(
            (
                board.board,
                *_person(board.white),
                white,
                *other,
                black,
                board.result or None,
                board.bye or None,
            )
        )
    return Grid("round", ("board", *sides, "result", "bye"), tuple(rows))


_WORTH: dict[str, Value] = {"1": 1, "½": 0.5, "0": 0, "+": 1, "−": 0}


def _scores(result: str) -> tuple[Value, Value]:
    if not result:
        return None, None
    white, black = FACTS[Result(result)].shown
    return _WORTH[white.rstrip("*")], _WORTH[black.rstrip("*")]


def standings_grid(section: Section, after: int | None = None) -> Grid:
    """Return the standings; tie-breaks are numbers under their descriptors of C.07."""
    view = standings_of(section, after_round=after)
    rows = tuple(
        (
            row.row.rank,
            row.row.last,
            *_person(row.registration),
            row.row.played,
            halves(row.row.points),
            *(None if value is None else _number(value.text) for value in row.values),
        )
        for row in view.rows
    )
    return Grid("standings", (*_TABLE, *(f"tiebreaks.{code}" for code in view.tiebreaks)), rows)


_TABLE = ("rank", "last_rank", *_PERSON, "played", "points")


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def crosstable_grid(section: Section) -> Grid:
    """Return one column per round (`12w1`: opponent's place, colour, result), or per opponent in a round robin."""
    table = crosstable_of(section)
    by_round = not table.section.system.predetermined and table.rounds > 0
    count = table.rounds if by_round else len(table.rows)
    group = "rounds" if by_round else "against"
    rows = tuple(
        (
            row.standing.row.rank,
            *_person(row.standing.registration),
            *_cells(row, by_round=by_round),
            halves(row.standing.row.points),
        )
        for row in table.rows
    )
    columns = ("rank", *_PERSON, *(f"{group}.{at}" for at in range(1, count + 1)), "points")
    return Grid("crosstable", columns, rows)


def _cells(row: CrosstableRow, *, by_round: bool) -> Iterable[Value]:
    for cells in row.by_round if by_round else row.against:
        yield " ".join(_cell(cell, by_round=by_round) for cell in cells) or None


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
            **records(Grid("", _PERSON, (_person(row.standing.registration),)))[0],
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
