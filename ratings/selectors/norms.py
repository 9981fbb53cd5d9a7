"""Norms in a section: eligible players, achieved norms, and the requirements left."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from ratings.models import FormerRating, NormRules, NormTerms, RatedPlayer
from tavleya.formats.rating_list import PACES
from tavleya.norms.evaluate import WIN, Candidate, NormGame, Opponent, wanted
from tavleya.norms.forecast import HIGHEST, Chance, chance
from tavleya.norms.rules import (
    BigSwiss,
    Entrant,
    ForeignSwiss,
    NormEdition,
    Requirements,
    Setting,
    big_swiss,
    edition_of,
    foreign_swiss,
    shipped,
)
from tavleya.ratings import RatingMethod
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.tiebreaks.table import EncounterKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import RatingKind, Section

#: Half-points of a game for a norm, whatever the section's own scoring is.
_POINTS = {
    GameOutcome.WIN: WIN,
    GameOutcome.DRAW: 1,
    GameOutcome.LOSS: 0,
    GameOutcome.FORFEIT_WIN: WIN,
    GameOutcome.FORFEIT_LOSS: 0,
}


@dataclass(frozen=True, slots=True)
class NormLine:
    """One player and one norm."""

    registration: Registration
    rules: Requirements
    chance: Chance


@dataclass(frozen=True, slots=True)
class NormTable:
    """`lines`: every player eligible for a norm of the edition, by starting number.

    `foreign`, `big`: the composition of a Swiss (B.01 1.4.3d, 1.5.6); None for other systems.
    """

    edition: NormEdition
    lines: tuple[NormLine, ...]
    setting: Setting
    foreign: ForeignSwiss | None = None
    big: BigSwiss | None = None


@dataclass(slots=True)
class _Games:
    """The games of one player: finished ones, opponents of open ones, and missed rounds."""

    played: list[NormGame] = field(default_factory=list)
    pending: list[Opponent] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    met: set[int] = field(default_factory=set)


def norms_in_force(game: str, on: date) -> list[NormEdition]:
    """Return the newest edition of each code for `game` valid on that day.

    Editions are shipped with the program or imported; imported ones have priority.
    """
    editions = [edition for edition in shipped() if edition.game == game and edition.valid_from <= on]
    editions += [edition_of(row.data) for row in NormRules.objects.filter(game=game, valid_from__lte=on)]
    newest: dict[str, NormEdition] = {}
    # The sort is stable: an imported edition comes after one of the program for the same day.
    for edition in sorted(editions, key=lambda edition: edition.valid_from):
        newest[edition.code] = edition
    return list(newest.values())


def norm_tables(section: Section, on: date, *, only: Registration | None = None) -> list[NormTable]:
    """Return the norm tables. `on`: the day that selects the edition. `only`: the lines of one player. Four queries.

    Empty for rapid and blitz, because norms need a standard time control.
    """
    if section.rating_kind != RatingKind.STANDARD:
        return []
    editions = norms_in_force(section.game, on)
    if not editions:
        return []
    registrations = list(section.registrations.select_related("player").order_by("number"))
    games, rounds = _games(section, registrations)
    terms = NormTerms.objects.filter(section=section).first()
    chosen = [
        registration
        for registration in registrations
        if registration.status == RegistrationStatus.ACTIVE and (only is None or registration.pk == only.pk)
    ]
    return [
        _table(section, edition, registrations, chosen, games, rounds, terms.kind if terms else "")
        for edition in editions
    ]


def _table(
    section: Section,
    edition: NormEdition,
    registrations: list[Registration],
    chosen: list[Registration],
    games: Mapping[int, _Games],
    rounds: int,
    kind: str,
) -> NormTable:
    system, host = section.system, section.event.federation
    by_results = system.by_round and not system.open_ended
    entrants = [_entrant(section, registration, games[registration.pk], rounds) for registration in registrations]
    rules = edition.norms[0]
    foreign = foreign_swiss(rules, host, entrants) if by_results and not system.teams else None
    planned = (section.rounds_planned or rounds) if by_results else rounds
    setting = Setting(
        rounds=planned,
        predetermined=system.predetermined,
        double=system.predetermined and system.cycles == 2,
        players=len(registrations),
        host=host,
        kind=kind,
        foreign_swiss=foreign is not None and foreign.met,
    )
    ratings = sorted(
        ((_rating(section, registration) or 0, registration.pk) for registration in registrations), reverse=True
    )
    unknown = max(0, planned - rounds)
    lines = []
    for registration in chosen:
        candidate, own = _candidate(registration), games[registration.pk]
        lines += [
            NormLine(
                registration,
                norm,
                chance(
                    norm,
                    candidate,
                    sorted(own.played, key=lambda game: game.round),
                    own.pending,
                    setting,
                    unknown=unknown,
                    strongest=_strongest(ratings, {registration.pk, *own.met}, unknown),
                ),
            )
            for norm in edition.norms
            if wanted(norm, candidate)
        ]
    big = big_swiss(rules, entrants) if by_results and not system.teams else None
    return NormTable(edition, tuple(lines), setting, foreign, big)


def _strongest(ratings: Iterable[tuple[int, int]], met: set[int], count: int) -> int:
    """Return the highest possible average of that many opponents not yet met."""
    left = [rating for rating, key in ratings if key not in met][:count]
    return sum(left) // len(left) if left else HIGHEST


def _games(section: Section, registrations: list[Registration]) -> tuple[dict[int, _Games], int]:
    """Return the games of each player, and the number of rounds: published ones, all if the opponents are
    predetermined.
    """
    boards = Pairing.objects.filter(round__section=section)
    if not section.system.predetermined:
        boards = boards.exclude(round__status=RoundStatus.DRAFT)
    rows = list(
        boards.order_by("round__number", "board").values_list("round__number", "white_id", "black_id", "bye", "result")
    )
    by_key = {registration.pk: registration for registration in registrations}
    scoreless = _scoreless(by_key, rows, section)
    games: dict[int, _Games] = defaultdict(_Games)
    for number, white, black, bye, result in rows:
        round_number = number or 0
        if black is None:
            if bye == EncounterKind.PAIRING_BYE:
                games[white].played.append(NormGame(Opponent(), WIN, round_number, played=False))
                games[white].rounds.add(round_number)
            continue
        facts = FACTS[Result(result)] if result else None
        seats = ((white, black, facts.white if facts else None), (black, white, facts.black if facts else None))
        for own, other, outcome in seats:
            opponent = _opponent(section, by_key[other], round_number, scoreless=other in scoreless)
            games[own].met.add(other)
            if facts is None or outcome is None:
                games[own].pending.append(opponent)
                games[own].rounds.add(round_number)
            elif facts.rated:
                games[own].played.append(NormGame(opponent, _POINTS[outcome], round_number))
                games[own].rounds.add(round_number)
            elif outcome is GameOutcome.FORFEIT_WIN:
                games[own].played.append(NormGame(opponent, WIN, round_number, played=False))
                games[own].rounds.add(round_number)
    return games, len({number for number, *_ in rows if number is not None})


def _scoreless(
    registrations: Mapping[int, Registration],
    rows: Iterable[tuple[int | None, int, int | None, str, str]],
    section: Section,
) -> set[int]:
    """Return the unrated players without a point against rated ones (B.01 1.4.2b)."""
    unrated = {key for key, registration in registrations.items() if _rating(section, registration) is None}
    scorers: set[int] = set()
    for _, white, black, _, result in rows:
        if black is None or not result or not FACTS[Result(result)].rated:
            continue
        facts = FACTS[Result(result)]
        for own, other, outcome in ((white, black, facts.white), (black, white, facts.black)):
            if own in unrated and other not in unrated and _POINTS[outcome]:
                scorers.add(own)
    return unrated - scorers


def _rating(section: Section, registration: Registration, number: int = 0) -> int | None:
    """Return FIDE's standard rating at the event's start, for a long event as of round `number` (B.01 1.1.4, 1.4.6)."""
    if section.rating_method != RatingMethod.FIDE:
        listed: int | None = registration.player.ratings.get("standard")
        return listed
    stored: int | None = registration.rating
    for since, rating in registration.later_ratings if section.event.long else ():
        if since <= number:
            stored = int(rating)
    return stored


def _opponent(section: Section, registration: Registration, number: int, *, scoreless: bool) -> Opponent:
    player = registration.player
    return Opponent(
        _rating(section, registration, number), player.title.upper(), player.federation, registration.number, scoreless
    )


def _entrant(section: Section, registration: Registration, games: _Games, rounds: int) -> Entrant:
    player = registration.player
    return Entrant(player.federation, player.title.upper(), _rating(section, registration), rounds - len(games.rounds))


def _candidate(registration: Registration) -> Candidate:
    player = registration.player
    return Candidate(player.title.upper(), player.federation, player.sex == "f")


# Ratings of an earlier day.

#: (list, number) → the rating of that day, None if there was none.
Former = Mapping[tuple[str, str], int | None]


def list_day(event: Event, today: date) -> date | None:
    """Return the day whose rating lists an event uses: its first, once it has begun.

    None for the current lists: before that, and in an event of more than 30 days, where ratings change.
    """
    first = event.starts_on
    return None if first is None or first >= today or event.long else first


def former_ratings(day: date | None, source: Collection[str], numbers: Collection[str]) -> Former:
    """Return the ratings of these numbers in these lists that changed after `day`. One query; none without a day."""
    if day is None:
        return {}
    rows = FormerRating.objects.filter(source__in=source, number__in=numbers, until__gt=day)
    # The earliest change after the day has the rating of that day.
    return {
        (rating.source, rating.number): rating.rating
        for rating in rows.order_by("-until").only("source", "number", "rating")
    }


def ratings_then(rated: RatedPlayer, former: Former) -> dict[str, int]:
    """Return a player's earlier FIDE ratings by pace, as in `Player.ratings`."""
    now = rated.ratings
    result = {pace: former.get((pace, str(rated.fide_id)), now.get(pace)) for pace in PACES}
    return {pace: rating for pace, rating in result.items() if rating}
