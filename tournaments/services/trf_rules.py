"""What a TRF rules about rounds to come: byes asked for, accelerated points, pairs kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.formats.trf.acceleration import is_baku, named_baku, virtual_points
from core.formats.trf.check import bye_kind
from core.formats.trf.columns import write_points
from core.formats.trf.records import NationalRecord, RankingMethod, TrfRecord
from core.formats.trf.swiss_records import (
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    PlayerAcceleration,
    Together,
)
from core.formats.trf.team_records import AbnormalPoints
from core.tiebreaks.table import EncounterKind
from tournaments.models import PairConstraint, Registration, RequestedBye
from tournaments.models.pairing import Bye
from tournaments.models.swiss import PairConstraintKind
from tournaments.services.trf_context import TrfImportContext

_ASKED = {"H": Bye.HALF, "F": Bye.FULL, "Z": Bye.ZERO}
_AHEAD = {
    EncounterKind.HALF_BYE: Bye.HALF,
    EncounterKind.FULL_BYE: Bye.FULL,
    EncounterKind.ZERO_BYE: Bye.ZERO,
}
#: First and last round (None: to the end) and the line that said so.
Span = tuple[int, int | None, TrfRecord]


def import_trf_rules(context: TrfImportContext) -> None:
    """Keep them where the section is paired round by round; elsewhere each line is told as left out."""
    if context.section.system.by_round:
        _byes_ahead(context)
        _apart(context)
    else:
        for record in _byes_records_ahead(context):
            _bye_not_kept(context, record, record.ids, record.round)
        for one in context.tournament.of(Together):
            context.left_out(one)
        for two in context.tournament.of(ForbiddenRecord):
            context.left_out(two)
    _acceleration(context)
    for national in context.tournament.of(NationalRecord):
        context.left_out(national)
    for method in context.tournament.of(RankingMethod):
        context.left_out(method)
    for abnormal in context.tournament.of(AbnormalPoints):
        _abnormal(context, abnormal)


# Byes


def _byes_records_ahead(context: TrfImportContext) -> list[ByesRecord]:
    return [one for one in context.tournament.of(ByesRecord) if one.round >= context.next_round]


def _byes_ahead(context: TrfImportContext) -> None:
    asked: dict[tuple[int, int], Bye] = {}
    for number in context.tournament.absent:
        asked[number, context.next_round] = Bye.ZERO
    for one in context.tournament.players.values():
        for at, cell in enumerate(one.rounds[context.next_round - 1 :], start=context.next_round):
            kind = bye_kind(cell)
            if kind in _AHEAD and not cell.empty:
                asked[one.number, at] = _AHEAD[kind]
    for record in _byes_records_ahead(context):
        for number in filter(None, record.ids):
            asked[number, record.round] = _ASKED[record.kind.upper()]
    rows = []
    for (number, at), bye in sorted(asked.items()):
        if number not in context.registrations or at > context.rounds:
            _bye_not_kept(context, None, (number,), at)
            continue
        rows.append(
            RequestedBye(
                registration=context.registrations[number],
                round_number=at,
                kind=bye.value,
                asked_at=context.now,
            )
        )
    RequestedBye.objects.bulk_create(rows)


def _bye_not_kept(
    context: TrfImportContext, record: TrfRecord | None, numbers: Iterable[int | None], at: int
) -> None:
    for number in filter(None, numbers):
        context.adjust(
            record,
            "trf_bye_ahead",
            player=number,
            round=at,
        )


# Pairs kept apart


def _apart(context: TrfImportContext) -> None:
    rules = []
    for (one, other), spans in sorted(_spans(context).items()):
        joined = _joined(spans)
        # What is over does not matter any more, unless it is all there is.
        to_come = [span for span in joined if span[1] is None or span[1] >= context.next_round] or joined[-1:]
        first, last, _ = to_come[0]
        for span in to_come[1:]:
            context.adjust(
                span[2],
                "trf_pair_twice",
                one=one,
                other=other,
                first=first,
                last=last,
            )
        two = sorted((context.registrations[one], context.registrations[other]), key=_key)
        rules.append(
            PairConstraint(
                section=context.section,
                kind=PairConstraintKind.APART,
                one=two[0],
                other=two[1],
                first_round=first,
                last_round=last,
                reason="TRF",
            )
        )
    PairConstraint.objects.bulk_create(rules)


def _key(registration: Registration) -> int:
    return registration.pk


def _spans(context: TrfImportContext) -> Mapping[tuple[int, int], list[Span]]:
    found: dict[tuple[int, int], list[Span]] = {}
    groups: list[tuple[TrfRecord, tuple[int, ...], int, int | None]] = [
        (one, one.ids, 1, None) for one in context.tournament.of(Together, "XXP")
    ]
    for rule in context.tournament.of(ForbiddenRecord):
        groups.append((rule, tuple(filter(None, rule.ids)), rule.first_round or 1, rule.last_round))
    for record, ids, first, last in groups:
        known = sorted({number for number in ids if number in context.registrations})
        if len(known) < len(set(ids)) or len(known) < 2 or (last is not None and last < first):
            context.left_out(record)
        if last is not None and last < first:
            continue
        for place, lower in enumerate(known):
            for higher in known[place + 1 :]:
                found.setdefault((lower, higher), []).append((first, last, record))
    return found


def _joined(spans: list[Span]) -> list[Span]:
    """Spans that touch as one, in order."""
    joined: list[Span] = []
    for first, last, record in sorted(spans, key=lambda span: span[0]):
        before = joined[-1] if joined else None
        if before is None or (before[1] is not None and first > before[1] + 1):
            joined.append((first, last, record))
        elif before[1] is not None:
            end = None if last is None else max(last, before[1])
            joined[-1] = (before[0], end, before[2])
    return joined


# Acceleration


def _acceleration(context: TrfImportContext) -> None:
    """As the section's own Baku method where the points are those, else player by player."""
    section, tournament = context.section, context.tournament
    records = [*tournament.of(AccelerationRecord), *tournament.of(PlayerAcceleration)]
    if not section.system.has("accelerated"):
        for record in records:
            context.left_out(record)
        return
    if named_baku(tournament) or is_baku(tournament, context.rounds):
        section.accelerated = True
        section.save(update_fields=["accelerated"])
        return
    points = virtual_points(tournament, context.rounds)
    if not points:
        return
    section.accelerated = False
    section.save(update_fields=["accelerated"])
    for number, own in points.items():
        context.registrations[number].virtual_points = list(own)
    Registration.objects.bulk_update([context.registrations[number] for number in points], ["virtual_points"])


# Points that do not follow from results


def _abnormal(context: TrfImportContext, record: AbnormalPoints) -> None:
    context.adjust(
        record,
        "trf_abnormal_points",
        points=write_points(record.game_points or record.match_points or 0),
        round=record.round or "–",
        ids=", ".join(str(one) for one in record.ids if one),
    )
