"""The public data of a person: events, places, games and ratings of their players."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q, QuerySet

from people.models import PersonAct
from ratings.models import RatedPlayer
from tavleya.actors import ANONYMOUS, Actor
from tavleya.formats.names import search_words
from tavleya.formats.rating_list import PACES
from tavleya.ratings import Pace, Rated, ReportLine, report
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Person, Player, Registration
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection
from tournaments.selectors.broadcast import shown_result
from tournaments.selectors.events import visible_events
from tournaments.selectors.persons import CardLine, card_lines
from tournaments.selectors.standings import OwnPlace, place_of

#: Half-points of a game as ratings count them, whatever the section's points are.
WORTH: Mapping[GameOutcome, int] = {GameOutcome.WIN: 2, GameOutcome.DRAW: 1, GameOutcome.LOSS: 0}


@dataclass(frozen=True, slots=True)
class Participation:
    """One section that the person played in. `place` once it is over and has places of players.

    `rated`: the value of the games against rated opponents.
    """

    registration: Registration
    lines: tuple[CardLine, ...]
    place: OwnPlace | None
    rated: ReportLine
    over: bool

    @property
    def event(self) -> Event:
        return self.registration.section.event

    @property
    def change(self) -> int | None:
        """The change of the FIDE rating in hundredths; None in games not rated by FIDE, and without a rated game."""
        fide_rated = spec_of(self.registration.section.game).fide_rated and self.rated.games
        return self.rated.change.hundredths if fide_rated and self.rated.change is not None else None

    @property
    def points(self) -> str:
        """The points by the section's scoring, in games with a result and byes."""
        return self.lines[-1].score if self.lines else ""


