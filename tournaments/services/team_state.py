"""From the matches of a section of teams to what its next round is paired from, and its matches to the database."""

from collections.abc import Sequence
from dataclasses import replace

from tavleya.errors import Conflict
from tavleya.pairing import baku
from tavleya.pairing.state import Pair, RoundOutcome, SwissState
from tavleya.pairing.team_swiss.history import state_of_teams
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tournaments.messages import say
from tournaments.models.byes import Bye
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.team import Team, TeamMatch, TeamStatus
from tournaments.models.team_swiss import TeamBye
from tournaments.selectors.teams import MatchCard, TeamBoard, match_cards, team_table


def load_team_state(section: Section, number: int) -> SwissState:
    """Return the teams of a section before round `number` is paired, by their numbers.

    Earlier rounds must be public and finished.  An adjourned game counts as a draw until it is over.  Teams that
    withdrew are absent.
    Raises: Conflict ("earlier_round_is_draft", "results_missing").
    """
    cards = [
        match_card
        for match_card in match_cards(section, drafts=True)
        if (match_card.match.round.number or 0) < number
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
        absent=_absent(section, teams, number),
        forbidden=kept_apart(section, number),
    )
    return state if not section.accelerated else baku.accelerated(state, _entrants(state))


def _absent(section: Section, teams: Sequence[Team], number: int) -> set[int]:
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
        card,
        boards=tuple(replace(board, points=drawn) if _adjourned(board) else board for board in card.boards),
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
    """Write the matches of a round, by the numbers of the teams, White at the first board first; byes come last, those
    that were asked for behind the allocated one."""
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
        (team_bye.team, Bye(team_bye.kind))
        for team_bye in team_byes.select_related("team").order_by("team__number")
    ]
    matches += [
        TeamMatch(round=row, number=number, first=team, bye=kind)
        for number, (team, kind) in enumerate(byes, start=len(pairs) + 1)
    ]
    TeamMatch.objects.bulk_create(matches)
