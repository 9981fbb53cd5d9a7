"""Team events: matches with their scores, the standings of the teams, individual scores by board."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.core.cache import caches
from django.db.models import Prefetch

from tavleya.pairing.micromatches import colour_of_first
from tavleya.pairing.options import TeamOptions
from tavleya.pairing.schedules import TeamScore, team_score
from tavleya.pairing.state import teams_without_early_withdrawals
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks import table as kernel
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import RankedRow, Standings, compute_standings
from tavleya.tiebreaks.table import EncounterKind, Scoring, points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Forfeit, Registration, Team, TeamMatch, TeamMember, TeamStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_version
from tournaments.systems.teams import AnyTeamOptions, team_options

_KEPT_SECONDS = 24 * 60 * 60


def options_of(section: Section) -> AnyTeamOptions:
    return team_options(section.system, section.options)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board of a match from the seats of its teams; `number` within the match, `side` is the first team's.

    `points` are half-points of the first and the other, None without a result.  An empty seat is None.
    """

    pairing: Pairing
    number: int
    first: Registration | None
    second: Registration | None
    side: Side
    points: tuple[int, int] | None
    played: bool


@dataclass(frozen=True)
class MatchCard:
    """A match with its boards in order."""

    match: TeamMatch
    boards: tuple[TeamBoard, ...]
    options: AnyTeamOptions
    scoring: Scoring
    size: int  # how many boards a match has

    @property
    def finished(self) -> bool:
        if self.match.second_id is None or self.match.forfeited:
            return True
        return bool(self.boards) and all(board.points is not None for board in self.boards)

    @cached_property
    def score(self) -> TeamScore:
        """The score so far; match points are meaningful only once it is finished."""
        if self.match.forfeited:
            return self._forfeited
        points = [board.points for board in self.boards if board.points is not None]
        options = self.options
        return team_score(points, win=options.match_win, draw=options.match_draw, loss=options.match_loss)

    @property
    def _forfeited(self) -> TeamScore:
        most, options = self.scoring.forfeit_win * self.size, self.options
        return {
            Forfeit.FIRST: TeamScore((0, most), (options.match_loss, options.match_win)),
            Forfeit.SECOND: TeamScore((most, 0), (options.match_win, options.match_loss)),
            Forfeit.BOTH: TeamScore((0, 0), (options.match_loss, options.match_loss)),
        }[Forfeit(self.match.forfeited)]

    @property
    def kinds(self) -> tuple[EncounterKind, EncounterKind]:
        """The outcome kind for either team: without a played board, the team with fewer points forfeits the match."""
        if any(board.played for board in self.boards):
            return EncounterKind.PLAYED, EncounterKind.PLAYED
        first, second = self.score.game_points
        return _forfeit_kind(first, second), _forfeit_kind(second, first)


def _forfeit_kind(own: int, other: int) -> EncounterKind:
    return EncounterKind.FORFEIT_WIN if own > other else EncounterKind.FORFEIT_LOSS


def match_cards(section: Section, number: int | None = None, *, drafts: bool = False) -> tuple[MatchCard, ...]:
    """Return the matches of a round, or of all rounds; drafts only on request.  Four queries."""
    boards = Pairing.objects.select_related(
        "white__player", "black__player", "white__membership", "black__membership", "game"
    ).order_by("board")
    rows = (
        TeamMatch.objects.filter(round__section=section)
        .select_related("round", "first", "second")
        .prefetch_related(Prefetch("boards", boards), "line_ups")
        .order_by("round__number", "number")
    )
    if number is not None:
        rows = rows.filter(round__number=number)
    if not drafts:
        rows = rows.exclude(round__status=RoundStatus.DRAFT)
    options, size, scoring = options_of(section), match_size(section), section.points
    return tuple(
        MatchCard(
            row,
            tuple(_board(row, board, place, section, size) for place, board in enumerate(row.boards.all(), 1)),
            options,
            scoring,
            size,
        )
        for row in rows
    )


def match_size(section: Section) -> int:
    """Return the number of boards in a match: in a Scheveningen as many as a team has players."""
    if section.system.line_ups:
        return options_of(section).boards
    first = section.teams.order_by("number").first()
    return first.members.count() if first else 0


