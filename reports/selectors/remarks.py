"""The remarks of a TRF (`###`): acts on a tournament other than regular pairing and play.

They name the act and the round; user and reason are in the log of the event, which is not public. Words from FIDE's
checklist for programs are used unchanged.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from tavleya.formats.trf.columns import write_points
from tavleya.formats.trf.records import RawRecord
from tavleya.record.results import Result
from tavleya.tiebreaks.base import decimal
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing, PlayOff
from tournaments.models.round import Bye, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, Provenance, RatingCorrection
from tournaments.selectors.standings import standings_of
from tournaments.systems.base import Board

_BYES = {Bye.PAIRING_ALLOCATED: "PAB", Bye.FULL: "FPB", Bye.HALF: "HPB", Bye.ZERO: "ZPB"}


def remarks(section: Section, numbers: Mapping[int, int], boards: Sequence[Board]) -> list[RawRecord]:
    """Return all remarks; `numbers` are the starting numbers by registration key."""
    lines = [
        *_acts(section),
        *_altered_rounds(section, numbers),
        *_corrections(section),
        *_full_point_byes(numbers, boards),
        *_forced_pairs(section),
        *_play_offs(section),
    ]
    count = section.restore_points.count()
    if count and lines:
        lines.append(f"{count} restore points of this section are kept")
    return [RawRecord(text=f"### {line}") for line in lines]


# Remarks from the log


def _acts(section: Section) -> Iterator[str]:
    """Yield the logged acts, the oldest first."""
    rounds = [f"round:{key}" for key in section.rounds.values_list("pk", flat=True)]
    rows = Log.objects.filter(event=section.event_id).filter(Q(subject=f"section:{section.pk}") | Q(subject__in=rounds))
    for row in rows.order_by("pk"):
        words = _describe_log_line(row)
        if words:
            yield words if row.action == "section.mode_left" else f"{words} ({_moment(row.at)})"


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def _describe_log_line(row: Log) -> str:
    before = row.before if isinstance(row.before, dict) else {}
    after = row.after if isinstance(row.after, dict) else {}
    number = after.get("round") or before.get("round")
    match row.action:
        case "section.mode_left":
            return f"{after.get('mode')} exited @ Round {after.get('after_round')}"
        case "round.paired_by_hand":
            return f"MPA @ Round {number}: paired by hand"
        case "round.undone":
            return f"PIBE @ Round {number}: undone, {after.get('games_annulled', 0)} games annulled"
        case "round.unpublished":
            return f"PIBE @ Round {number}: taken back"
        case "round.played_differently_for_rating":
            return f"Rating report @ Round {number}: {_boards(before)} => {_boards(after)}"
        case "section.restored":
            return "PIBE: the section was set back to a restore point"
        case "registrations.renumbered":
            return "PIBE: starting numbers given anew"
        case "registrations.exchanged":
            return f"TPN exchange @ Round {after.get('after_round')}: {_pair(after)}"
        case "section.edited":
            return _edited(before, after)
        case "pair.constraint_added" | "pair.constraint_removed":
            return _restricted(before, after)
        case "ties.decided":
            return _ties(after)
        case "trf.imported":
            return _imported(after)
    return ""


def _boards(side: Mapping[str, object]) -> str:
    boards = side.get("boards")
    return "; ".join(map(str, boards)) if isinstance(boards, list) else ""


_NAMES = {
    "rounds_planned": "rounds",
    "tiebreaks": "tie-breaks",
    "edition": "rules of pairing",
    "accelerated": "Baku acceleration",
    "correction_rounds": "rounds open to correction",
    "rating_kind": "rating",
}


def _edited(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Return the changes of a section after its pairing."""
    changed = after.get("after_pairing")
    fields = [str(name) for name in changed] if isinstance(changed, list) else []
    parts = [f"{_NAMES.get(name, name)} {_value(before.get(name))} => {_value(after.get(name))}" for name in fields]
    otherwise = after.get("otherwise")
    if isinstance(otherwise, list) and otherwise:
        parts.append(f"by this these rounds would be paired otherwise: {', '.join(map(str, otherwise))}")
    return f"Configuration @ Round {after.get('after_round', 0)}: {'; '.join(parts)}" if parts else ""


def _value(value: object) -> str:
    """Return the value of a setting; points in half-points as a report has them."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, dict):
        worths = ((name, points) for name, points in value.items() if isinstance(points, int))
        return " ".join(f"{name}={write_points(points)}" for name, points in worths) or "the usual"
    return str(value)


def _restricted(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Describe a forbidden or forced pairing that was added or removed after the section's first pairing."""
    if "after_round" not in after:
        return ""
    rule = before if "rule" in before else after
    label = "forbidden" if rule.get("rule") == PairConstraintKind.APART else "forced"
    ends = " no more" if rule is before else ""
    return f"Configuration @ Round {after['after_round']}: pairing of {_pair(rule)} {label}{ends}"


def _ties(after: Mapping[str, object]) -> str:
    """Return manual places of tied players, and external values, by starting number."""
    parts = []
    for name, words in (("hand_order", "tied players ordered"), ("external_value", "external values")):
        values = after.get(name)
        if isinstance(values, dict) and values:
            parts.append(f"{words} {' '.join(f'{key}={_tie(name, value)}' for key, value in values.items())}")
    return f"Tie-breaks @ Round {after.get('after_round', 0)}: {'; '.join(parts)}"


def _tie(name: str, value: object) -> str:
    if value is None:
        return "none"
    return decimal(value, 100) if name == "external_value" and isinstance(value, int) else str(value)


