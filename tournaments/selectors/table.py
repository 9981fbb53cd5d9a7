"""The input of tie-breaks, loaded from the database."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from tavleya.pairing.keizer import ScorePart, parts_of, values_of
from tavleya.pairing.micromatches import MicroMatchScore, as_one
from tavleya.pairing.options import KeizerOptions, read
from tavleya.pairing.state import without_early_withdrawals
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table
from tournaments.adjusted import adjusted_pair, bounded_game, change_of
from tournaments.models.pairing import MatchScore, Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.models.section import LaterRatings, Section, UnratedOpponents
from tournaments.selectors.broadcast import shown_result
from tournaments.systems.base import Board
from tournaments.systems.keizer import keizer_histories_of, ladder_of

# The ladder of a section, with the parts of every score.


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One line: `own` is the contribution of a player's own value, `parts` those of each round."""

    place: int
    registration: Registration
    value: int
    own: int
    score: Fraction
    parts: tuple[ScorePart, ...]


def ladder(section: Section, after_round: int | None = None) -> tuple[LadderRow, ...]:
    """Return the whole list with its values, now or after a round.  Two queries."""
    registrations = list(section.registrations.select_related("player").order_by("number"))
    order = [registration.pk for registration in registrations]
    histories = keizer_histories_of(order, load_boards(section, after_round=after_round))
    lines = ladder_of(histories, order, section.options)
    terms = read(KeizerOptions, section.options).terms
    by_id = {registration.pk: registration for registration in registrations}
    values = values_of([line.player for line in lines], terms)
    return tuple(
        LadderRow(
            place,
            by_id[line.player],
            line.value,
            terms.own * line.value,
            line.score,
            parts_of(line.player, histories[line.player], values, terms),
        )
        for place, line in enumerate(lines, start=1)
    )


_KINDS = {GameOutcome.FORFEIT_WIN: EncounterKind.FORFEIT_WIN, GameOutcome.FORFEIT_LOSS: EncounterKind.FORFEIT_LOSS}


