"""The data of a section for a federation: the event, players by title, officials, a player's norm."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby

from ratings.models import RatedPlayer
from ratings.selectors.norms import NormTable
from tavleya.actors import Role
from tavleya.documents.fide_forms import COUNTED, EventFacts, NormFacts, NormRow, PlayerCount
from tavleya.formats.names import PersonName, split_name
from tavleya.languages import DEFAULT
from tavleya.norms.evaluate import WIN, NormGame, NormReport
from tavleya.norms.rules import FOREIGN_SWISS, Requirements
from tavleya.ratings import Pace, Rated, ReportLine, is_rated, report
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.tiebreaks.table import points_text
from tavleya.version import PROGRAM
from tournaments.models.access import EventRole
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection
from tournaments.selectors.table import load_boards
from tournaments.systems.base import Board

#: Titles that federations count, without CM and WCM.
TITLES = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
_SIGNS = {WIN: "1", 1: "½", 0: "0"}


@dataclass(frozen=True, slots=True)
class Official:
    """One of the event's officials; `user` is the key of the account."""

    user: int
    name: str
    role: Role


def officials(section: Section) -> list[Official]:
    """Return the chief arbiter, then arbiters and organisers, by name; each once for every role. One query."""
    order = {Role.CHIEF_ARBITER: 0, Role.ARBITER: 1, Role.ORGANISER: 2}
    rows = EventRole.objects.filter(event=section.event_id, role__in=order).select_related("user")
    people = [Official(row.user_id, row.user.shown_name, Role(row.role)) for row in rows]
    return sorted(people, key=lambda official: (order[official.role], official.name))


