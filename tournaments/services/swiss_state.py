"""The input of a Swiss pairing, loaded from the database, and its conversion to and from JSON."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tavleya.errors import BadInput, Conflict
from tavleya.messages import Message
from tavleya.pairing import state as baku
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.pairing.team_swiss import state_of_teams
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring
from tavleya.warnings import Level, Warned
from tournaments.adjusted import adjusted_pair, barred_from, bounded_game, change_of
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus, Team, TeamMatch, TeamStatus
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, RequestedBye, TeamBye
from tournaments.selectors.teams import MatchCard, TeamBoard, match_cards, team_table

_FORFEITS = (GameOutcome.FORFEIT_WIN, GameOutcome.FORFEIT_LOSS)
Past = dict[int, dict[int, PastRound]]


def require_swiss(section: Section) -> None:
    """Check that an engine pairs the section round by round, as in a Swiss."""
    if not section.system.by_round:
        raise BadInput(say("not_a_swiss"))


def engine_of(section: Section) -> Engine:
    """Return the engine that pairs the section."""
    return section.system.engine(section.edition)


def scoring_of(section: Section) -> Scoring:
    """Return the points used for pairing: those of the section, or the system's."""
    is_usual = bool(section.system.engines) and engine_of(section).usual_points
    return Scoring() if is_usual else section.points


def load_state(section: Section, number: int) -> SwissState:
    """Return the section before round `number` is paired; players by their starting numbers.

    Earlier rounds must be public and finished.  An adjourned game counts as a draw until it is over.
    Raises: Conflict ("earlier_round_is_draft", "results_missing").
    """
    registrations = list(section.registrations.order_by("number"))
    past = _past_rounds(section, {registration.pk: registration.number for registration in registrations}, number)
    by_rating = bool(section.system.engines) and engine_of(section).by_rating
    players = tuple(
        SwissPlayer(
            registration.number,
            tuple(past.get(registration.number, {}).get(earlier, PastRound()) for earlier in range(1, number)),
            tuple(registration.virtual_points[:number]),
            (registration.rating or 0) if by_rating else 0,
        )
        for registration in registrations
    )
    scoring = scoring_of(section)
    games = _games_of_a_win(section)
    state = SwissState(
        players,
        rounds=max(section.rounds_planned or 0, number),
        initial_colour=Side(section.first_colour) if section.first_colour else Side.WHITE,
        absent=frozenset(_absent(section, registrations, number)),
        forbidden=frozenset(pair_constraints(section, number, PairConstraintKind.APART)),
        win=scoring.win * games,
        loss=scoring.loss * games,
    )
    has_virtual_points = any(registration.virtual_points for registration in registrations)
    accelerated = section.accelerated and section.system.has("accelerated") and not has_virtual_points
    return accelerate(state, number) if accelerated else state


def _games_of_a_win(section: Section) -> int:
    """Return how many games a win stands for: all games of a match if each counts.

    The Double-Swiss and matches with one result need no factor: 1.
    """
    return 1 if section.counts_matches or section.system.plays_matches else section.games_of_a_match


def pair_constraints(section: Section, number: int, kind: PairConstraintKind) -> list[tuple[int, int]]:
    """Return the starting numbers of pairs that are kept apart, or must meet, in this round; the lower one first."""
    rules = PairConstraint.objects.filter(section=section, kind=kind).select_related("one", "other")
    return sorted(
        (min(rule.one.number, rule.other.number), max(rule.one.number, rule.other.number))
        for rule in rules
        if rule.holds_in(number)
    )


def _absent(section: Section, registrations: Sequence[Registration], number: int) -> set[int]:
    """Return the numbers not to be paired: withdrawn, not yet arrived, or with a requested bye."""
    requested_byes = set(
        RequestedBye.objects.filter(registration__section=section, round_number=number).values_list(
            "registration__number", flat=True
        )
    )
    numbers = {
        registration.number
        for registration in registrations
        if registration.status != RegistrationStatus.ACTIVE or registration.from_round > number
    }
    barred = barred_from(section, number)
    return (
        requested_byes | numbers | {registration.number for registration in registrations if registration.pk in barred}
    )


def accelerate(state: SwissState, number: int) -> SwissState:
    """Return the state with the points of the Baku method in round `number`."""
    if number == 1:
        entrants = [player.number for player in state.present]
    else:
        entrants = [
            swiss_player.number
            for swiss_player in state.players
            if swiss_player.rounds[0].happened is not RoundOutcome.BYE
        ]
    return baku.accelerated(state, entrants)