def _board(match: TeamMatch, pairing: Pairing, place: int, section: Section, size: int) -> TeamBoard:
    """Return a board of a match.

    `place`: from 1 among the boards of the match, which numbers each of its `size` boards if line-ups leave seats
    empty.
    """
    white, black, scoring = pairing.white, pairing.black, section.points
    side = Side.WHITE if team_of(white) == match.first_id else Side.BLACK
    number = place
    if match.partial and black is not None:  # by the places that the two have in their teams
        number = min(_place(white), _place(black))
    elif section.system.line_ups:
        number = pairing.board - section.first_board + 1 - (match.number - 1) * size
    if black is None:
        # A single player fills White's place, whatever their colour.
        seats: tuple[Registration | None, Registration | None] = (white, None)
        points = (scoring.forfeit_win, scoring.forfeit_loss)
        if side is Side.BLACK:
            seats, points = seats[::-1], points[::-1]
        return TeamBoard(pairing, number, *seats, colour_of_first(number), points, False)
    first, second = (white, black) if side is Side.WHITE else (black, white)
    if not pairing.result:
        return TeamBoard(pairing, number, first, second, side, None, True)
    facts = FACTS[Result(pairing.result)]
    points = scoring.of_outcome(facts.white), scoring.of_outcome(facts.black)
    return TeamBoard(pairing, number, first, second, side, points if side is Side.WHITE else points[::-1], facts.played)


def team_of(registration: Registration | None) -> int | None:
    """Return the key of the entry's team; None without one."""
    membership: TeamMember | None = getattr(registration, "membership", None)
    return membership.team_id if membership is not None else None


def _place(registration: Registration) -> int:
    membership: TeamMember | None = getattr(registration, "membership", None)
    return membership.place if membership is not None else 1


def team_table(section: Section, teams: Sequence[Team], cards: Iterable[MatchCard], *, rounds: int) -> kernel.TeamTable:
    """Return the input of team tie-breaks: every finished match."""
    options, size = options_of(section), match_size(section)
    matches: dict[int, list[kernel.TeamEncounter]] = {team.pk: [] for team in teams}
    missed = {team.pk: set(range(1, rounds + 1)) for team in teams}
    for card in cards:
        for key, encounter in _encounters(card, section):
            matches[key].append(encounter)
        for team_id in (card.match.first_id, card.match.second_id):
            if team_id is not None:
                missed[team_id].discard(card.match.round.number or 0)
    if not section.system.scheduled:
        _add_byes(matches, missed)
    _, game_scoring = kernel.TeamTable.usual_scoring(size, section.points.win)
    match_scoring = _match_scoring(options)
    table = kernel.TeamTable(
        {team.pk: kernel.TeamParticipant(team.pk, team.number, tuple(matches[team.pk])) for team in teams},
        rounds,
        size,
        match_scoring,
        game_scoring,
        kernel.ScoreType(options.rank_by),
        predetermined=section.system.scheduled,
        matches_each=_matches_each(section, teams, options),
    )
    if not table.predetermined:
        return table
    keys = [team.pk for team in teams if team.status == TeamStatus.WITHDRAWN]
    return teams_without_early_withdrawals(table, keys)


def _match_scoring(options: AnyTeamOptions) -> Scoring:
    """Return the match points; the allocated bye and a half-point bye count as a drawn match (C.04.6, 1.4)."""
    won, drawn, lost = options.match_win, options.match_draw, options.match_loss
    return Scoring(
        won, drawn, lost, forfeit_win=won, forfeit_loss=lost, pairing_bye=drawn, full_bye=won, half_bye=drawn
    )


def _matches_each(section: Section, teams: Sequence[Team], options: AnyTeamOptions) -> int:
    """Return the number of matches of every team in all the rounds of a schedule."""
    if not isinstance(options, TeamOptions) or not teams:
        return 0
    if section.system.line_ups:
        return options.cycles * (len(teams) - 1)
    return 2 * TeamMatch.objects.filter(round__section=section).count() // len(teams)


def _add_byes(matches: dict[int, list[kernel.TeamEncounter]], missed: dict[int, set[int]]) -> None:
    """Add zero-point byes for rounds without a match of a team that came late or left."""
    for key, encounters in matches.items():
        encounters += (kernel.TeamEncounter(number, EncounterKind.ZERO_BYE, 0, 0) for number in missed[key])
        encounters.sort(key=lambda team_encounter: team_encounter.round)