def event_facts(section: Section) -> EventFacts:
    """Return the data of the event. Four queries."""
    event, system = section.event, section.system
    players = list(section.registrations.select_related("player"))
    rounds = list(section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"))
    people = officials(section)
    name = event.name_in(DEFAULT)
    section_name = section.name_in(DEFAULT)
    names_by_role = {role: [person.name for person in people if person.role is role] for role in Role}
    return EventFacts(
        name=name if name == section_name else f"{name}: {section_name}",
        place=event.place,
        federation=event.federation,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        rounds=section.rounds_planned or len(rounds),
        schedule=schedule_of(section, rounds),
        rate=section.control,
        pace=section.rating_kind,
        system=system.report.words,
        teams=system.teams,
        variant=system.report_code(section.edition, section.options) if system.by_round else "",
        acceleration="Baku" if section.accelerated and system.has("accelerated") else "",
        program=PROGRAM,
        players=len(players),
        titled=sum(entry.player.title.upper() in TITLES for entry in players),
        federations=len({entry.player.federation for entry in players} - {""}),
        counts=tuple(_count(kind, players, event.federation) for kind in COUNTED),
        chief=next(iter(names_by_role[Role.CHIEF_ARBITER]), ""),
        organiser=next(iter(names_by_role[Role.ORGANISER]), ""),
        arbiters=tuple(names_by_role[Role.ARBITER]),
    )


def schedule_of(section: Section, rounds: Iterable[Round]) -> str:
    """Return the rounds per day as a chain, `1-1-2`, by the event's clock; empty if a day is unknown."""
    days = [
        round_.played_on or (round_.starts_at.astimezone(section.event.zone).date() if round_.starts_at else None)
        for round_ in rounds
    ]
    return "" if None in days else "-".join(str(len(list(same))) for _, same in groupby(days))


def _count(kind: str, players: Iterable[Registration], host: str) -> PlayerCount:
    rated = kind == "rated"
    nations = [
        entry.player.federation
        for entry in players
        if ((entry.rating is not None) is rated if kind in ("rated", "unrated") else entry.player.title.upper() == kind)
    ]
    return PlayerCount(len(nations), len(set(nations) - {""}), sum(nation == host != "" for nation in nations))


def norm_facts(
    section: Section, registration: Registration, table: NormTable, rules: Requirements, report: NormReport
) -> NormFacts:
    """Return a player's games for the certificate: counted ones and omitted ones."""
    people = {entry.number: entry for entry in section.registrations.select_related("player")}
    player, host = registration.player, section.event.federation
    met = [game.opponent for game in report.counted]
    titles = Counter(opponent.title for opponent in met)
    nations = Counter(opponent.federation for opponent in met if opponent.federation not in ("", *rules.stateless))
    surplus = None if report.needed is None else report.points - report.needed
    foreign = table.foreign
    by_field = bool(foreign) and report.exempt == rules.exemptions.get(FOREIGN_SWISS)
    omitted = {id(game) for game in report.left_out}
    raised = list(report.raised)
    games = sorted((*report.counted, *report.left_out), key=lambda game: game.round)
    return NormFacts(
        title=rules.title,
        last=player.family_name.upper(),
        first=player.given_name,
        sex=player.sex.upper(),
        fide_id=str(player.fide_id or ""),
        birth_year=str(player.birth_year or ""),
        federation=player.federation,
        games=report.games,
        federations=len(nations),
        foreign=sum(nations.values()) - nations[player.federation],
        rated=sum(opponent.rating is not None for opponent in met),
        host=nations[host],
        titled=sum(opponent.title in rules.titleholders for opponent in met),
        of_title=tuple(titles[title] for title in TITLES),
        field=(foreign.players, foreign.federations, foreign.titled) if foreign and by_field else (),
        rows=tuple(_row(game, people[game.opponent.number], rules, raised, id(game) not in omitted) for game in games),
        points=points_text(report.points),
        average=report.average,
        needed=points_text(report.needed) if report.needed is not None else "",
        surplus=points_text(surplus) if surplus is not None and surplus >= 0 else "",
        remarks=_remarks(rules, report),
    )


def _row(game: NormGame, entry: Registration, rules: Requirements, raised: list[int], counted: bool) -> NormRow:
    """Return the row of a game. `raised` are ratings still to be matched to games; the game's own is removed."""
    opponent, player = game.opponent, entry.player
    rating = opponent.rating or rules.unrated_as or 0
    adjusted = "" if opponent.rating else str(rating)
    if counted and rating in raised:
        raised.remove(rating)
        adjusted = str(rules.floor)
    return NormRow(
        game.round,
        player.name.listed,
        str(player.fide_id or ""),
        opponent.federation,
        str(opponent.rating or ""),
        adjusted,
        opponent.title,
        _SIGNS[game.points],
        counted,
    )


def _remarks(rules: Requirements, report: NormReport) -> str:
    """Return the remarks in English, like the rest of the certificate."""
    lines = []
    if report.left_out:
        rounds = ", ".join(str(game.round) for game in report.left_out)
        lines.append(f"Games in brackets are left out by 1.4.1e, f: round {rounds}.")
    if report.raised:
        lines.append(f"One opponent raised to {rules.floor} by 1.4.6.")
    if report.forgiven:
        lines.append("One game decided by forfeit or bye, 1.4.1c.")
    if report.exempt:
        lines.append(f"Exempt from 1.4.3 and 1.4.4 by {report.exempt}.")
    return " ".join(lines)


def name_of(text: str) -> PersonName:
    """Parse an official's name: `Last, First`, else the last word is the family name."""
    if "," in text or " " not in text.strip():
        return split_name(text)
    given, _, family = text.strip().rpartition(" ")
    return PersonName(family, given)


#: Half-points as ratings count them, whatever the section's points are.
_WORTH = {GameOutcome.WIN: 2, GameOutcome.DRAW: 1, GameOutcome.LOSS: 0}


class UnratedReason(StrEnum):
    """The reason a game is not rated."""

    FORFEIT = "forfeit"  # no player moved (B.02, 5)
    SHORT = "short"  # less than one move was played (B.02, 5)
    UNRATED = "unrated"  # the opponent has no rating
    GAP = "gap"  # rapid and blitz: 600 points and more, and one above 2600


@dataclass(frozen=True, slots=True)
class NotRated:
    """A game of a player that is not rated."""

    round: int
    opponent: Registration
    why: UnratedReason


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game that is rated by another result than its tournament result."""

    round: int
    opponent: Registration
    stands: str
    rated_by: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    registration: Registration
    line: ReportLine
    not_rated: tuple[NotRated, ...] = ()
    corrected: tuple[Corrected, ...] = ()

    @property
    def limited(self) -> int:
        """The number of games counted by a smaller difference than the real one (the rule of 400 points)."""
        change, own = self.line.change, self.line.rating
        if change is None or own is None:
            return 0
        return sum(game.gap != own - game.game.opponent for game in change.games)


def rating_report(section: Section, *, on: date) -> list[RatingRow]:
    """Return the rating changes of the section's games by FIDE's rules in force `on` that day, by starting number.

    Forfeits and games without a complete move do not count. A result corrected too late for the tournament counts as
    corrected. The K factor is that of the rating list; a player who is not in it gets the one for thirty games. Four
    queries at most.
    """
    registrations = {
        registration.pk: registration
        for registration in section.registrations.select_related("player").order_by("number")
    }
    corrections: Mapping[int, str] = dict(
        RatingCorrection.objects.filter(pairing__round__section=section).values_list("pairing", "result")
    )
    games: dict[int, list[tuple[int | None, int]]] = {key: [] for key in registrations}
    not_rated: dict[int, list[NotRated]] = {key: [] for key in registrations}
    corrected: dict[int, list[Corrected]] = {key: [] for key in registrations}
    pace = Pace(section.rating_kind)
    for board in load_boards(section):
        result = corrections.get(board.id, board.result)
        played = bool(result) and FACTS[Result(result)].played
        for own, other, points in _sides(board, result):
            opponent = registrations[other]
            unrated_reason = _unrated_reason(registrations[own].rating, opponent.rating, pace, on)
            if points is None:
                unrated_reason = UnratedReason.SHORT if played else UnratedReason.FORFEIT
            if unrated_reason is not None:
                not_rated[own].append(NotRated(board.round, opponent, unrated_reason))
            if points is not None:
                games[own].append((opponent.rating, points))
            if result != board.result:
                corrected[own].append(Corrected(board.round, opponent, board.result, result))
    fide_ids = [registration.player.fide_id for registration in registrations.values() if registration.player.fide_id]
    factors = {player.pk: player.ks for player in RatedPlayer.objects.filter(pk__in=fide_ids)}
    players = [
        Rated(
            key,
            registration.rating,
            tuple(games[key]),
            k=factors.get(registration.player.fide_id or 0, {}).get(pace.value),
            birth_year=registration.player.birth_year,
        )
        for key, registration in registrations.items()
    ]
    return [
        RatingRow(registrations[line.id], line, tuple(not_rated[line.id]), tuple(corrected[line.id]))
        for line in report(players, pace=pace, on=on)
    ]


def _sides(board: Board, result: str) -> Iterator[tuple[int, int, int | None]]:
    """Yield each player of a board, the opponent and the half-points; None if a player made no move. Byes yield
    nothing.
    """
    if board.black is None or not result:
        return
    facts = FACTS[Result(result)]
    yield board.white, board.black, _WORTH[facts.white] if facts.rated else None
    yield board.black, board.white, _WORTH[facts.black] if facts.rated else None


def _unrated_reason(own: int | None, other: int | None, pace: Pace, on: date) -> UnratedReason | None:
    if other is None:
        return UnratedReason.UNRATED
    if own is not None and not is_rated(own, other, pace=pace, on=on):
        return UnratedReason.GAP
    return None