@dataclass(frozen=True, slots=True)
class Score:
    """Games over the board: how many were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def half_points(self) -> int:
        return 2 * self.won + self.drawn

    @property
    def text(self) -> str:
        """`2½–1½`."""
        return f"{points_text(self.half_points)}–{points_text(2 * self.games - self.half_points)}"


@dataclass(frozen=True, slots=True)
class History:
    """`players`, `sections`: the newest event first."""

    person: Person
    players: tuple[Player, ...]
    sections: tuple[Participation, ...]

    @property
    def newest(self) -> Player:
        return self.players[0]


def person_at(key: int) -> Person | None:
    return Person.objects.filter(pk=key).first()


def shown_players(persons: Iterable[int] | QuerySet[Person]) -> QuerySet[Player]:
    """Return the public players of these persons, those of the newest events first."""
    events = visible_events(ANONYMOUS).filter(rehearsal=False)
    rows = Player.objects.filter(person__in=persons, on_person_page=True, event__in=events)
    newest = F("event__starts_on").desc(nulls_last=True)
    return rows.select_related("event").order_by(newest, "-event__created_at", "-pk")


def history_of(person: Person) -> History | None:
    """Return the history, None if there is nothing to show. Six queries, and those of uncached standings."""
    players = list(shown_players([person.pk]))
    if not players:
        return None
    entries = _registrations(players)
    boards = boards_between(entries)
    boards_by_entry: dict[int, list[Pairing]] = defaultdict(list)
    for board in boards:
        for key in (board.white_id, board.black_id):
            if key is not None:
                boards_by_entry[key].append(board)
    corrections = dict(
        RatingCorrection.objects.filter(pairing__in=[board.pk for board in boards]).values_list("pairing", "result")
    )
    numbers = {player.fide_id for player in players if player.fide_id}
    k_factors = {player.pk: player.ks for player in RatedPlayer.objects.filter(pk__in=numbers)}
    sections = tuple(_participation(entry, boards_by_entry[entry.pk], corrections, k_factors) for entry in entries)
    return History(person, tuple(players), sections)


def _registrations(players: Sequence[Player]) -> list[Registration]:
    """Return the registrations in the order of the players, with sections, versions and rounds."""
    order = {player.pk: index for index, player in enumerate(players)}
    rows = Registration.objects.filter(player__in=players, section__archived_at=None).select_related(
        "player", "section__event", "section__standings_row"
    )
    registrations = rows.prefetch_related("section__rounds").order_by("section__position", "section_id")
    return sorted(registrations, key=lambda entry: order[entry.player_id])


def boards_between(entries: Collection[Registration], others: Collection[Registration] | None = None) -> list[Pairing]:
    """Return the public boards of these entries (with `others`: against these), by section and round, with both
    players.
    """
    rows = Pairing.objects.exclude(round__status=RoundStatus.DRAFT).select_related(
        "round", "white__player", "black__player", "game"
    )
    if others is None:
        rows = rows.filter(Q(white__in=entries) | Q(black__in=entries))
    else:
        rows = rows.filter(Q(white__in=entries, black__in=others) | Q(white__in=others, black__in=entries))
    return list(rows.order_by("round__section", "round__number", "board", "leg"))


def _participation(
    entry: Registration,
    boards: Sequence[Pairing],
    corrections: Mapping[int, str],
    k_factors: Mapping[int, Mapping[str, int | None]],
) -> Participation:
    section, pace = entry.section, Pace(entry.section.rating_kind)
    games: list[tuple[int | None, int]] = []
    for board in boards:
        result = corrections.get(board.pk, board.result)
        side = Side.WHITE if board.white_id == entry.pk else Side.BLACK
        other = board.black if side is Side.WHITE else board.white
        if result and other is not None and FACTS[Result(result)].rated:
            games.append((other.rating, WORTH[FACTS[Result(result)].of(side)]))
    rated = Rated(
        entry.pk,
        entry.rating,
        tuple(games),
        k=k_factors.get(entry.player.fide_id or 0, {}).get(pace.value),
        birth_year=entry.player.birth_year,
    )
    (line,) = report([rated], pace=pace, on=day_of(section.event))
    over = section_is_over(section)
    ranked = over and section.system.ranked and not section.system.teams and not section.system.by_stage
    lines = card_lines(entry, boards)
    return Participation(entry, lines, place_of(entry) if ranked else None, line, over)


def section_is_over(section: Section) -> bool:
    """Return whether the section is finished: all rounds closed, and as many as planned."""
    rounds = section.rounds.all()
    if not rounds or any(round_.status != RoundStatus.CLOSED for round_ in rounds):
        return False
    played = sum(round_.kind == RoundKind.ROUND for round_ in rounds)
    return not played or played >= (section.rounds_planned or 0)


def day_of(event: Event) -> date:
    return event.starts_on or event.created_at.date()


# Scores


def score_of(lines: Iterable[CardLine]) -> Score:
    """Return the score of games over the board with a result, without forfeits and byes."""
    count: dict[GameOutcome, int] = defaultdict(int)
    for line in lines:
        if line.side is not None and line.pairing.result:
            facts = FACTS[Result(line.pairing.result)]
            if facts.played:
                count[facts.of(line.side)] += 1
    return Score(count[GameOutcome.WIN], count[GameOutcome.DRAW], count[GameOutcome.LOSS])


def scores_by_side(lines: Sequence[CardLine]) -> dict[Side | None, Score]:
    """Return the scores of these games with each colour, and (None) of all."""
    return {side: score_of(line for line in lines if side in (None, line.side)) for side in (None, *Side)}


def scores_by_game(sections: Iterable[Participation]) -> dict[str, dict[Side | None, Score]]:
    """Return the scores by game (chess, draughts …) and colour, None for both, of games over the board."""
    lines: dict[str, list[CardLine]] = defaultdict(list)
    for section in sections:
        lines[section.registration.section.game] += section.lines
    result = {game: scores_by_side(own) for game, own in lines.items()}
    return {game: scores for game, scores in result.items() if scores[None].games}


def ratings_by_list(players: Iterable[Player]) -> dict[str, list[tuple[date, int, Event]]]:
    """Return the person's ratings in the events, by list (FIDE's first), the oldest first; one per event."""
    result: dict[str, list[tuple[date, int, Event]]] = defaultdict(list)
    for player in players:
        for name, rating in player.ratings.items():
            result[name].append((day_of(player.event), int(rating), player.event))
    order = sorted(result, key=lambda name: (PACES.index(name) if name in PACES else len(PACES), name))
    return {name: sorted(result[name], key=lambda row: (row[0], row[2].pk)) for name in order}


# Head-to-head


@dataclass(frozen=True, slots=True)
class Meeting:
    """A board between two persons. `side` is the side of the first person."""

    pairing: Pairing
    entry: Registration
    other: Registration
    side: Side

    @property
    def line(self) -> CardLine:
        mark = FACTS[Result(self.pairing.result)].shown[self.side is Side.BLACK] if self.pairing.result else ""
        return CardLine(self.pairing, self.side, self.other, mark, "")


def meetings(own: Sequence[Player], other: Sequence[Player]) -> list[Meeting]:
    """Return all public boards between two persons, the newest event first; two queries, three if they met."""
    events = {player.event_id for player in own} & {player.event_id for player in other}
    if not events:
        return []
    first, second = (
        _registrations([player for player in players if player.event_id in events]) for players in (own, other)
    )
    registrations, others = ({entry.pk: entry for entry in entries} for entries in (first, second))
    own_meetings = []
    for board in boards_between(first, second):
        white = board.white_id in registrations
        entry = registrations[board.white_id if white else board.black_id or 0]
        opponent = others[(board.black_id or 0) if white else board.white_id]
        own_meetings.append(Meeting(board, entry, opponent, Side.WHITE if white else Side.BLACK))
    order: dict[Any, int] = {entry.pk: index for index, entry in enumerate(first)}
    return sorted(own_meetings, key=lambda meeting: (order[meeting.entry.pk], meeting.pairing.round.number or 0))


def met_before(pairs: Collection[tuple[int, int]]) -> dict[tuple[int, int], Score]:
    """Return, by pair of persons (keys), the score of the first in games over the board, for pairs who have met.

    One query; none for no pairs.
    """
    if not pairs:
        return {}
    keys = {key for pair in pairs for key in pair}
    seats = {f"{side}__player__person__in": keys for side in ("white", "black")}
    common = {f"{side}__player__on_person_page": True for side in ("white", "black")}
    rows = Pairing.objects.filter(**seats, **common, round__section__archived_at=None).annotate(shown=shown_result())
    rows = rows.filter(round__section__event__in=visible_events(ANONYMOUS).filter(rehearsal=False))
    rows = rows.exclude(round__status=RoundStatus.DRAFT).exclude(shown="").order_by()
    outcomes_by_pair: dict[tuple[int, int], Counter[GameOutcome]] = defaultdict(Counter)
    for white, black, result in rows.values_list("white__player__person", "black__player__person", "shown"):
        facts = FACTS[Result(result)]
        for pair, outcome in (((white, black), facts.white), ((black, white), facts.black)):
            if facts.played and pair in pairs:
                outcomes_by_pair[pair][outcome] += 1
    return {
        pair: Score(outcomes[GameOutcome.WIN], outcomes[GameOutcome.DRAW], outcomes[GameOutcome.LOSS])
        for pair, outcomes in outcomes_by_pair.items()
    }


# For officials and players: joined players, their acts, and possible matches.

MOST = 20


def others_of(player: Player) -> list[Player]:
    """Return the other players of the person, with their events, the newest first."""
    if player.person_id is None:
        return []
    rows = Player.objects.filter(person=player.person_id).exclude(pk=player.pk).select_related("event")
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "-pk"))


def acts_of(player: Player) -> list[PersonAct]:
    """Return the acts that joined or split the player, the newest first."""
    rows = PersonAct.objects.filter(Q(begun__player=player) | Q(ended__player=player))
    return list(rows.distinct().order_by("-pk"))


def act_of_own(player: Player) -> PersonAct | None:
    """Return the act by which the player claimed "this is me", while it is valid."""
    rows = PersonAct.objects.filter(kind=PersonAct.Kind.SELF, undone_at=None, begun__player=player)
    return rows.exclude(begun__person__user=None).order_by("-pk").first()


def perhaps_the_same(player: Player, actor: Actor, query: str) -> list[Player]:
    """Return visible players of other events whose names have words that begin like those of `query`."""
    words = search_words(query)
    if not words:
        return []
    rows = Player.objects.filter(event__in=visible_events(actor).filter(rehearsal=False), erased_at=None)
    rows = rows.exclude(event=player.event_id).select_related("event")
    if player.person_id is not None:
        rows = rows.exclude(person=player.person_id)
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "sort_key")[:MOST])
