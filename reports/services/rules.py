"""The state of a TRF import, and records for future rounds: requested byes, accelerated points, forbidden pairs."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from reports.messages import say
from tavleya.actors import Actor
from tavleya.errors import ImportRefused, Problem
from tavleya.formats.trf import TrfTournament
from tavleya.formats.trf.check import bye_kind, points_in, points_of
from tavleya.formats.trf.columns import write_points
from tavleya.formats.trf.comparison import is_baku, named_baku, virtual_points
from tavleya.formats.trf.pairing import cell_of
from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    OldTeam,
    RankingMethod,
    RoundCount,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import (
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    PlayerAcceleration,
    ScoringRecord,
    Together,
    Worth,
    Worths,
)
from tavleya.formats.trf.team_records import AbnormalPoints
from tavleya.formats.trf.team_table import is_team_baku
from tavleya.formats.trf.tournament import header_time_control
from tavleya.tiebreaks.table import EncounterKind
from tournaments.adjusted import adjusted
from tournaments.models.pairing import Pairing, PointAdjustment
from tournaments.models.player import Registration
from tournaments.models.round import Bye
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, RequestedBye, TeamBye, TeamRestriction

# The shared state of one TRF import.

Progress = Callable[[int, int], None]


@dataclass
class TrfImportContext:
    """One import, in one transaction; `registrations` are by starting rank, `adjustments` have their lines."""

    section: Section
    tournament: TrfTournament
    actor: Actor
    now: datetime
    progress: Progress | None = None
    registrations: dict[int, Registration] = field(default_factory=dict)
    adjustments: list[Problem] = field(default_factory=list)
    _numbers: dict[int, int] = field(default_factory=dict)
    boards: int = 0
    byes: int = 0
    teams: int = 0

    @property
    def next_round(self) -> int:
        """The first round of which the file has no boards."""
        return self.tournament.rounds_recorded + 1

    @property
    def rounds(self) -> int:
        """The number of rounds of the section."""
        return self.section.rounds_planned or self.tournament.rounds_planned or self.next_round

    def number_of(self, registration_id: int | None) -> int:
        """Return the starting rank of a saved registration, 0 for None."""
        if not self._numbers:
            self._numbers = {registration.pk: number for number, registration in self.registrations.items()}
        return self._numbers.get(registration_id or 0, 0)

    def adjust(self, record: TrfRecord | None, key: str, /, **params: object) -> None:
        self.adjustments.append(Problem(say(key, **params), line=record.line if record else None))

    def left_out(self, record: TrfRecord) -> None:
        self.adjust(record, "trf_record_left_out", code=record.code)


def refuse(problems: list[Problem]) -> None:
    """Refuse the import if there are problems. Raises: ImportRefused ("trf_refused") with all of them."""
    if problems:
        raise ImportRefused(say("trf_refused"), tuple(problems))


REQUESTED_BYES = {"H": Bye.HALF, "F": Bye.FULL, "Z": Bye.ZERO}
_AHEAD = {EncounterKind.HALF_BYE: Bye.HALF, EncounterKind.FULL_BYE: Bye.FULL, EncounterKind.ZERO_BYE: Bye.ZERO}
#: First and last round (None: to the end) and the line of the file.
Span = tuple[int, int | None, TrfRecord]


def import_trf_rules(context: TrfImportContext) -> None:
    """Keep the records if the section is paired round by round; otherwise report each line as left out."""
    if context.section.system.teams and context.section.system.by_round:
        _byes_of_teams_ahead(context)
        _apart(context)
    elif context.section.system.pairs_players:
        _byes_ahead(context)
        _apart(context)
    else:
        for record in _byes_records_ahead(context):
            _bye_not_kept(context, record, record.ids, record.round)
        for together in context.tournament.of(Together):
            context.left_out(together)
        for forbidden in context.tournament.of(ForbiddenRecord):
            context.left_out(forbidden)
    _acceleration(context)
    _changed_points(context)


# Byes


def _byes_records_ahead(context: TrfImportContext) -> list[ByesRecord]:
    return [record for record in context.tournament.of(ByesRecord) if record.round >= context.next_round]


def _byes_ahead(context: TrfImportContext) -> None:
    byes: dict[tuple[int, int], Bye] = {}
    for number in context.tournament.absent:
        byes[number, context.next_round] = Bye.ZERO
    for player in context.tournament.players.values():
        for index, cell in enumerate(player.rounds[context.next_round - 1 :], start=context.next_round):
            kind = bye_kind(cell)
            if kind in _AHEAD and not cell.empty:
                byes[player.number, index] = _AHEAD[kind]
    for record in _byes_records_ahead(context):
        for number in filter(None, record.ids):
            byes[number, record.round] = REQUESTED_BYES[record.kind.upper()]
    rows = []
    for (number, index), bye in sorted(byes.items()):
        if number not in context.registrations or index > context.rounds:
            _bye_not_kept(context, None, (number,), index)
            continue
        rows.append(
            RequestedBye(
                registration=context.registrations[number], round_number=index, kind=bye.value, asked_at=context.now
            )
        )
    RequestedBye.objects.bulk_create(rows)


def _byes_of_teams_ahead(context: TrfImportContext) -> None:
    """Keep byes by team number; the last line for a team and a round counts."""
    teams, byes = _entrants(context), {}
    for record in _byes_records_ahead(context):
        for number in filter(None, record.ids):
            if number in teams and record.round <= context.rounds:
                byes[number, record.round] = REQUESTED_BYES[record.kind.upper()]
            else:
                _bye_not_kept(context, record, (number,), record.round)
    TeamBye.objects.bulk_create(
        TeamBye(team=teams[number], round_number=at, kind=bye.value, asked_at=context.now)
        for (number, at), bye in sorted(byes.items())
    )


def _entrants(context: TrfImportContext) -> Mapping[int, Any]:
    """Return the teams by number, or the players' registrations without teams."""
    if context.section.system.teams:
        return {team.number: team for team in context.section.teams.all()}
    return context.registrations