def _past_rounds(section: Section, numbers: Mapping[int, int], before: int) -> Past:
    boards = (
        Pairing.objects.filter(round__section=section, round__number__lt=before)
        .annotate(white_change=change_of("white"), black_change=change_of("black"), bounded=bounded_game())
        .order_by("round__number", "board")
        .values_list(
            "round__number",
            "round__status",
            "white",
            "black",
            "bye",
            "result",
            "game__phase",
            "board",
            "match",
            "white_change",
            "black_change",
            "bounded",
        )
    )
    past_rounds: Past = {}
    missing: list[str] = []
    games: dict[int, list[tuple[int, int, int, str]]] = {}
    scoring = scoring_of(section)
    for stored_number, status, white, black, bye, result, phase, board, match, *changes, bounded in boards:
        if status == RoundStatus.DRAFT:
            raise Conflict(say("earlier_round_is_draft"))
        number = stored_number or 0  # rounds before a numbered one are numbered
        if black is None:
            past_rounds.setdefault(numbers[white], {})[number] = _bye(EncounterKind(bye), scoring)
            continue
        if not result and phase != GamePhase.ADJOURNED:
            missing.append(f"{number}.{board}")
            continue
        first, second = numbers[white], numbers[black]
        if match is not None:
            games.setdefault(match, []).append((number, first, second, result))
            continue
        white_round, black_round = _game(Side.WHITE, second, result, scoring), _game(Side.BLACK, first, result, scoring)
        if changes[0] or changes[1]:
            points = adjusted_pair(
                (white_round.points, black_round.points), (changes[0], changes[1]), scoring, bounded=bounded
            )
            white_round, black_round = replace(white_round, points=points[0]), replace(black_round, points=points[1])
        past_rounds.setdefault(first, {})[number] = white_round
        past_rounds.setdefault(second, {})[number] = black_round
    if missing:
        raise Conflict(say("results_missing", boards=", ".join(missing)), boards=missing)
    for match_games in games.values():
        _add_match(past_rounds, match_games, scoring, as_one=section.counts_matches)
    return past_rounds


def _add_match(
    past_rounds: Past, games: Sequence[tuple[int, int, int, str]], scoring: Scoring, *, as_one: bool
) -> None:
    """Add a match as one past round (C.04.5, Preface).

    The side is that of its first game, the points those of its games or of its one result; it counts as forfeited only
    if no game of it was played.
    """
    number, first, second, _ = games[0]
    for own, other, side in ((first, second, Side.WHITE), (second, first, Side.BLACK)):
        own_rounds = [
            _game(Side.WHITE if white == own else Side.BLACK, other, result, scoring) for _, white, _, result in games
        ]
        played = any(past_round.happened is RoundOutcome.PLAYED for past_round in own_rounds)
        points = sum(past_round.points for past_round in own_rounds)
        if as_one:
            other_points = sum(
                _game(Side.WHITE if white == other else Side.BLACK, own, result, scoring).points
                for _, white, _, result in games
            )
            points = _result_points(points, other_points, scoring)
        happened = RoundOutcome.PLAYED if played else RoundOutcome.FORFEIT
        past_rounds.setdefault(own, {})[number] = PastRound(happened, points, other, side)


def _result_points(own: int, other: int, scoring: Scoring) -> int:
    if own == other:
        return scoring.draw if own else scoring.loss
    return scoring.win if own > other else scoring.loss


def _bye(kind: EncounterKind, scoring: Scoring) -> PastRound:
    happened = RoundOutcome.PAIRING_BYE if kind is EncounterKind.PAIRING_BYE else RoundOutcome.BYE
    return PastRound(happened, scoring.of_bye(kind))


def _game(side: Side, opponent: int, result: str, scoring: Scoring) -> PastRound:
    if not result:  # adjourned
        return PastRound(RoundOutcome.PLAYED, scoring.draw, opponent, side)
    outcome = FACTS[Result(result)].of(side)
    happened = RoundOutcome.FORFEIT if outcome in _FORFEITS else RoundOutcome.PLAYED
    return PastRound(happened, scoring.of_outcome(outcome), opponent, side)


# JSON


def plain_state(state: SwissState) -> dict[str, Any]:
    """Return the state for JSON; `state_of` reads it back.  Optional values are included only if they are set."""
    by_number = {
        key: {str(player.number): getattr(player, key) for player in state.players if getattr(player, key)}
        for key in _BY_NUMBER
    }
    return {
        **{key: values for key, values in by_number.items() if values},
        "rounds": state.rounds,
        "first": state.initial_colour.value,
        "absent": sorted(state.absent),
        "apart": sorted(map(list, state.forbidden)),
        "win": state.win,
        "loss": state.loss,
        "players": [
            [player.number, list(player.virtual), [_plain_round(past) for past in player.rounds]]
            for player in state.players
        ],
    }


_BY_NUMBER = ("rating", "secondary")


def _plain_round(past: PastRound) -> list[Any]:
    return [past.happened.value, past.points, past.opponent, past.side.value if past.side else None]


def state_of(plain: Mapping[str, Any]) -> SwissState:
    players = tuple(
        SwissPlayer(
            number,
            tuple(
                PastRound(RoundOutcome(happened), points, opponent, Side(side) if side else None)
                for happened, points, opponent, side in rounds
            ),
            tuple(virtual),
            **{key: plain[key].get(str(number), 0) for key in _BY_NUMBER if key in plain},
        )
        for number, virtual, rounds in plain["players"]
    )
    return SwissState(
        players,
        rounds=plain["rounds"],
        initial_colour=Side(plain["first"]),
        absent=frozenset(plain["absent"]),
        forbidden=frozenset((first, second) for first, second in plain["apart"]),
        win=plain["win"],
        loss=plain["loss"],
    )


