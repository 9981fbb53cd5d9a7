"""The results of a section for a federation without a file format: draughts, tavreli, Chess960.

A workbook with the event and its officials, the players with their federation data, every game with colours and drawn
opening, and the final table.
"""

from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clocks.labels import control_label
from games.views.labels import game_name
from ratings.models import NormTerms
from ratings.selectors.federation import event_facts, officials
from ratings.selectors.norms import NormLine, norm_tables
from tavleya.documents.tabular import Column, Grid, Value, workbook
from tavleya.languages import LANGUAGES, Script
from tavleya.messages import Message
from tavleya.norms.evaluate import NormCheck
from tavleya.norms.forecast import Step
from tavleya.record.results import FACTS, Result
from tavleya.tiebreaks.table import points_text
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.pairing import MatchTerms, Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, format_name
from tournaments.views.contents import crosstable_grid, standings_grid
from tournaments.views.frame import language

_PEOPLE: tuple[Column[Registration], ...] = (
    Column("number", lambda registration: registration.number, _("No.")),
    Column("name", lambda registration: registration.player.full_name, _("Player")),
    Column("latin", lambda registration: _in_script(registration.player, Script.LATIN), _("Name in Latin letters")),
    Column(
        "cyrillic", lambda registration: _in_script(registration.player, Script.CYRILLIC), _("Name in Cyrillic letters")
    ),
    Column("federation", lambda registration: registration.player.federation, _("Federation")),
    Column("birth_year", lambda registration: registration.player.birth_year, _("Year of birth")),
    Column("sex", lambda registration: registration.player.sex.upper(), _("Sex")),
    Column("title", lambda registration: registration.player.title, _("Title")),
    Column("rating", lambda registration: registration.rating, _("Rating")),
    Column("numbers", lambda registration: _numbers(registration.player), _("Federation's number")),
    Column("club", lambda registration: registration.player.club, _("Club")),
)
_GAMES: tuple[Column[Pairing], ...] = (
    Column("round", lambda pairing: pairing.round.number, _("Round")),
    Column("date", lambda pairing: _date(pairing.round), _("Date")),
    Column("board", lambda pairing: pairing.board, _("Board")),
    Column("leg", lambda pairing: pairing.leg if pairing.match else None, _("Game of the match")),
    Column("white_number", lambda pairing: pairing.white.number, _("No.")),
    Column("white", lambda pairing: pairing.white.player.name_in(language()), _("White")),
    Column(
        "black", lambda pairing: pairing.black.player.name_in(language()) if pairing.black else bye_name(pairing.bye),
        _("Black"),
    ),
    Column("black_number", lambda pairing: pairing.black.number if pairing.black else None, _("No.")),
    Column("opening", lambda pairing: pairing.opening, _("Opening drawn")),
    Column("white_score", lambda pairing: _score(pairing, 0), _("Score of White")),
    Column("black_score", lambda pairing: _score(pairing, 1), _("Score of Black")),
    Column("result", lambda pairing: pairing.result, _("Result")),
)  # fmt: skip


def federation_workbook(section: Section) -> bytes:
    """Return the workbook. The same tables give the same bytes: its internal time is the creation of the event."""
    event = section.event
    registrations = section.registrations.select_related("player").order_by("number")
    sheets: list[tuple[str, Grid[Any]]] = [
        (gettext("Event"), Grid(_FACTS, _facts(section))),
        (gettext("Participants"), Grid(_PEOPLE, tuple(registrations))),
        (gettext("Games"), Grid(_GAMES, tuple(_boards(section)))),
    ]
    if section.system.ranked:
        sheets += [(gettext("Standings"), standings_grid(section)), (gettext("Crosstable"), crosstable_grid(section))]
    title = f"{event.name_in(language())}: {section.name_in(language())}"
    return workbook(sheets, title=title, made=event.created_at)


def _in_script(player: Player, script: Script) -> str:
    """Return the known name in the first language of the script."""
    names = (player.names.get(language.code) for language in LANGUAGES if language.script is script)
    return next(filter(None, names), "")


# A norm of a player in words, for the desk and for the player's card.

#: Number of scores in a forecast.
_STEPS = 3


@dataclass(frozen=True, slots=True)
class NormView:
    """A norm in words. `state` is made, open or gone; `words` describe it. `steps`: future scores and their
    requirements.

    `score`: the fewest half-points that can be enough.
    """

    number: int
    name: str
    title: str
    state: str
    words: str
    points: str
    games: int
    steps: tuple[str, ...]
    score: int
    mix: tuple[Message, ...]
    checks: tuple[NormCheck, ...]
    notes: tuple[str, ...]