def _bye_not_kept(context: TrfImportContext, record: TrfRecord | None, numbers: Iterable[int | None], at: int) -> None:
    for number in filter(None, numbers):
        context.adjust(record, "trf_bye_ahead", player=number, round=at)


# Pairs kept apart


def _apart(context: TrfImportContext) -> None:
    rules: list[dict[str, Any]] = []
    entrants = _entrants(context)
    for (number, other), spans in sorted(_spans(context, entrants).items()):
        joined = _joined(spans)
        # Past spans do not matter, unless there are no others.
        to_come = [span for span in joined if span[1] is None or span[1] >= context.next_round] or joined[-1:]
        first, last, _ = to_come[0]
        for span in to_come[1:]:
            context.adjust(span[2], "trf_pair_twice", one=number, other=other, first=first, last=last)
        pair = sorted((entrants[number], entrants[other]), key=lambda entrant: entrant.pk)
        rules.append(
            {
                "section": context.section,
                "one": pair[0],
                "other": pair[1],
                "first_round": first,
                "last_round": last,
                "reason": "TRF",
            }
        )
    if context.section.system.teams:
        TeamRestriction.objects.bulk_create(TeamRestriction(**rule) for rule in rules)
    else:
        apart = PairConstraintKind.APART
        PairConstraint.objects.bulk_create(PairConstraint(kind=apart, **rule) for rule in rules)


def _spans(context: TrfImportContext, entrants: Mapping[int, Any]) -> Mapping[tuple[int, int], list[Span]]:
    result: dict[tuple[int, int], list[Span]] = {}
    groups: list[tuple[TrfRecord, tuple[int, ...], int, int | None]] = [
        (together, together.ids, 1, None) for together in context.tournament.of(Together, "XXP")
    ]
    for rule in context.tournament.of(ForbiddenRecord):
        groups.append((rule, tuple(filter(None, rule.ids)), rule.first_round or 1, rule.last_round))
    for record, ids, first, last in groups:
        numbers = sorted({number for number in ids if number in entrants})
        if len(numbers) < len(set(ids)) or len(numbers) < 2 or (last is not None and last < first):
            context.left_out(record)
        if last is not None and last < first:
            continue
        for place, lower in enumerate(numbers):
            for higher in numbers[place + 1 :]:
                result.setdefault((lower, higher), []).append((first, last, record))
    return result


def _joined(spans: list[Span]) -> list[Span]:
    """Return the spans in order, with adjacent ones joined."""
    joined: list[Span] = []
    for first, last, record in sorted(spans, key=lambda span: span[0]):
        previous = joined[-1] if joined else None
        if previous is None or (previous[1] is not None and first > previous[1] + 1):
            joined.append((first, last, record))
        elif previous[1] is not None:
            end = None if last is None else max(last, previous[1])
            joined[-1] = (previous[0], end, previous[2])
    return joined


# Acceleration


def _acceleration(context: TrfImportContext) -> None:
    """Set the section's Baku method if the points match it, otherwise the points of each player.

    Teams have the points of the method or none: lines with other points are reported as left out.
    """
    section, tournament = context.section, context.tournament
    records = [*tournament.of(AccelerationRecord), *tournament.of(PlayerAcceleration)]
    teams = section.system.teams
    baku = named_baku(tournament) or (teams and is_team_baku(tournament))
    named = baku and section.system.may_accelerate(section.options)
    if not section.system.has("accelerated") or (teams and not named):
        for record in records:
            context.left_out(record)
        return
    if named or is_baku(tournament, context.rounds):
        section.accelerated = True
        section.save(update_fields=["accelerated"])
        return
    points = virtual_points(tournament, context.rounds)
    if not points:
        return
    section.accelerated = False
    section.save(update_fields=["accelerated"])
    for number, values in points.items():
        context.registrations[number].virtual_points = list(values)
    Registration.objects.bulk_update([context.registrations[number] for number in points], ["virtual_points"])