def digest_of(plain: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the canonical JSON: equal states have equal digests."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def without(state: SwissState, numbers: frozenset[int]) -> SwissState:
    """Return the state without these players for the engine."""
    return replace(state, absent=state.absent | numbers)


# The input of a team Swiss pairing, loaded from the matches; and the matches of a new round.


def load_team_state(section: Section, number: int) -> SwissState:
    """Return the teams of a section before round `number` is paired, by their numbers.

    Earlier rounds must be public and finished.  An adjourned game counts as a draw until it is over.  Teams that
    withdrew are absent.
    Raises: Conflict ("earlier_round_is_draft", "results_missing").
    """
    cards = [
        match_card for match_card in match_cards(section, drafts=True) if (match_card.match.round.number or 0) < number
    ]
    if any(match_card.match.round.status == RoundStatus.DRAFT for match_card in cards):
        raise Conflict(say("earlier_round_is_draft"))
    cards = [_with_adjourned_drawn(match_card) for match_card in cards]
    _refuse_unfinished(cards)
    teams = list(section.teams.order_by("number"))
    state = state_of_teams(
        team_table(section, teams, cards, rounds=number - 1),
        number,
        rounds=max(section.rounds_planned or 0, number),
        initial_colour=Side(section.first_colour) if section.first_colour else Side.WHITE,
        absent=_team_state_absent(section, teams, number),
        forbidden=kept_apart(section, number),
    )
    return state if not section.accelerated else baku.accelerated(state, _entrants(state))


def _team_state_absent(section: Section, teams: Sequence[Team], number: int) -> set[int]:
    """Return the teams that are not paired: withdrawn teams, and those with a requested bye."""
    byes = TeamBye.objects.filter(team__section=section, round_number=number)
    return {team.number for team in teams if team.status == TeamStatus.WITHDRAWN} | set(
        byes.values_list("team__number", flat=True)
    )


def kept_apart(section: Section, number: int) -> list[tuple[int, int]]:
    """Return the numbers of the teams that may not meet in this round, the lower one first."""
    rules = section.team_rules.select_related("one", "other")
    pairs = ((rule.one.number, rule.other.number) for rule in rules if rule.holds_in(number))
    return sorted((min(pair), max(pair)) for pair in pairs)


def _entrants(state: SwissState) -> list[int]:
    """Return the teams paired in round 1, or to be paired in it."""
    if state.round_number == 1:
        return [team.number for team in state.present]
    return [team.number for team in state.players if team.rounds[0].happened is not RoundOutcome.BYE]


def _with_adjourned_drawn(card: MatchCard) -> MatchCard:
    drawn = (card.scoring.draw, card.scoring.draw)
    return replace(
        card, boards=tuple(replace(board, points=drawn) if _adjourned(board) else board for board in card.boards)
    )


def _adjourned(board: TeamBoard) -> bool:
    game = board.pairing.game
    return board.points is None and game is not None and game.phase == GamePhase.ADJOURNED


def _refuse_unfinished(cards: Sequence[MatchCard]) -> None:
    missing = [
        f"{card.match.round.number}.{board.pairing.board}"
        for card in cards
        if not card.finished
        for board in card.boards
        if board.points is None
    ]
    if missing:
        raise Conflict(say("results_missing", boards=", ".join(missing)), boards=missing)


def match_teams(row: Round, pairs: Sequence[Pair], bye: int | None) -> None:
    """Write the matches of a round by team numbers, then its byes: the allocated one, then the requested ones."""
    teams = {team.number: team for team in row.section.teams.all()}
    matches = [
        TeamMatch(round=row, number=place, first=teams[pair.white], second=teams[pair.black])
        for place, pair in enumerate(pairs, start=1)
    ]
    byes = [(teams[bye], Bye.PAIRING_ALLOCATED)] if bye is not None else []
    team_byes = TeamBye.objects.filter(
        team__section=row.section, team__status=TeamStatus.ACTIVE, round_number=row.number or 0
    )
    byes += [
        (team_bye.team, Bye(team_bye.kind)) for team_bye in team_byes.select_related("team").order_by("team__number")
    ]
    matches += [
        TeamMatch(round=row, number=number, first=team, bye=kind)
        for number, (team, kind) in enumerate(byes, start=len(pairs) + 1)
    ]
    TeamMatch.objects.bulk_create(matches)


# Warning levels of objections to boards that differ from the rules.

#: By code; any other objection of the rules must be confirmed with a reason.
_LEVELS: Mapping[str, Level] = MappingProxyType({"against_colours": Level.NOTICE})


def level_of(problem: Message) -> Level:
    return _LEVELS.get(problem.code, Level.CONFIRMATION)


def warning_of_breaches(problems: Sequence[Message]) -> Warned:
    """Return the warning about boards that break or differ from the rules, which needs a reason."""
    reasons = " ".join(str(problem) for problem in problems)
    return Warned(
        Level.CONFIRMATION,
        say("illegal_pairing", reasons=reasons),
        needs_reason=True,
        detail={"problems": [problem.code for problem in problems]},
    )