def _encounters(card: MatchCard, section: Section) -> list[tuple[int, kernel.TeamEncounter]]:
    match, number = card.match, card.match.round.number or 0
    if match.second_id is None:
        kind = EncounterKind(match.bye)
        bye_points = kernel.TeamTable.usual_scoring(card.size, section.points.win)[1].of_bye(kind)
        encounter = kernel.TeamEncounter(number, kind, _match_scoring(card.options).of_bye(kind), bye_points)
        return [(match.first_id, encounter)]
    if not card.finished:
        return []
    match_points, game_points = card.score.match_points, card.score.game_points
    board_points = [board.points for board in card.boards if board.points is not None]
    results = []
    for index, (own, other, colour) in enumerate(
        ((match.first_id, match.second_id, Side.WHITE), (match.second_id, match.first_id, Side.BLACK))
    ):
        results.append(
            (
                own,
                kernel.TeamEncounter(
                    number,
                    card.kinds[index],
                    match_points[index],
                    game_points[index],
                    other,
                    colour,
                    match_points[1 - index],
                    game_points[1 - index],
                    tuple(points[index] for points in board_points),
                ),
            )
        )
    return results


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line of the standings of teams; `match_points` and `game_points` in half-points."""

    team: Team
    row: RankedRow
    match_points: int
    game_points: int

    @property
    def place(self) -> str:
        return f"{self.row.rank}–{self.row.last}" if self.row.shared else str(self.row.rank)

    @property
    def match_text(self) -> str:
        return points_text(self.match_points)

    @property
    def game_text(self) -> str:
        return points_text(self.game_points)


@dataclass(frozen=True, slots=True)
class TeamStandings:
    section: Section
    after_round: int | None
    tiebreaks: tuple[str, ...]
    rows: tuple[TeamRow, ...]
    cards: tuple[MatchCard, ...]


def team_standings(section: Section, after_round: int | None = None) -> TeamStandings:
    """Return the teams in order, now or after a round, with their matches."""
    version = standings_version(section)
    teams = list(section.teams.order_by("number"))
    cards = match_cards(section)
    if after_round is not None:
        cards = tuple(card for card in cards if (card.match.round.number or 0) <= after_round)
    key = f"team-standings:{version.key}:{after_round or 'now'}"
    computed: tuple[Standings, dict[int, int], dict[int, int]] | None = caches["computed"].get(key)
    if computed is None:
        rounds = max((card.match.round.number or 0 for card in cards), default=0)
        table = team_table(section, teams, cards, rounds=rounds)
        computed = (
            compute_standings(table.table, tiebreaks(section.tiebreaks)).bare(),
            table.in_score("MP").scores,
            table.in_score("GP").scores,
        )
        caches["computed"].set(key, computed, _KEPT_SECONDS)
    ranked, match_points, game_points = computed
    by_id = {team.pk: team for team in teams}
    rows = tuple(
        TeamRow(by_id[row.participant], row, match_points[row.participant], game_points[row.participant])
        for row in ranked.rows
        if row.participant in by_id
    )
    return TeamStandings(section, after_round, ranked.tiebreaks, rows, cards)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The score of one player; `board` is the most frequent one.  Half-points, of `most` possible ones.

    `games` were played; boards without an opponent, or that were forfeited, are `unplayed`.
    """

    registration: Registration
    team: Team
    board: int
    points: int
    most: int
    games: int
    unplayed: int

    @property
    def text(self) -> str:
        return points_text(self.points)

    @property
    def percent(self) -> int:
        """Rounded down."""
        return 100 * self.points // self.most if self.most else 0


@dataclass(frozen=True, slots=True)
class _BoardResult:
    board: int
    points: int
    played: bool


def board_list(section: Section) -> tuple[BoardScore, ...]:
    """Return all players with a decided board, by board and then by percentage."""
    results: dict[int, list[_BoardResult]] = {}
    people: dict[int, tuple[Registration, Team]] = {}
    for card in match_cards(section):
        teams = (card.match.first, card.match.second)
        for board in card.boards:
            if board.points is None:
                continue
            for registration, team, points in zip((board.first, board.second), teams, board.points, strict=True):
                if registration is not None and team is not None:
                    people[registration.pk] = registration, team
                    results.setdefault(registration.pk, []).append(_BoardResult(board.number, points, board.played))
    scores = [_score(*people[key], own_results, section.points.win) for key, own_results in results.items()]
    return tuple(
        sorted(
            scores,
            key=lambda board_score: (
                board_score.board,
                -Fraction(board_score.points, board_score.most),
                -board_score.games,
                board_score.team.number,
                board_score.registration.number,
            ),
        )
    )


def _score(registration: Registration, team: Team, results: list[_BoardResult], win: int) -> BoardScore:
    boards = [result.board for result in results]
    usual_board = min(set(boards), key=lambda board: (-boards.count(board), board))
    played = sum(result.played for result in results)
    points = sum(result.points for result in results)
    return BoardScore(registration, team, usual_board, points, win * len(results), played, len(results) - played)
