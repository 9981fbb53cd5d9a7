"""The players, teams and rounds of a TRF in a section; known players of the event are matched."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count
from typing import Any

from games.services.record import ADJOURNED, NewBoard, open_games
from reports.messages import say
from reports.services.rules import REQUESTED_BYES, TrfImportContext, refuse
from tavleya.errors import DomainError, Problem
from tavleya.formats.names import identity, split_at_comma
from tavleya.formats.players_csv import two_people
from tavleya.formats.trf.check import bye_kind, points_in
from tavleya.formats.trf.pairing import FileMatch, FileTeam, cell_of, matches_in, teams_of
from tavleya.formats.trf.records import NationalRecord, OldTeam, PlayerRecord, RankingMethod, ResultMark, result_of
from tavleya.formats.trf.swiss_records import ByesRecord, MatchScoring
from tavleya.formats.trf.team_records import LineUpRecord, TeamByes, TeamForfeit, TeamRecord
from tavleya.ratings import FROM_FILE, RatingMethod, is_list
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind
from tournaments.models.pairing import Pairing
from tournaments.models.player import Forfeit, LineUp, Player, Registration, Team, TeamMatch, TeamMember
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.selectors.persons import KnownPeople
from tournaments.services.players import HIGHEST_RATING, complete_player, number_namesake
from tournaments.services.sections import give_rating, note_numbers_given
from tournaments.services.shared import check_fields

# The rounds of a TRF: boards, byes and results, with a few queries per round.

Two = tuple[PlayerRecord, PlayerRecord]


def import_trf_rounds(context: TrfImportContext) -> None:
    """Create every round of which the file has boards. Raises: ImportRefused for a bye in a round robin."""
    total = context.tournament.rounds_recorded
    problems = []
    for number in range(1, total + 1):
        boards = _boards(context, number)
        byes = list(_byes(context, number))
        if byes and context.section.system.predetermined:
            message = say("bye_in_round_robin")
            problems += [Problem(message, line=record.line) for record, _ in byes]
            continue
        _round(context, number, boards, byes)
        if context.progress is not None:
            context.progress(number, total)
    refuse(problems)


def _boards(context: TrfImportContext, number: int) -> list[Two]:
    """Return White and Black of each board, in the order of C.04.2 (3.6): scores, then starting ranks."""
    tournament = context.tournament
    boards = [
        (player_record, tournament.players[cell.opponent])
        for player_record in tournament.players.values()
        if (cell := cell_of(tournament, player_record, number)).opponent is not None and cell.side is Side.WHITE
    ]
    scoring = tournament.scoring
    scores = {
        player_record.number: sum(
            points_in(tournament, player_record.number, index, cell, scoring)
            for index, cell in enumerate(player_record.rounds[: number - 1], start=1)
        )
        for pair in boards
        for player_record in pair
    }

    def order(pair: Two) -> tuple[int, int, int]:
        first, second = sorted(pair, key=lambda player: (-scores[player.number], player.number))
        return -scores[first.number], -scores[second.number], first.number

    return sorted(boards, key=order)


def _byes(context: TrfImportContext, number: int) -> Iterator[tuple[PlayerRecord, EncounterKind]]:
    """Yield the recorded byes; a round without records has no byes."""
    section = context.section
    for player in context.tournament.players.values():
        cell = cell_of(context.tournament, player, number)
        kind = bye_kind(cell)
        resting = kind is EncounterKind.ZERO_BYE and (section.system.predetermined or section.system.teams)
        if kind is not None and not cell.empty and not resting:
            yield player, kind


def _round(
    context: TrfImportContext, number: int, boards: Sequence[Two], byes: Sequence[tuple[PlayerRecord, EncounterKind]]
) -> None:
    marks = [_marks(context, number, pair) for pair in boards]
    results = [result_of(*pair) for pair in marks]
    over = all(result is not None for result in results)
    round_ = Round.objects.create(
        section=context.section,
        number=number,
        status=RoundStatus.CLOSED if over else RoundStatus.PLAYING,
        published_at=context.now,
        closed_at=context.now if over else None,
        played_on=_rounds_date(context, number),
        system="imported",
        edition=context.tournament.system[:60],
    )
    seats = seats_of_teams(context, round_)
    free = count(max(seats.tables.values(), default=context.section.first_board - 1) + 1)

    def seat(player: PlayerRecord, **more: Any) -> Pairing:
        return Pairing(
            round=round_,
            board=seats.tables.get(player.number) or next(free),
            white=context.registrations[player.number],
            team_match=seats.matches.get(player.number),
            **more,
        )

    pairings = [seat(white, black=context.registrations[black.number]) for white, black in boards]
    bye_pairings = [seat(player, bye=Bye(kind.value)) for player, kind in byes]
    _open(context, pairings, marks, results)
    Pairing.objects.bulk_create([*pairings, *bye_pairings])
    context.boards += len(boards)
    context.byes += len(byes)


def _marks(context: TrfImportContext, number: int, pair: Two) -> tuple[ResultMark, ResultMark]:
    white, black = (cell_of(context.tournament, player, number).mark for player in pair)
    return white, black


def _open(
    context: TrfImportContext,
    pairings: Sequence[Pairing],
    marks: Sequence[tuple[ResultMark, ResultMark]],
    results: Sequence[Result | None],
) -> None:
    """Open the games with their results; adjourned games wait, and a board without a result counts as being played."""
    section = context.section
    values = [
        result.value if result is not None else ADJOURNED if ResultMark.UNKNOWN in pair else ""
        for pair, result in zip(marks, results, strict=True)
    ]
    opened = open_games(
        actor=context.actor,
        now=context.now,
        game=section.game,
        rules=section.rules,
        regime=section.regime,
        control=section.control,
        tracking=section.tracking,
        broadcast_delay=section.broadcast_delay,
        boards=[_new_board(pairing) for pairing in pairings],
        results=values,
        reason="TRF",
    )
    for pairing, game in zip(pairings, opened, strict=True):
        pairing.game, pairing.result = game, game.result
        pairing.version = 1 if game.result else 0


def _new_board(pairing: Pairing) -> NewBoard:
    assert pairing.black is not None  # these are boards, not byes
    return NewBoard(pairing.white.player.full_name, pairing.black.player.full_name)


def _rounds_date(context: TrfImportContext, number: int) -> date | None:
    """Return the date of a round from 132, with a year of two or sometimes four digits."""
    dates = context.tournament.dates
    return day(dates[number - 1] if number <= len(dates) else "")


def day(text: str) -> date | None:
    for form in ("%y/%m/%d", "%Y/%m/%d"):
        try:
            return datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 (a day has no zone)
        except ValueError:
            continue
    return None


def import_trf_players(context: TrfImportContext) -> None:
    """Enter all players of the file in the empty section, with few queries. Raises: ImportRefused with the lines."""
    _rating_method(context)
    people, national = KnownPeople(context.section.event), _nationals(context)
    records = context.tournament.players.values()
    numbered = (people.of_fide_id(_fide_id(record)) for record in records)
    taken = {_key(player) for player in numbered if player is not None}
    completed: list[Player] = []
    problems: list[Problem] = []
    players: list[Player] = []
    for record in records:
        try:
            player = _find_known(people, record, taken) or _new(context, record)
            registration = Registration(section=context.section, player=player, number=record.number)
            lines = national.get(record.number, ())
            if _complete(player, record.birth, lines) and player.pk is not None:
                completed.append(player)
            _rate(context, registration, record)
            if player.pk is None:
                _add(context, people, player, record)
                players.append(player)
            taken.add(_key(player))
            check_fields(registration, exclude=["section", "player"])
            context.registrations[record.number] = registration
        except DomainError as error:
            problems.append(Problem(error.message, line=record.line))
    refuse(problems)
    Player.objects.bulk_update(completed, ["ratings", "rating_sources", "national_ids", "birth_date"])
    Player.objects.bulk_create(players)
    for registration in context.registrations.values():
        registration.player = registration.player  # sets the key, which did not exist before
    Registration.objects.bulk_create(context.registrations.values())
    note_numbers_given(context.section)


def _rating_method(context: TrfImportContext) -> None:
    """Set the rating method from record 172, if the section uses only FIDE ratings; report an unknown one."""
    section = context.section
    for record in context.tournament.of(RankingMethod):
        method = record.method.strip().upper()
        national = record.federation.strip().upper()
        if method not in set(RatingMethod) or section.national_list or (national and not is_list(national)):
            context.left_out(record)
            continue
        section.rating_method, section.national_list = method, national
        section.save(update_fields=["rating_method", "national_list"])


def _nationals(context: TrfImportContext) -> Mapping[int, Sequence[NationalRecord]]:
    records: dict[int, list[NationalRecord]] = {}
    for record in context.tournament.of(NationalRecord):
        if record.number in context.tournament.players and 0 < (record.rating or 0) <= HIGHEST_RATING:
            records.setdefault(record.number, []).append(record)
        else:
            context.left_out(record)
    return records


def _complete(player: Player, birth: str, records: Sequence[NationalRecord]) -> bool:
    """Add the player's missing national ratings and numbers and date of birth; return whether there were any."""
    born = _date(birth)
    is_new = player.birth_date is None and born is not None and born.year == player.birth_year
    if is_new:
        player.birth_date = born
    ratings = {record.code: record.rating for record in records if record.rating and record.code not in player.ratings}
    numbers = {
        record.code: record.fide_id for record in records if record.fide_id and record.code not in player.national_ids
    }
    player.ratings = {**player.ratings, **ratings}
    player.rating_sources = {**player.rating_sources, **dict.fromkeys(ratings, FROM_FILE)}
    player.national_ids = {**player.national_ids, **numbers}
    return bool(ratings or numbers or is_new)


