"""A whole tournament from a report file, or nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, Conflict, Problem
from common.permissions import Action
from core.formats.trf import read
from core.formats.trf.pairing import first_colour
from core.formats.trf.records import NewHeader, RoundCount, TieBreakList
from core.formats.trf.swiss_records import ScoringRecord, Worth, Worths
from core.formats.trf.time_control import control_of, said
from core.tiebreaks.registry import tiebreaks
from core.tiebreaks.table import Scoring
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Section
from tournaments.models.section import Edition, Format
from tournaments.services.shared import lock_event, lock_section, standings_changed, write_log
from tournaments.services.trf_parts import Bringing, Progress
from tournaments.services.trf_players import bring_players
from tournaments.services.trf_rounds import bring_rounds, day
from tournaments.services.trf_rules import bring_rules
from tournaments.services.trf_teams import bring_teams


@dataclass(frozen=True, slots=True)
class TrfImport:
    """What a file brought; `adjustments` is everything that was taken otherwise than it is written."""

    players: int
    rounds: int
    boards: int
    byes: int
    teams: int
    adjustments: tuple[Problem, ...]

    def plain(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("players", "rounds", "boards", "byes", "teams")}


@transaction.atomic
def import_trf(
    *, actor: Actor, now: datetime, section_id: int, data: bytes, progress: Progress | None = None
) -> TrfImport:
    """Enter players, teams, rounds, pairings, byes and results of a TRF in a section without any.

    What the file says of pairing is kept too, so that the next round is paired as from the file itself.  Points for
    results, the number of rounds, the tie-breaks and the time control are the file's where the section has none.
    Conflict `section_not_empty`; ImportRefused (`trf_refused`) with the problems by line; BadInput for no text, and
    `trf_of_matches` for a section whose opponents play several games.
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is not None:
        lock_event(event_id)
    section = lock_section(section_id)
    for action in (Action.IMPORT_GAMES, Action.ENTER_PLAYERS):
        require(actor, section.event, action)
    if section.rounds.exists() or section.entries.exists() or section.teams.exists():
        raise Conflict(say("section_not_empty"))
    if section.edition == Edition.DOUBLE_SWISS or section.format == Format.KNOCKOUT:
        raise BadInput(say("trf_of_matches"))
    reading = read(data)
    bringing = Bringing(section, reading.tournament, actor, now, progress)
    bring_players(bringing)
    _settings(bringing)
    bring_teams(bringing)
    bring_rounds(bringing)
    bring_rules(bringing)
    standings_changed(section.pk)
    done = TrfImport(
        len(bringing.entries),
        reading.tournament.rounds_recorded,
        bringing.boards,
        bringing.byes,
        bringing.teams,
        (*reading.adjustments, *bringing.adjustments),
    )
    write_log(
        event=section.event, actor=actor, now=now, action="trf.imported", subject=section, after=done.plain()
    )
    return done


def _settings(bringing: Bringing) -> None:
    """What the file says of the tournament and the section does not."""
    _scoring(bringing)
    _rounds_planned(bringing)
    _tiebreaks(bringing)
    _control(bringing)
    if bringing.section.format == Format.SWISS:
        _system(bringing)
    bringing.section.save()
    _dates(bringing)


def _scoring(bringing: Bringing) -> None:
    section, scoring = bringing.section, bringing.tournament.scoring
    if not section.scoring and scoring != Scoring():
        section.scoring = scoring.plain()
    elif section.points != scoring:
        lines = [
            one for one in bringing.tournament.records if isinstance(one, ScoringRecord | Worths | Worth)
        ]
        bringing.adjust(next(iter(lines), None), "trf_other_scoring")


def _rounds_planned(bringing: Bringing) -> None:
    section, planned = bringing.section, bringing.tournament.rounds_planned
    least = max(planned or 0, bringing.tournament.rounds_recorded)
    if section.rounds_planned is None:
        section.rounds_planned = planned
        return
    had = section.rounds_planned
    if planned is not None and had > planned >= bringing.tournament.rounds_recorded:
        key = "trf_other_rounds.section_counts"
    elif had < least:
        key = "trf_other_rounds.file_counts"
        section.rounds_planned = least
    else:
        return
    record = next(iter(bringing.tournament.of(RoundCount)), None)
    bringing.adjust(record, key, said=planned or least, rounds=had)


def _tiebreaks(bringing: Bringing) -> None:
    section, listed = bringing.section, bringing.tournament.tiebreaks
    if section.tiebreaks or not listed:
        return
    try:
        section.tiebreaks = [str(one.descriptor) for one in tiebreaks(listed)]
    except BadInput as refused:
        record = next(iter(bringing.tournament.of(TieBreakList)), None)
        bringing.adjustments.append(Problem(refused.message, line=record.line if record else None))


def _control(bringing: Bringing) -> None:
    """Of 222, or of 122 where its words can be read."""
    record, control = said(bringing.tournament), control_of(bringing.tournament)
    section = bringing.section
    if record is None:
        return
    if control is None:
        bringing.adjust(
            record,
            "trf_time_control",
            text=record.text.strip(),
        )
    elif not section.control:
        section.control = control.text()
    elif section.control != control.text():
        bringing.adjust(
            record,
            "trf_other_control",
            own=section.control,
            text=control.text(),
        )


def _system(bringing: Bringing) -> None:
    """By which rules a Swiss is paired (192), and the colour that was drawn (152, or as round 1 shows it)."""
    section, tournament = bringing.section, bringing.tournament
    named = tournament.system.removesuffix("_BAKU")
    record = next(iter(tournament.of(NewHeader, "192")), None)
    if named == "FIDE_DUTCH_2017":
        section.edition = Edition.DUTCH_2017
    elif named in ("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026"):
        section.edition = Edition.DUTCH_2026
    elif named:
        bringing.adjust(
            record,
            "trf_other_system",
            system=tournament.system,
            edition=section.edition,
        )
    colour = tournament.initial_colour or first_colour(tournament)
    if colour is not None and not section.first_colour:
        section.first_colour = colour.value


def _dates(bringing: Bringing) -> None:
    """The event's first and last day, where it has none yet."""
    event, tournament = bringing.section.event, bringing.tournament
    first, last = day(tournament.header("042")), day(tournament.header("052"))
    if first is None or event.starts_on or event.ends_on or (last is not None and last < first):
        return
    event.starts_on, event.ends_on = first, last
    event.save(update_fields=["starts_on", "ends_on"])