def load_boards(section: Section, *, after_round: int | None = None) -> list[Board]:
    """Return every board of the section's published rounds (up to `after_round`) in order.  One query."""
    rows = (
        Pairing.objects.filter(round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .annotate(
            shown=shown_result(),
            white_change=change_of("white"),
            black_change=change_of("black"),
            bounded=bounded_game(),
        )
        .order_by("round__number", "board")
    )
    if after_round is not None:
        rows = rows.filter(round__number__lte=after_round)
    return [
        Board(
            pk,
            0 if kind == RoundKind.SCHEDULE else number or 0,
            board,
            white,
            black,
            bye,
            result,
            game,
            match,
            games or 1,
            score == MatchScore.MATCH,
            *changes,
        )
        for pk, kind, number, board, white, black, bye, result, game, match, games, score, *changes in rows.values_list(
            "pk",
            "round__kind",
            "round__number",
            "board",
            "white",
            "black",
            "bye",
            "shown",
            "game",
            "match",
            "round__section__match_terms__games",
            "round__section__match_terms__score",
            "white_change",
            "black_change",
            "bounded",
        )
    ]


def boards_in(section: Section) -> int:
    """Return the number of boards and byes in its public rounds.  One query."""
    return Pairing.objects.filter(round__section=section).exclude(round__status=RoundStatus.DRAFT).count()


def make_table(section: Section, registrations: Iterable[Registration], boards: Iterable[Board]) -> Table:
    """Return the table of all results.

    Outside round robins a round in which an entry has no board counts as a zero-point bye.
    """
    meetings = section.meetings_by_hand or section.system.cycles
    scoring, predetermined = section.points, section.system.predetermined or bool(section.meetings_by_hand)
    registrations = list(registrations)
    encounters: dict[int, list[Encounter]] = {registration.pk: [] for registration in registrations}
    rounds = 0
    seated: dict[int, set[int]] = {key: set() for key in encounters}
    matches: dict[int, list[Board]] = {}
    legs = 1
    for board in boards:
        rounds = max(rounds, board.round)
        if board.as_one and board.match is not None:
            matches.setdefault(board.match, []).append(board)
        else:
            legs = board.games
            for key, encounter in _encounters(board, scoring):
                encounters[key].append(encounter)
        for seat in (board.white, board.black):
            if seat is not None:
                seated[seat].add(board.round)
    for games_of_match in matches.values():
        for key, encounter in _as_one(games_of_match, scoring):
            encounters[key].append(encounter)
    if not predetermined and rounds:
        for key, numbers in seated.items():
            encounters[key] = _filled(encounters[key], numbers, rounds, scoring)
    participants = {
        registration.pk: Participant(
            registration.pk,
            registration.number,
            registration.rating,
            tuple(encounters[registration.pk]),
            _later_ratings(section, registration),
            registration.external_value,
            registration.hand_order,
        )
        for registration in registrations
    }
    games = meetings * (len(registrations) - 1) * legs if predetermined else 0
    keys = [registration.pk for registration in registrations if registration.status != RegistrationStatus.ACTIVE]
    table = Table(
        participants,
        rounds,
        scoring,
        predetermined,
        games,
        unrated_rating=section.unrated_rating if section.unrated == UnratedOpponents.AS_RATED else None,
        without_unrated=section.unrated == UnratedOpponents.NOT_COUNTED,
    )
    return without_early_withdrawals(table, keys)


def _later_ratings(section: Section, registration: Registration) -> tuple[tuple[int, int], ...]:
    """Return the later ratings; empty if tie-breaks use the first rating."""
    if section.later_ratings == LaterRatings.FIRST:
        return ()
    return tuple((first, rating) for first, rating in registration.later_ratings)


def _as_one(games: list[Board], scoring: Scoring) -> list[tuple[int, Encounter]]:
    """Return a match as one encounter with the colours of its first game; empty until every game has a result."""
    opening = games[0]
    scores = []
    for game in games:
        points = dict(_encounters(game, scoring))
        if points:
            first, second = points[opening.white], points[opening.black or 0]
            scores.append(MicroMatchScore(first.points, second.points, first.kind is not EncounterKind.PLAYED))
    outcomes = as_one(scores, max(opening.games, len(games)))
    return _both(opening, opening.black or 0, *outcomes, scoring) if outcomes is not None else []


def _encounters(board: Board, scoring: Scoring) -> list[tuple[int, Encounter]]:
    if board.black is None:
        kind = EncounterKind(board.bye)
        return [(board.white, Encounter(board.round, kind, scoring.of_bye(kind)))]
    if not board.result:
        return []
    facts = FACTS[Result(board.result)]
    both = _both(board, board.black, facts.white, facts.black, scoring)
    return _penalised(both, board, scoring) if board.white_change or board.black_change else both


def _penalised(both: list[tuple[int, Encounter]], board: Board, scoring: Scoring) -> list[tuple[int, Encounter]]:
    """Return both players' encounters with the points that penalties left them."""
    (white, first), (black, second) = both
    first_points, second_points = adjusted_pair(
        (first.points, second.points), (board.white_change, board.black_change), scoring, bounded=board.bounded
    )
    return [
        (white, replace(first, points=first_points, against=second_points)),
        (black, replace(second, points=second_points, against=first_points)),
    ]


def _both(
    board: Board, black: int, for_white: GameOutcome, for_black: GameOutcome, scoring: Scoring
) -> list[tuple[int, Encounter]]:
    points, against = scoring.of_outcome(for_white), scoring.of_outcome(for_black)
    return [
        (
            board.white,
            Encounter(board.round, _KINDS.get(for_white, EncounterKind.PLAYED), points, black, Side.WHITE, against),
        ),
        (
            black,
            Encounter(
                board.round, _KINDS.get(for_black, EncounterKind.PLAYED), against, board.white, Side.BLACK, points
            ),
        ),
    ]


def _filled(encounters: list[Encounter], seated: set[int], rounds: int, scoring: Scoring) -> list[Encounter]:
    """Add a zero-point bye for each round in which the entry has no board (a game in progress is a board)."""
    absent = [number for number in range(1, rounds + 1) if number not in seated]
    byes = [Encounter(number, EncounterKind.ZERO_BYE, scoring.zero_bye) for number in absent]
    return sorted([*encounters, *byes], key=lambda encounter: encounter.round)
