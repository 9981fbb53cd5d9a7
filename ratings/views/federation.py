"""The results of a section for a federation without a file format: draughts, tavreli, Chess960.

A workbook with the event and its officials, the players with their federation data, every game with colours and drawn
opening, and the final table.
"""

from django.utils.translation import gettext

from clocks.labels import control_label
from documents.views import data
from documents.views.answers import titles
from games.views.labels import game_name
from ratings.selectors.federation import event_facts, officials
from tavleya.documents.tabular import Grid, Value, workbook
from tavleya.languages import LANGUAGES, Script
from tavleya.messages import N_
from tavleya.record.results import FACTS, Result
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.match import MatchTerms
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, format_name
from tournaments.views.frame import language

_PEOPLE = (
    N_("No."), N_("Player"), N_("Name in Latin letters"), N_("Name in Cyrillic letters"), N_("Federation"),
    N_("Year of birth"), N_("Sex"), N_("Title"), N_("Rating"), N_("Federation's number"), N_("Club"),
)  # fmt: skip
_GAMES = (
    N_("Round"), N_("Date"), N_("Board"), N_("Game of the match"), N_("No."), N_("White"), N_("Black"), N_("No."),
    N_("Opening drawn"), N_("Score of White"), N_("Score of Black"), N_("Result"),
)  # fmt: skip


def federation_workbook(section: Section) -> bytes:
    """Return the workbook. The same tables give the same bytes: its internal time is the creation of the event."""
    event = section.event
    sheets = [
        (_event(section), (gettext("What"), gettext("Value"))),
        (_people(section), tuple(map(gettext, _PEOPLE))),
        (_games(section), tuple(map(gettext, _GAMES))),
    ]
    if section.system.ranked:
        for name, grid in (
            (gettext("Standings"), data.standings_grid(section)),
            (gettext("Crosstable"), data.crosstable_grid(section)),
        ):
            sheets.append((Grid(name, grid.columns, grid.rows), titles(grid)))
    title = f"{event.name_in(language())}: {section.name_in(language())}"
    return workbook(sheets, title=title, made=event.created_at)


def _event(section: Section) -> Grid:
    event, facts = section.event, event_facts(section)
    terms = MatchTerms.objects.filter(section=section).first()
    lines: list[tuple[str, Value]] = [
        (gettext("Event"), event.name_in(language())),
        (gettext("Section"), section.name_in(language())),
        (gettext("Game"), game_name(section.game)),
        (gettext("Place"), event.place),
        (gettext("Federation"), event.federation),
        (gettext("Start date"), event.starts_on.isoformat() if event.starts_on else ""),
        (gettext("End date"), event.ends_on.isoformat() if event.ends_on else ""),
        (gettext("Time control"), control_label(section.control)),
        (gettext("Programme"), facts.pace),
        (gettext("System"), format_name(section.format)),
        (gettext("Number of rounds"), facts.rounds),
        (gettext("Schedule (rounds a day)"), facts.schedule),
        (gettext("Games of a match"), terms.games if terms else 1),
        (gettext("Players"), facts.players),
        (gettext("Federations represented"), facts.federations),
        *((str(ROLE_NAMES[official.role]), official.name) for official in officials(section)),
    ]
    return Grid(gettext("Event"), ("what", "value"), tuple(lines))


def _people(section: Section) -> Grid:
    rows = []
    for registration in section.registrations.select_related("player").order_by("number"):
        player = registration.player
        numbers = [f"{code} {number}" for code, number in sorted(player.national_ids.items())]
        rows.append(
            (
                registration.number,
                player.full_name,
                *(_in_script(player, script) for script in (Script.LATIN, Script.CYRILLIC)),
                player.federation,
                player.birth_year,
                player.sex.upper(),
                player.title,
                registration.rating,
                ", ".join([*numbers, *([f"FIDE {player.fide_id}"] if player.fide_id else [])]),
                player.club,
            )
        )
    return Grid(gettext("Participants"), _PEOPLE, tuple(rows))


def _in_script(player: Player, script: Script) -> str:
    """Return the known name in the first language of the script."""
    names = (player.names.get(language.code) for language in LANGUAGES if language.script is script)
    return next(filter(None, names), "")


def _games(section: Section) -> Grid:
    boards = (
        Pairing.objects.filter(round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "white__player", "black__player", "match")
        .order_by("round__number", "board", "leg")
    )
    return Grid(gettext("Games"), _GAMES, tuple(_game(section, board) for board in boards))


def _game(section: Section, pairing: Pairing) -> tuple[Value, ...]:
    row, black = pairing.round, pairing.black
    day = row.played_on or (row.starts_at.astimezone(section.event.zone).date() if row.starts_at else None)
    scores: tuple[str, str] = FACTS[Result(pairing.result)].shown if pairing.result else ("", "")
    return (
        row.number,
        day.isoformat() if day else "",
        pairing.board,
        pairing.leg if pairing.match else None,
        pairing.white.number,
        pairing.white.player.name_in(language()),
        black.player.name_in(language()) if black else bye_name(pairing.bye),
        black.number if black else None,
        pairing.opening,
        *scores,
        pairing.result,
    )
