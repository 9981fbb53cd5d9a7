"""Import of a whole tournament from a report file, all or nothing."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from reports.kinds import TRF_IMPORTED
from reports.messages import say
from reports.services.rounds import day, import_trf_players, import_trf_rounds, import_trf_teams
from reports.services.rules import Progress, TrfImportContext, import_trf_rules, tell_adaptations
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, Problem
from tavleya.formats.messages import say as say_of_formats
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import recorded_round
from tavleya.formats.trf.pairing import coloured, first_colour
from tavleya.formats.trf.reader import KINDS
from tavleya.formats.trf.records import NewHeader, PlayerRecord, RawRecord, RoundCount, TieBreakList
from tavleya.formats.trf.swiss_records import ScoringRecord, Worth, Worths
from tavleya.formats.trf.tournament import control_of, header_time_control
from tavleya.pairing.engines import Engine
from tavleya.pairing.schedules import PairingDifference
from tavleya.pairing.state import Pair
from tavleya.permissions import Action
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.table import Scoring
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import SECTION_MODE_LEFT
from tournaments.models.section import Section
from tournaments.services.shared import lock_event, lock_section


@dataclass(frozen=True, slots=True)
class TrfImport:
    """The result of an import; `adjustments` are all deviations from the text of the file.

    Adjustments with a remedy are faults that the user accepted. `differ`: rounds that the section's rules pair
    differently.
    """

    players: int
    rounds: int
    boards: int
    byes: int
    teams: int
    adjustments: tuple[Problem, ...]
    differ: tuple[int, ...] = ()

    def plain(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("players", "rounds", "boards", "byes", "teams")}

    @property
    def chosen(self) -> list[str]:
        """The accepted faults in English, each with its line and remedy, for the log."""
        return [
            f"{adjustment.line or '–'}: {adjustment.message} {adjustment.remedy}"
            for adjustment in self.adjustments
            if adjustment.remedy is not None
        ]


@transaction.atomic
def import_trf(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    data: bytes,
    progress: Progress | None = None,
    accepted: Collection[str] = (),
    confirmed: Collection[str] = (),
) -> TrfImport:
    """Enter players, teams, rounds, pairings, byes and results of a TRF in an empty section.

    Pairing data of the file are kept too, so that the next round is paired as from the file itself. Points for results,
    the number of rounds, the tie-breaks and the time control are the file's, unless the section has its own. Rounds
    that the section's rules pair differently are imported unchanged and reported once that is `confirmed`
    (`trf_rounds_differ`). `accepted`: the marks of faults to fix as `tavleya.formats.trf.read` offers.
    Raises: Conflict ("section_not_empty", "trf_rounds_differ" with `told`, a sentence for each such round);
    ImportRefused ("trf_refused") with the problems by line; BadInput for a file that is not text, and "trf_of_matches"
    for a section whose opponents play several games.
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is not None:
        lock_event(event_id)
    section = lock_section(section_id)
    for action in (Action.IMPORT_GAMES, Action.ENTER_PLAYERS):
        require(actor, section.event, action)
    if section.rounds.exists() or section.registrations.exists() or section.teams.exists():
        raise Conflict(say("section_not_empty"))
    if section.games_of_a_match > 1:
        raise BadInput(say("trf_of_matches"))
    reading = read(data, accepted=accepted)
    context = TrfImportContext(section, reading.tournament, actor, now, progress)
    import_trf_players(context)
    _settings(context)
    adjustments = settle_colours(context, reading.adjustments)
    import_trf_teams(context)
    import_trf_rounds(context)
    import_trf_rules(context)
    tell_adaptations(context)
    _keep_unknown(context)
    differ = check_trf_rounds(context)
    insist(_rounds_to_confirm(context, differ), Consent(confirmed))
    result = TrfImport(
        len(context.registrations),
        reading.tournament.rounds_recorded,
        context.boards,
        context.byes,
        context.teams,
        (*adjustments, *context.adjustments),
        differ,
    )
    after = {**result.plain(), "adjusted": result.chosen, "differ": list(differ)}
    happened(TRF_IMPORTED, section, actor=actor, now=now, after=after)
    return result


def _keep_unknown(context: TrfImportContext) -> None:
    """Keep the lines with an unknown code, except rulers (`DDD SSSS …`), and report each code with its first line."""
    records = [
        record
        for record in context.tournament.unknown
        if record.text[:3].isalnum() and record.text[:3] not in (*KINDS, "DDD")
    ]
    context.section.report_lines = "\n".join(record.text.rstrip() for record in records)
    context.section.save(update_fields=["report_lines"])
    for code, record in {record.text[:3]: record for record in reversed(records)}.items():
        context.adjust(record, "trf_record_kept", code=code)