def _rate(context: TrfImportContext, registration: Registration, record: PlayerRecord) -> None:
    """Set the rating by the section's method from the file and the player's data; method OTHER takes record 001."""
    section, ratings = context.section, dict(registration.player.ratings)
    if record.rating:
        ratings[section.rating_kind] = record.rating
    if section.rating_method == RatingMethod.OTHER:
        registration.rating = record.rating
    else:
        give_rating(section, registration, ratings)


def _find_known(people: KnownPeople, record: PlayerRecord, taken: set[tuple[str, int]]) -> Player | None:
    """Return the event's player with the FIDE number, or else a free one with the name and year of birth."""
    fide_id = _fide_id(record) or None
    numbered = people.of_fide_id(fide_id)
    alike = people.alike(identity(split_at_comma(record.name), _year(record.birth)))
    free = (player for player in alike if _key(player) not in taken and not (fide_id and player.fide_id))
    return numbered or next(free, None)


def _add(context: TrfImportContext, people: KnownPeople, player: Player, record: PlayerRecord) -> None:
    """Add a new player. Lines are different people: one with the name of another is numbered, and reported."""
    complete_player(player)
    alike = people.alike(player.identity)
    number_namesake(player, alike, another=True)
    if not all(two_people(player.fide_id, other.fide_id) for other in alike):
        context.adjust(record, "trf_same_name", player=player.full_name)
    people.add(player)