def shown_norm(line: NormLine, language: str) -> NormView:
    chance = line.chance
    report = chance.report
    state = "made" if chance.made else "open" if chance.open else "gone"
    return NormView(
        number=line.registration.number,
        name=line.registration.player.name_in(language),
        title=line.rules.title,
        state=state,
        words=_words(line, state),
        points=points_text(report.points),
        games=report.games,
        steps=tuple(_step(step.points, step.average) for step in _useful(line)),
        score=chance.needed if chance.needed is not None else chance.steps[0].points if chance.steps else 0,
        mix=tuple(need.message for need in chance.mix),
        checks=report.checks,
        notes=tuple(_notes(line)),
    )


def published_norms(registration: Registration, language: str) -> list[NormView]:
    """Return a player's achieved and possible norms, if the organiser publishes them."""
    section = registration.section
    if not NormTerms.objects.filter(section=section, published=True).exists():
        return []
    on = section.event.starts_on or timezone.localdate()
    tables = norm_tables(section, on, only=registration)
    return [shown_norm(line, language) for table in tables for line in table.lines if line.chance.open]


def _words(line: NormLine, state: str) -> str:
    chance, title = line.chance, line.rules.title
    if state == "made":
        return gettext("%(title)s norm: met by the data") % {"title": title}
    if state == "gone":
        return gettext("%(title)s norm: no longer possible with the games of this event") % {"title": title}
    if chance.needed is not None:
        text = ngettext(
            "%(title)s norm: needs %(points)s from the %(n)s game that is open",
            "%(title)s norm: needs %(points)s from the %(n)s games that are open",
            chance.pending,
        )
        return text % {"title": title, "points": points_text(chance.needed), "n": chance.pending}
    n = chance.pending + chance.unknown
    text = ngettext(
        "%(title)s norm: possible in the %(n)s game to come, by the average of the opponents not yet known (%(k)s)",
        "%(title)s norm: possible in the %(n)s games to come, by the average of the opponents not yet known (%(k)s)",
        n,
    )
    return text % {"title": title, "n": n, "k": chance.unknown}


def _useful(line: NormLine) -> tuple[Step, ...]:
    """Return the lowest sufficient scores: with more points almost any average is enough."""
    return line.chance.steps[:_STEPS]


def _step(points: int, average: int) -> str:
    params = {"points": points_text(points), "average": average}
    if not average:
        return gettext("%(points)s against any opponents") % params
    return gettext("%(points)s if the average is %(average)s") % params


def _notes(line: NormLine) -> list[str]:
    report, notes = line.chance.report, []
    if report.raised:
        ratings = ", ".join(map(str, report.raised))
        notes.append(gettext("Raised to the rating floor: %(ratings)s.") % {"ratings": ratings})
    if report.exempt:
        notes.append(gettext("The rules on federations do not apply (%(article)s).") % {"article": report.exempt})
    if report.forgiven:
        notes.append(gettext("One game is missing by a forfeit win or a bye: only one such norm counts (1.4.1c)."))
    if report.left_out:
        rounds = ", ".join(str(game.round) for game in report.left_out)
        notes.append(gettext("Left out (1.4.1e, f): the games of rounds %(rounds)s.") % {"rounds": rounds})
    if report.met and report.worth > report.games:
        notes.append(gettext("Counts as %(n)s games towards the title (1.4.1d).") % {"n": report.worth})
    return notes


_FACTS: tuple[Column[tuple[str, Value]], ...] = (
    Column("what", itemgetter(0), _("What")), Column("value", itemgetter(1), _("Value")),
)  # fmt: skip


def _facts(section: Section) -> list[tuple[str, Value]]:
    event, facts = section.event, event_facts(section)
    terms = MatchTerms.objects.filter(section=section).first()
    return [
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


def _numbers(player: Player) -> str:
    numbers = [f"{code} {number}" for code, number in sorted(player.national_ids.items())]
    return ", ".join([*numbers, *([f"FIDE {player.fide_id}"] if player.fide_id else [])])


def _boards(section: Section) -> QuerySet[Pairing]:
    return (
        Pairing.objects.filter(round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round__section__event", "white__player", "black__player", "match")
        .order_by("round__number", "board", "leg")
    )


def _date(round_: Round) -> str:
    zone = round_.section.event.zone
    day = round_.played_on or (round_.starts_at.astimezone(zone).date() if round_.starts_at else None)
    return day.isoformat() if day else ""


def _score(pairing: Pairing, index: int) -> str:
    return FACTS[Result(pairing.result)].shown[index] if pairing.result else ""