def _rounds_to_confirm(context: TrfImportContext, differ: tuple[int, ...]) -> list[Warned]:
    if not differ:
        return []
    sentences = [
        adjustment.message.to_json() for adjustment in context.adjustments if adjustment.message.code in ROUND_SENTENCES
    ]
    message = say("trf_rounds_differ", rounds=", ".join(map(str, differ)))
    return [Warned(Level.CONFIRMATION, message, detail={"told": sentences})]


def _settings(context: TrfImportContext) -> None:
    """Set the missing settings of the section from the file."""
    _scoring(context)
    _rounds_planned(context)
    _tiebreaks(context)
    _control(context)
    if context.section.system.has("edition") or context.section.system.report.reads is not None:
        _system(context)
    _mode(context)
    context.section.save()
    _dates(context)


def _scoring(context: TrfImportContext) -> None:
    section, scoring = context.section, context.tournament.scoring
    try:
        scoring.check_regular()
    except BadInput as error:
        context.adjustments.append(Problem(error.message))
    if not section.scoring and scoring != Scoring():
        section.scoring = scoring.plain()
    elif section.points != scoring:
        lines = [record for record in context.tournament.records if isinstance(record, ScoringRecord | Worths | Worth)]
        context.adjust(next(iter(lines), None), "trf_other_scoring")


def _rounds_planned(context: TrfImportContext) -> None:
    section, planned = context.section, context.tournament.rounds_planned
    least = max(planned or 0, context.tournament.rounds_recorded)
    if section.rounds_planned is None:
        section.rounds_planned = planned
        return
    before = section.rounds_planned
    if planned is not None and before > planned >= context.tournament.rounds_recorded:
        key = "trf_other_rounds.section_counts"
    elif before < least:
        key = "trf_other_rounds.file_counts"
        section.rounds_planned = least
    else:
        return
    record = next(iter(context.tournament.of(RoundCount)), None)
    context.adjust(record, key, said=planned or least, rounds=before)


def _tiebreaks(context: TrfImportContext) -> None:
    section, listed = context.section, context.tournament.tiebreaks
    if section.tiebreaks or not listed:
        return
    try:
        section.tiebreaks = [str(tiebreak.descriptor) for tiebreak in tiebreaks(listed)]
    except BadInput as error:
        record = next(iter(context.tournament.of(TieBreakList)), None)
        context.adjustments.append(Problem(error.message, line=record.line if record else None))


def _control(context: TrfImportContext) -> None:
    """Set the time control from record 222, or from a readable 122."""
    record, control = header_time_control(context.tournament), control_of(context.tournament)
    section = context.section
    if record is None:
        return
    if control is None:
        context.adjust(record, "trf_time_control", text=record.text.strip())
    elif not section.control:
        section.control = control.text()
    elif section.control != control.text():
        context.adjust(record, "trf_other_control", own=section.control, text=control.text())


def _system(context: TrfImportContext) -> None:
    """Set the pairing system of the section (192), and the drawn colour (152, or as in round 1)."""
    section, tournament = context.section, context.tournament
    named = tournament.system.removesuffix("_BAKU")
    record = next(iter(tournament.of(NewHeader, "192")), None)
    report = section.system.report
    if named in report.editions:
        section.edition = report.editions[named]
    elif report.reads is not None and any(named.startswith(sign) for sign in report.signs):
        section.options = section.system.checked_options({**section.options, **report.reads(named)})
    elif named:
        context.adjust(record, "trf_other_system", system=tournament.system, edition=section.edition)
    colour = tournament.initial_colour or first_colour(tournament)
    if colour is not None and not section.first_colour:
        section.first_colour = colour.value


def _mode(context: TrfImportContext) -> None:
    """Leave the mode of the regulations if the reported tournament did."""
    section = context.section
    if section.mode is None or not section.regulated:
        return
    words = f"{section.mode.report} exited @ Round "
    left = next((record for record in context.tournament.of(RawRecord) if words in (record.comment or "")), None)
    if left is None:
        return
    section.regulated = False
    after = str(left.comment).partition(words)[2].strip()
    happened(
        SECTION_MODE_LEFT,
        section,
        actor=context.actor,
        now=context.now,
        after={"mode": section.mode.report, "after_round": int(after) if after.isdecimal() else 0},
    )