# Points that do not follow from results


def _changed_points(context: TrfImportContext) -> None:
    """Apply record 299 as adjustments of the games; report changes without a game, and lines of teams."""
    changed = {number for number, _ in context.tournament.changed_points}
    pairings = Pairing.objects.filter(round__section=context.section, game__isnull=False)
    rows, applied = [], set()
    for pairing in pairings.select_related("round") if changed else ():
        for registration_id in filter(None, (pairing.white_id, pairing.black_id)):
            number = context.number_of(registration_id)
            at = pairing.round.number or 0
            change = _change(context, number, at) if number in changed else 0
            if change and pairing.game_id is not None:
                rows.append(
                    PointAdjustment(
                        registration_id=registration_id,
                        game_id=pairing.game_id,
                        ruling=0,
                        half_points=change,
                        article="TRF 299",
                        made_at=context.now,
                    )
                )
                applied.add((number, at))
    PointAdjustment.objects.bulk_create(rows)
    for record in context.tournament.of(AbnormalPoints):
        ids = set(filter(None, record.ids))
        if not context.tournament.changed_points or not ids <= {
            number for number, at in applied if record.round in (None, 0, at)
        }:
            _abnormal(context, record)


def _change(context: TrfImportContext, number: int, at: int) -> int:
    """Return the half-points that a round adds to the result's points; 0 if they cannot be kept as an adjustment."""
    tournament, scoring = context.tournament, context.section.points
    cell = cell_of(tournament, tournament.players[number], at)
    points, usual = points_in(tournament, number, at, cell, scoring), points_of(cell, scoring)
    return points - usual if adjusted(usual, points - usual, scoring) == points else 0


def _abnormal(context: TrfImportContext, record: AbnormalPoints) -> None:
    context.adjust(
        record,
        "trf_abnormal_points",
        points=write_points(record.game_points or record.match_points or 0),
        round=record.round or "–",
        ids=", ".join(str(id_) for id_ in record.ids if id_),
    )


# Data missing in a report of an edition before TRF26, with the reported defaults.

#: Lines of earlier editions and of pairing programs, with the record of TRF26 that says the same.
_NOW: tuple[tuple[type[TrfRecord], tuple[str, ...], str], ...] = (
    (RoundCount, ("XXR",), "142"),
    (InitialColour, ("XXC",), "152"),
    (Worths, (), "162"),
    (Worth, (), "162"),
    (Together, ("XXP",), "260"),
    (Together, ("XXZ",), "240"),
    (PlayerAcceleration, (), "250"),
    (OldTeam, (), "310"),
)


def tell_adaptations(context: TrfImportContext) -> None:
    """Report each record that has to be supplied; none for TRF26."""
    if context.tournament.edition >= 26:
        return
    _tell_older_lines(context)
    _tell_supplied(context)


def _tell_older_lines(context: TrfImportContext) -> None:
    for kind, codes, new in _NOW:
        lines = context.tournament.of(kind, *codes)
        if lines:
            old = ", ".join(sorted({line.code for line in lines}))
            context.adjust(lines[0], "trf_adapted.line", old=old, now=new)
    control = header_time_control(context.tournament)
    if control is not None and context.section.control:
        context.adjust(control, "trf_adapted.control", text=context.section.control)


def _tell_supplied(context: TrfImportContext) -> None:
    section, tournament = context.section, context.tournament
    if not any(tournament.of(kind) for kind in (ScoringRecord, Worths, Worth)):
        points = section.points
        worths = {"W": points.win, "D": points.draw, "L": points.loss, "P": points.pairing_bye}
        text = " ".join(f"{symbol}={write_points(worth).strip()}" for symbol, worth in worths.items())
        context.adjust(None, "trf_adapted.points", points=text)
    if not tournament.of(RoundCount) and section.rounds_planned is not None:
        context.adjust(None, "trf_adapted.rounds", rounds=section.rounds_planned)
    if not tournament.of(InitialColour) and section.system.pairs_players:
        key = "trf_adapted.colour" if section.first_colour else "trf_adapted.no_colour"
        context.adjust(None, key, colour="W" if section.first_colour == "white" else "B")
    if not tournament.of(Header, "192"):
        system = section.system.report_code(section.edition, section.options)
        context.adjust(None, "trf_adapted.system", system=system)
    if not tournament.of(TieBreakList):
        context.adjust(None, "trf_adapted.tiebreaks", tiebreaks=", ".join(section.tiebreaks) or "–")
    if not tournament.of(RankingMethod):
        context.adjust(None, "trf_adapted.ratings", method=section.rating_method)
