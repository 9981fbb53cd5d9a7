"""The players of a section as records of a TRF, with their national ratings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tavleya.formats.trf.records import NationalRecord, NewHeader, PlayerRecord, ResultCell, TrfRecord
from tavleya.formats.trf.swiss_records import AccelerationRecord, MatchScoring
from tavleya.formats.trf.team_records import AbnormalPoints, LineUpRecord, TeamByes, TeamForfeit, TeamRecord
from tavleya.pairing import state as baku
from tavleya.pairing.micromatches import colour_of_first
from tavleya.pairing.state import SwissPlayer, SwissState
from tavleya.ratings import FIDE_LISTS, RatingMethod, effective, tournament_rating
from tavleya.sides import Side
from tournaments.adjusted import adjustments_in
from tournaments.models.player import Forfeit, Player, Registration, TeamStatus
from tournaments.models.round import Bye
from tournaments.models.section import Section
from tournaments.selectors.teams import MatchCard, TeamStandings, match_cards, match_size, options_of, team_standings


def player_record(
    section: Section, registration: Registration, points: int, rank: int | None, rounds: tuple[ResultCell, ...]
) -> PlayerRecord:
    """Return line 001; half-points, and the FIDE rating, whatever rating ranks the player here."""
    player = registration.player
    return PlayerRecord(
        number=registration.number,
        sex=_sex(player),
        title=player.title[:3],
        name=_name(player),
        rating=_fide_rating(section, registration),
        federation=player.federation,
        fide_id=str(player.fide_id or ""),
        birth=_birth(player),
        points=points,
        rank=rank,
        rounds=rounds,
    )


def national_records(registrations: Iterable[Registration]) -> Iterator[NationalRecord]:
    """Yield a line for each rating of a federation's list, by federation and starting number."""
    listed = (
        (name, registration.number, registration.player, rating)
        for registration in registrations
        for name, rating in registration.player.ratings.items()
        if name not in FIDE_LISTS and len(name) == 3
    )
    for name, number, player, rating in sorted(listed, key=lambda line: line[:2]):
        yield NationalRecord(
            code=name,
            number=number,
            sex=_sex(player),
            title=player.title[:3],
            name=_name(player),
            rating=rating,
            federation=player.federation,
            fide_id=player.national_ids.get(name, ""),
            birth=_birth(player),
        )


def changed_points(section: Section) -> Iterator[AbnormalPoints]:
    """Yield line 299: points changed by penalties, a line for each round and change."""
    if section.system.teams:
        return
    lines: dict[tuple[int, int], list[int]] = {}
    for adjustment in adjustments_in(section).order_by("registration__number"):
        lines.setdefault((adjustment.round or 0, adjustment.half_points), []).append(adjustment.registration.number)
    for (at, half_points), numbers in sorted(lines.items()):
        yield AbnormalPoints(game_points=half_points, round=at, ids=tuple(numbers))


def _name(player: Player) -> str:
    given_names = " ".join(filter(None, (player.given_name, player.patronymic)))
    return ", ".join(filter(None, (player.family_name, given_names)))[:33].rstrip()


def _sex(player: Player) -> str:
    return {"f": "w"}.get(player.sex, player.sex)


def _birth(player: Player) -> str:
    if player.birth_date:
        return f"{player.birth_date:%Y/%m/%d}"
    return f"{player.birth_year}/00/00" if player.birth_year else ""


def _fide_rating(section: Section, registration: Registration) -> int | None:
    if section.rating_method == RatingMethod.FIDE:
        return registration.rating
    order = section.rating_order or effective(section.rating_kind)
    result = tournament_rating(registration.player.ratings, RatingMethod.FIDE, order)
    if result is not None:
        return result.rating
    return registration.rating if section.rating_method == RatingMethod.OTHER else None


# The teams of a section, their line-ups, byes and forfeits as records of a TRF.

_FORFEITS = {Forfeit.FIRST: "-+", Forfeit.SECOND: "+-", Forfeit.BOTH: "--"}


def team_records(section: Section) -> list[TrfRecord]:
    """Return lines 352, 362, 310, 250, 300, 320 and 330; none for a section of players."""
    if not section.system.teams:
        return []
    cards = match_cards(section)
    members = _members(section)
    return [
        *_colours(section, match_size(section)),
        *_scoring(section),
        *_teams(team_standings(section), members),
        *_acceleration(section, cards),
        *_line_ups(cards, members, match_size(section)),
        *_byes(cards),
        *_forfeits(cards),
    ]