def _dates(context: TrfImportContext) -> None:
    """Set the event's first and last day, unless it has dates."""
    event, tournament = context.section.event, context.tournament
    first, last = day(tournament.header("042")), day(tournament.header("052"))
    if first is None or event.starts_on or event.ends_on or (last is not None and last < first):
        return
    event.starts_on, event.ends_on = first, last
    event.save(update_fields=["starts_on", "ends_on"])


# Check that the rounds of a TRF are paired as the rules of its section pair them.

#: Codes of the reports about a round that differs from the rules' pairing.
ROUND_SENTENCES = frozenset({"trf_round_differs", "trf_round_illegal"})
_MOST_BOARDS = 6


def check_trf_rounds(context: TrfImportContext) -> tuple[int, ...]:
    """Return the rounds that the section's engine pairs differently, or that no engine may pair so; report each.

    Systems whose rounds do not depend on earlier ones are not checked.
    """
    section, tournament = context.section, context.tournament
    if not section.system.by_round:
        return ()
    engine = section.system.engine(section.edition)
    if engine.usual_points and tournament.scoring != Scoring():
        return ()  # the engine pairs by the usual points only
    options = section.options if engine.takes_options else {}
    different = []
    for number in range(1, tournament.rounds_recorded + 1):
        difference = recorded_round(tournament, number, teams=section.system.teams).against(engine, options)
        _report_difference(context, number, difference)
        if difference:
            different.append(number)
    return tuple(different)


def settle_colours(context: TrfImportContext, adjustments: Sequence[Problem]) -> tuple[Problem, ...]:
    """Give boards without a colour the colours by the section's rules; return the changed adjustments.

    Only if the rules pair the two: other boards keep White at the lower starting rank.
    """
    section = context.section
    turned: dict[tuple[int, int], int] = {}
    if section.system.replayed and not section.system.teams:
        for number in range(1, context.tournament.rounds_recorded + 1):
            turned |= _turned(context, section.system.engine(section.edition), number)
    if turned:
        context.tournament = coloured(context.tournament, turned)
    return tuple(_as_turned(context, adjustment, turned) for adjustment in adjustments)


def _turned(context: TrfImportContext, engine: Engine, number: int) -> dict[tuple[int, int], int]:
    """Return (round, starting rank) → opponent for players who have White by the rules but not in `paired_in`."""
    round_ = recorded_round(context.tournament, number)
    if not round_.uncoloured:
        return {}
    try:
        expected = engine.pair(round_.state, round_.options, None).pairs
    except DomainError:
        return {}
    return {(number, pair.white): pair.black for pair in expected if Pair(pair.black, pair.white) in round_.uncoloured}


def _as_turned(context: TrfImportContext, problem: Problem, turned: Mapping[tuple[int, int], int]) -> Problem:
    if problem.message.key != "trf_forfeit_without_colour":
        return problem
    params: Mapping[str, Any] = problem.message.params
    at, other = params["round"], params["opponent"]
    own = next((player.number for player in context.tournament.of(PlayerRecord) if player.line == problem.line), 0)
    for white in (own, other):
        if (at, white) in turned:
            message = say_of_formats(problem.message.key, **{**params, "white": white})
            return Problem(message, line=problem.line, remedy=problem.remedy)
    return problem


def _report_difference(context: TrfImportContext, number: int, difference: PairingDifference) -> None:
    for message in difference.illegal:
        context.adjust(None, "trf_round_illegal", round=number, why=message)
    if difference.refused is not None:
        context.adjust(None, "trf_round_illegal", round=number, why=difference.refused)
    elif difference.missing or difference.extra:
        context.adjust(
            None,
            "trf_round_differs.boards",
            round=number,
            boards=_format_boards(difference.extra),
            expected=_format_boards(difference.missing),
        )
    elif difference.bye != difference.bye_given:
        context.adjust(
            None, "trf_round_differs.bye", round=number, bye=difference.bye_given or "–", expected=difference.bye or "–"
        )


def _format_boards(boards: Iterable[Pair]) -> str:
    """Return the first boards as text, starting ranks of White and Black: `3–12, 5–8`."""
    ordered = sorted((board.white, board.black) for board in boards)
    text = ", ".join(f"{white}–{black}" for white, black in ordered[:_MOST_BOARDS])
    return f"{text} …" if len(ordered) > _MOST_BOARDS else text or "–"