def _pair(data: Mapping[str, object]) -> str:
    numbers = data.get("pair")
    return " and ".join(map(str, numbers)) if isinstance(numbers, list) else ""


def _imported(after: Mapping[str, object]) -> str:
    text = f"Import @ Round {after.get('rounds', 0)}"
    parts = []
    adjusted, differ = after.get("adjusted"), after.get("differ")
    if isinstance(adjusted, list) and adjusted:
        parts.append(f"{len(adjusted)} faults of the report adjusted")
    if isinstance(differ, list) and differ:
        parts.append(f"not as the rules pair them: rounds {', '.join(map(str, differ))}")
    return f"{text}: {'; '.join(parts)}" if parts else text


# Rounds that are not as the rules pair them


def _altered_rounds(section: Section, numbers: Mapping[int, int]) -> Iterator[str]:
    """Yield a line for each public round that differs from the rules' pairing, with both pairings."""
    sources = Provenance.objects.filter(round__section=section, version__gt=0)
    for source in sources.exclude(round__status=RoundStatus.DRAFT).select_related("round"):
        numbers_then = source.state.get("numbers", {})
        current = {numbers_then.get(str(key), number): number for key, number in numbers.items()}
        by_rules = [f"{current.get(white, white)}-{current.get(black, black)}" for white, black in source.boards]
        if source.bye is not None:
            by_rules.append(f"{current.get(source.bye, source.bye)}=PAB")
        played = _played(source, numbers)
        missing = [pair for pair in by_rules if pair not in played]
        seated = {number for pair in (*source.boards, [source.bye]) for number in pair if number is not None}
        away = {f"{number}" for number in numbers.values()} - {f"{current.get(number, number)}" for number in seated}
        extra = [pair for pair in played if pair not in by_rules and pair.partition("=")[0] not in away]
        if missing or extra:
            yield f"MPA @ Round {source.round.number}: {' '.join(missing)} => {' '.join(extra)}"


def _played(source: Provenance, numbers: Mapping[int, int]) -> list[str]:
    rows = Pairing.objects.filter(round=source.round_id, leg=1).order_by("board")
    return [
        f"{numbers[white]}-{numbers[black]}" if black else f"{numbers[white]}={_BYES[Bye(bye)]}"
        for white, black, bye in rows.values_list("white", "black", "bye")
    ]


# Corrected results


def _corrections(section: Section) -> Iterator[str]:
    paired = dict(Provenance.objects.filter(round__section=section).values_list("round__number", "made_at"))
    rows = Log.objects.filter(event=section.event_id).filter(
        Q(action="result.corrected") | Q(action="result.entered", after__paired_as_draw=True)
    )
    corrections = [(row, row.subject_id) for row in rows.order_by("pk")]
    boards = Pairing.objects.filter(round__section=section).select_related("round", "white", "black")
    boards_by_key = boards.in_bulk([key for _, key in corrections])
    for row, key in corrections:
        board = boards_by_key.get(key)
        next_pairing = paired.get((board.round.number or 0) + 1) if board else None
        if board is not None and next_pairing is not None and next_pairing < row.at:
            before, after = (data if isinstance(data, dict) else {} for data in (row.before, row.after))
            if row.action == "result.entered":
                if after.get("result") != Result.DRAW:
                    yield f"Adjournment @ {_board(board)}: {Result.DRAW} => {after.get('result')}"
                continue
            yield f"Correction @ {_board(board)}: {before.get('result')} => {after.get('result')}"
    late = RatingCorrection.objects.filter(pairing__round__section=section)
    for correction in late.select_related("pairing__round", "pairing__white", "pairing__black").order_by("pk"):
        yield (
            f"Rating report @ {_board(correction.pairing)}: {correction.pairing.result} => {correction.result}; "
            "the line of the player keeps the result that the standings use"
        )


def _board(pairing: Pairing) -> str:
    black = pairing.black.number if pairing.black is not None else ""
    return f"Round {pairing.round.number}: {pairing.white.number}-{black}"


# Byes and pairs


def _full_point_byes(numbers: Mapping[int, int], boards: Sequence[Board]) -> Iterator[str]:
    for board in boards:
        if board.black is None and board.bye == Bye.FULL:
            yield f"Full-point bye @ Round {board.round}: {numbers[board.white]}"


def _forced_pairs(section: Section) -> Iterator[str]:
    forced = PairConstraint.objects.filter(section=section, kind=PairConstraintKind.TOGETHER)
    for first, last, number, other in forced.values_list("first_round", "last_round", "one__number", "other__number"):
        span = f"rounds {first} to {last}" if last else f"every round from {first}"
        yield f"Forced pair in {span}: {min(number, other)} and {max(number, other)}"


# Places


def play_off_remarks(section: Section) -> list[RawRecord]:
    """Return only the remarks for a section that no engine pairs."""
    return [RawRecord(text=f"### {line}") for line in _play_offs(section)]


def _play_offs(section: Section) -> Iterator[str]:
    """Yield the places decided by a play-off section, with its starting numbers in order."""
    play_offs = PlayOff.objects.filter(section=section).prefetch_related("by__registrations")
    if not play_offs:
        return
    rows = {row.registration.player_id: row for row in standings_of(section).rows if row.row.play_off}
    for play_off in play_offs:
        play_off_rows = [rows[entry.player_id] for entry in play_off.by.registrations.all() if entry.player_id in rows]
        play_off_rows.sort(key=lambda row: row.row.rank)
        if play_off_rows:
            order = " ".join(str(row.registration.number) for row in play_off_rows)
            yield f"Play-off for places {play_off_rows[0].row.rank} to {play_off_rows[-1].row.last}: {order}"