def _colours(section: Section, size: int) -> Iterator[NewHeader]:
    """Yield line 352: the colours of a match's first team on each board."""
    if section.system.line_ups:
        letters = {Side.WHITE: "W", Side.BLACK: "B"}
        yield NewHeader(code="352", text="".join(letters[colour_of_first(at)] for at in range(1, size + 1)))


def _acceleration(section: Section, cards: Sequence[MatchCard]) -> Iterator[AccelerationRecord]:
    """Yield line 250: match points of the Baku method, a line for each run of rounds with equal points."""
    if not section.accelerated or not section.system.has("accelerated"):
        return
    teams = list(section.teams.order_by("number"))
    entrants = {team.number for team in teams if team.status != TeamStatus.WITHDRAWN}
    first_matches = [card.match for card in cards if card.match.round.number == 1]
    if first_matches:
        entrants = {team.number for match in first_matches for team in (match.first, match.second) if team is not None}
    rounds = section.rounds_planned or 1
    state = SwissState(tuple(SwissPlayer(team.number) for team in teams), rounds, win=options_of(section).match_win)
    group = sorted(baku.first_group(state, entrants))
    worths = enumerate(baku.virtual_points(rounds, state.win), start=1)
    for worth, run in groupby(worths, key=lambda row: row[1]) if group else ():
        span = [at for at, _ in run]
        yield AccelerationRecord(
            match_points=worth, first_round=span[0], last_round=span[-1], first_id=group[0], last_id=group[-1]
        )


def _members(section: Section) -> dict[int, list[int]]:
    """Return starting ranks in board order, by the team's key."""
    result: dict[int, list[int]] = {team.pk: [] for team in section.teams.all()}
    rows = section.teams.order_by("number", "members__place").filter(members__isnull=False)
    for key, number in rows.values_list("pk", "members__registration__number"):
        result[key].append(number)
    return result


def _scoring(section: Section) -> Iterator[MatchScoring]:
    options = options_of(section)
    worths = (("TW", options.match_win), ("TD", options.match_draw), ("TL", options.match_loss))
    if worths != (("TW", 4), ("TD", 2), ("TL", 0)):
        yield MatchScoring(worths=worths)


def _teams(table: TeamStandings, members: dict[int, list[int]]) -> Iterator[TeamRecord]:
    for row in sorted(table.rows, key=lambda row: row.team.number):
        yield TeamRecord(
            number=row.team.number,
            name=row.team.name[:32].rstrip(),
            match_points=row.match_points,
            game_points=row.game_points,
            rank=row.row.rank,
            members=tuple(members[row.team.pk]),
        )


def _line_ups(cards: Sequence[MatchCard], members: dict[int, list[int]], size: int) -> Iterator[LineUpRecord]:
    """Yield the line-ups that differ from the team's first players, or have an absent player."""
    for card in cards:
        first, second = card.match.first, card.match.second
        if second is None or not card.boards:
            continue
        seats: list[list[int | None]] = [[None] * size, [None] * size]
        for board in card.boards:
            for side, registration in enumerate((board.first, board.second)):
                if 1 <= board.number <= size:
                    seats[side][board.number - 1] = registration.number if registration else None
        for own, other, seated in ((first, second, seats[0]), (second, first, seats[1])):
            if seated != members[own.pk][:size]:
                yield LineUpRecord(
                    round=card.match.round.number or 0, team=own.number, opponent=other.number, players=tuple(seated)
                )


def _byes(cards: Sequence[MatchCard]) -> Iterator[TeamByes]:
    resting = {
        card.match.round.number or 0: card.match.first.number
        for card in cards
        if card.match.bye == Bye.PAIRING_ALLOCATED
    }
    if resting:
        card = next(card for card in cards if card.match.bye == Bye.PAIRING_ALLOCATED)
        yield TeamByes(
            match_points=card.options.match_draw,
            game_points=card.scoring.win * card.size // 2,
            teams=tuple(resting.get(at) for at in range(1, max(resting) + 1)),
        )


def _forfeits(cards: Sequence[MatchCard]) -> Iterator[TeamForfeit]:
    for card in cards:
        if card.match.forfeited and card.match.second is not None:
            yield TeamForfeit(
                kind=_FORFEITS[Forfeit(card.match.forfeited)],
                round=card.match.round.number or 0,
                white=card.match.first.number,
                black=card.match.second.number,
            )
