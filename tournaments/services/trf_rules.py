"""What a TRF rules about rounds to come: byes asked for, accelerated points, pairs kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.formats.trf.acceleration import is_baku, named_baku, virtual_points
from core.formats.trf.check import bye_kind
from core.formats.trf.columns import write_points
from core.formats.trf.records import NationalRecord, RankingMethod, Record
from core.formats.trf.swiss_records import (
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    PlayerAcceleration,
    Together,
)
from core.formats.trf.team_records import AbnormalPoints
from core.tiebreaks.table import Kind
from tournaments.models import Entry, PairRule, RequestedBye
from tournaments.models.pairing import Bye
from tournaments.models.section import Format
from tournaments.models.swiss import Tie
from tournaments.services.trf_parts import Bringing

_ASKED = {"H": Bye.HALF, "F": Bye.FULL, "Z": Bye.ZERO}
_AHEAD = {Kind.HALF_BYE: Bye.HALF, Kind.FULL_BYE: Bye.FULL, Kind.ZERO_BYE: Bye.ZERO}
#: First and last round (None: to the end) and the line that said so.
Span = tuple[int, int | None, Record]


def bring_rules(bringing: Bringing) -> None:
    """Keep them where the section is paired round by round; elsewhere each line is told as left out."""
    if bringing.section.kind.by_round:
        _byes_ahead(bringing)
        _apart(bringing)
    else:
        for record in _byes_records_ahead(bringing):
            _bye_not_kept(bringing, record, record.ids, record.round)
        for one in bringing.tournament.of(Together):
            bringing.left_out(one)
        for two in bringing.tournament.of(ForbiddenRecord):
            bringing.left_out(two)
    _acceleration(bringing)
    for national in bringing.tournament.of(NationalRecord):
        bringing.left_out(national)
    for method in bringing.tournament.of(RankingMethod):
        bringing.left_out(method)
    for abnormal in bringing.tournament.of(AbnormalPoints):
        _abnormal(bringing, abnormal)


# Byes


def _byes_records_ahead(bringing: Bringing) -> list[ByesRecord]:
    return [one for one in bringing.tournament.of(ByesRecord) if one.round >= bringing.next_round]


def _byes_ahead(bringing: Bringing) -> None:
    asked: dict[tuple[int, int], Bye] = {}
    for number in bringing.tournament.absent:
        asked[number, bringing.next_round] = Bye.ZERO
    for one in bringing.tournament.players.values():
        for at, cell in enumerate(one.rounds[bringing.next_round - 1 :], start=bringing.next_round):
            kind = bye_kind(cell)
            if kind in _AHEAD and not cell.empty:
                asked[one.number, at] = _AHEAD[kind]
    for record in _byes_records_ahead(bringing):
        for number in filter(None, record.ids):
            asked[number, record.round] = _ASKED[record.kind.upper()]
    rows = []
    for (number, at), bye in sorted(asked.items()):
        if number not in bringing.entries or at > bringing.rounds:
            _bye_not_kept(bringing, None, (number,), at)
            continue
        rows.append(
            RequestedBye(
                entry=bringing.entries[number], round_number=at, kind=bye.value, asked_at=bringing.now
            )
        )
    RequestedBye.objects.bulk_create(rows)


def _bye_not_kept(bringing: Bringing, record: Record | None, numbers: Iterable[int | None], at: int) -> None:
    for number in filter(None, numbers):
        bringing.adjust(
            record,
            "trf_bye_ahead",
            player=number,
            round=at,
        )


# Pairs kept apart


def _apart(bringing: Bringing) -> None:
    rules = []
    for (one, other), spans in sorted(_spans(bringing).items()):
        joined = _joined(spans)
        # What is over does not matter any more, unless it is all there is.
        to_come = [span for span in joined if span[1] is None or span[1] >= bringing.next_round] or joined[
            -1:
        ]
        first, last, _ = to_come[0]
        for span in to_come[1:]:
            bringing.adjust(
                span[2],
                "trf_pair_twice",
                one=one,
                other=other,
                first=first,
                last=last,
            )
        two = sorted((bringing.entries[one], bringing.entries[other]), key=_key)
        rules.append(
            PairRule(
                section=bringing.section,
                kind=Tie.APART,
                one=two[0],
                other=two[1],
                first_round=first,
                last_round=last,
                reason="TRF",
            )
        )
    PairRule.objects.bulk_create(rules)


def _key(entry: Entry) -> int:
    return entry.pk


def _spans(bringing: Bringing) -> Mapping[tuple[int, int], list[Span]]:
    found: dict[tuple[int, int], list[Span]] = {}
    groups: list[tuple[Record, tuple[int, ...], int, int | None]] = [
        (one, one.ids, 1, None) for one in bringing.tournament.of(Together, "XXP")
    ]
    for rule in bringing.tournament.of(ForbiddenRecord):
        groups.append((rule, tuple(filter(None, rule.ids)), rule.first_round or 1, rule.last_round))
    for record, ids, first, last in groups:
        known = sorted({number for number in ids if number in bringing.entries})
        if len(known) < len(set(ids)) or len(known) < 2 or (last is not None and last < first):
            bringing.left_out(record)
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


def _acceleration(bringing: Bringing) -> None:
    """As the section's own Baku method where the points are those, else player by player."""
    section, tournament = bringing.section, bringing.tournament
    records = [*tournament.of(AccelerationRecord), *tournament.of(PlayerAcceleration)]
    if section.format != Format.SWISS:
        for record in records:
            bringing.left_out(record)
        return
    if named_baku(tournament) or is_baku(tournament, bringing.rounds):
        section.accelerated = True
        section.save(update_fields=["accelerated"])
        return
    points = virtual_points(tournament, bringing.rounds)
    if not points:
        return
    section.accelerated = False
    section.save(update_fields=["accelerated"])
    for number, own in points.items():
        bringing.entries[number].virtual_points = list(own)
    Entry.objects.bulk_update([bringing.entries[number] for number in points], ["virtual_points"])


# Points that do not follow from results


def _abnormal(bringing: Bringing, record: AbnormalPoints) -> None:
    bringing.adjust(
        record,
        "trf_abnormal_points",
        points=write_points(record.game_points or record.match_points or 0),
        round=record.round or "–",
        ids=", ".join(str(one) for one in record.ids if one),
    )