def _key(player: Player) -> tuple[str, int]:
    return player.identity, player.namesake


def _new(context: TrfImportContext, record: PlayerRecord) -> Player:
    name, rating = split_at_comma(record.name), record.rating or None
    return Player(
        event=context.section.event,
        family_name=name.family,
        given_name=name.given,
        patronymic=name.patronymic,
        federation=_federation(context, record),
        fide_id=_fide_id(record) or None,
        title=record.title,
        ratings={context.section.rating_kind: rating} if rating else {},
        rating_sources={context.section.rating_kind: FROM_FILE} if rating else {},
        birth_year=_year(record.birth),
        birth_date=_date(record.birth),
        sex={"m": "m", "w": "f", "f": "f"}.get(record.sex.lower(), ""),
    )


def _federation(context: TrfImportContext, record: PlayerRecord) -> str:
    federation = record.federation.upper()
    if not federation or (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        return federation
    context.adjust(record, "trf_federation", text=federation)
    return ""


def _fide_id(record: PlayerRecord) -> int:
    return int(record.fide_id) if record.fide_id.isascii() and record.fide_id.isdigit() else 0


def _date(birth: str) -> date | None:
    """Return the date of birth if its day and month are known."""
    with suppress(ValueError):
        return datetime.strptime(birth, "%Y/%m/%d").date()  # noqa: DTZ007 (a date has no zone)
    return None


def _year(birth: str) -> int | None:
    text = birth[:4]
    if not (len(text) == 4 and text.isascii() and text.isdigit()):
        return None
    return int(text) if 1800 <= int(text) <= 2200 else None


# The teams of a TRF: names, members in board order, and the matches that their boards make.

_KINDS = (TeamRecord, OldTeam, LineUpRecord, TeamByes, TeamForfeit, MatchScoring)
_FORFEITS = {"+-": Forfeit.SECOND, "-+": Forfeit.FIRST, "--": Forfeit.BOTH}


@dataclass(frozen=True, slots=True)
class TeamSeats:
    """By starting rank, in a round: the table and the match of a team's player."""

    tables: dict[int, int] = field(default_factory=dict)
    matches: dict[int, TeamMatch] = field(default_factory=dict)


def import_trf_teams(context: TrfImportContext) -> None:
    """Enter the teams in a section of teams; otherwise report each of their lines as left out."""
    section, tournament = context.section, context.tournament
    if not section.system.teams:
        for record in tournament.records:
            if isinstance(record, _KINDS):
                context.left_out(record)
        return
    teams: dict[int, Team] = {}
    members: list[tuple[int, int, int]] = []
    problems: list[Problem] = []
    team_of: dict[int, int] = {}
    for file_team in teams_of(tournament).values():
        team = Team(section=section, number=file_team.number, name=(file_team.name or f"{file_team.number}")[:80])
        try:
            check_fields(team, exclude=["section"])
        except DomainError as error:
            problems.append(Problem(error.message, line=file_team.record.line))
            continue
        problems += _faults(context, file_team, team_of, {team.name for team in teams.values()})
        teams[file_team.number] = team
        members += [(file_team.number, place, member) for place, member in enumerate(file_team.members, start=1)]
    refuse(problems)
    Team.objects.bulk_create(teams.values())
    TeamMember.objects.bulk_create(
        TeamMember(team=teams[number], registration=context.registrations[member], place=place)
        for number, place, member in members
    )
    context.teams = len(teams)
    _options(context)


def _faults(context: TrfImportContext, team: FileTeam, team_of: dict[int, int], names: set[str]) -> list[Problem]:
    problems = []
    if team.name in names:
        message = say("team_name_taken", name=team.name)
        problems.append(Problem(message, line=team.record.line))
    for member in team.members:
        if member not in context.registrations:
            message = say("trf_member_unknown", number=member)
            problems.append(Problem(message, line=team.record.line))
        elif team_of.setdefault(member, team.number) != team.number:
            message = say("in_another_team", number=member)
            problems.append(Problem(message, line=team.record.line))
    return problems


def _options(context: TrfImportContext) -> None:
    """Set the boards per match, the number of meetings and the match points from the file."""
    section, tournament = context.section, context.tournament
    options = dict(section.options)
    matches = [match for at in range(1, tournament.rounds_recorded + 1) for match in matches_in(tournament, at) or ()]
    if section.system.line_ups and any(match.boards for match in matches):
        options["boards"] = max(len(match.boards) for match in matches)
    met = [frozenset((match.first, match.second)) for match in matches if match.second is not None]
    if section.system.scheduled and any(met.count(pair) > 1 for pair in met):
        options["cycles"] = 2
    if tournament.of(MatchScoring):
        points = tournament.match_scoring
        options |= {"match_win": points["TW"], "match_draw": points["TD"], "match_loss": points["TL"]}
    options = section.system.checked_options(options)
    if options != section.options:
        section.options = options
        section.save(update_fields=["options"])


def seats_of_teams(context: TrfImportContext, row: Round) -> TeamSeats:
    """Write the matches of a round and return the seats, empty without matches."""
    seats = TeamSeats()
    section, number = context.section, row.number or 0
    if not section.system.teams:
        return seats
    matches = matches_in(context.tournament, number)
    if matches is None:
        context.adjust(None, "trf_no_matches", round=number)
        return seats
    teams = {team.number: team for team in section.teams.all()}
    size = section.options.get("boards", 0) if section.system.line_ups else 0
    size = size or max((len(file_match.boards) for file_match in matches), default=0)
    for place, match in enumerate(matches, start=1):
        team_match = TeamMatch.objects.create(
            round=row,
            number=place,
            first=teams[match.first],
            second=teams[match.second] if match.second is not None else None,
            bye="" if match.second is not None else Bye.PAIRING_ALLOCATED,
            forfeited=_FORFEITS.get(match.forfeited, ""),
        )
        for board, seat in enumerate(match.boards, start=1):
            for player in filter(None, seat):
                seats.tables[player] = section.first_board - 1 + (place - 1) * size + board
                seats.matches[player] = team_match
        _line_ups(context, team_match, match, teams)
    _requested_byes(context, row, teams)
    return seats


def _requested_byes(context: TrfImportContext, row: Round, teams: dict[int, Team]) -> None:
    """Set the byes (240) of teams without a match in a played round."""
    if not context.section.system.by_round:
        return
    playing = {key for pair in row.team_matches.values_list("first", "second") for key in pair}
    kinds = {
        number: REQUESTED_BYES[record.kind.upper()]
        for record in context.tournament.of(ByesRecord)
        if record.round == row.number
        for number in record.ids
        if number in teams and teams[number].pk not in playing
    }
    first_place = row.team_matches.count() + 1
    TeamMatch.objects.bulk_create(
        TeamMatch(round=row, number=place, first=teams[number], bye=kind)
        for place, (number, kind) in enumerate(sorted(kinds.items()), start=first_place)
    )


def _line_ups(context: TrfImportContext, team_match: TeamMatch, match: FileMatch, teams: dict[int, Team]) -> None:
    """Set the line-ups of the file (300); others follow from the order of the team."""
    line_ups = {
        line_up.team: line_up
        for line_up in context.tournament.of(LineUpRecord)
        if line_up.round == match.round and match.boards
    }
    for side, team in enumerate((match.first, match.second)):
        if team in line_ups:
            LineUp.objects.bulk_create(
                LineUp(
                    match=team_match,
                    team=teams[team],
                    board=board,
                    registration=context.registrations.get(seat[side] or 0),
                )
                for board, seat in enumerate(match.boards, start=1)
            )
