"""Matching of persons with the players of an event: certain or possible matches.

A person may play in several sections.  The FIDE number decides, else that of a federation, else name and year of birth;
if only the name is the same, an official must decide whether it is the same person.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import Aggregate, CharField, Func, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

from tavleya.formats.names import PersonName, folded
from tavleya.formats.players_csv import two_people
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, points_text
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, note_namesakes
from tournaments.models.round import RoundStatus
from tournaments.selectors.standings import StandingsRow, standings_of

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sameness:
    """`player`: the certain match; `namesakes`: possible matches, of which at most one is right."""

    player: Player | None = None
    namesakes: tuple[Player, ...] = ()


class KnownPeople:
    """All players of an event, for matching.  One query."""

    def __init__(self, event: Event) -> None:
        self._by_fide_id: dict[int, Player] = {}
        self._by_national_id: dict[tuple[str, str], Player] = {}
        self._by_name: dict[str, list[Player]] = defaultdict(list)
        self._by_identity: dict[str, list[Player]] = defaultdict(list)
        for player in event.players.order_by("pk"):
            self.add(player)

    def add(self, player: Player) -> None:
        """Add a player, who may be unsaved."""
        self.know(player)
        self._by_name[folded(player.name.full)].append(player)

    def know(self, player: Player) -> None:
        """Index new data of a player who was added already."""
        if player.fide_id:
            self._by_fide_id[player.fide_id] = player
        for national_id in player.national_ids.items():
            self._by_national_id.setdefault(national_id, player)
        if player not in self._by_identity[player.identity]:
            self._by_identity[player.identity].append(player)

    def alike(self, identity: str) -> list[Player]:
        """Return the players with this identity, in the order of `namesake`."""
        players = [player for player in self._by_identity[identity] if player.identity == identity]
        return sorted(players, key=lambda player: player.namesake)

    def of_fide_id(self, fide_id: int | None) -> Player | None:
        return self._by_fide_id.get(fide_id) if fide_id else None

    def find(
        self, name: PersonName, birth_year: int | None, fide_id: int | None, national_ids: Mapping[str, str] = _NONE
    ) -> Sameness:
        if fide_id and fide_id in self._by_fide_id:
            return Sameness(self._by_fide_id[fide_id])
        for national_id in national_ids.items():
            match = self._by_national_id.get(national_id)
            if match is not None and not two_people(fide_id, match.fide_id):
                return Sameness(match)
        alike = [
            player for player in self._by_name.get(folded(name.full), ()) if not two_people(fide_id, player.fide_id)
        ]
        same = [player for player in alike if birth_year and player.birth_year == birth_year]
        if len(same) == 1:
            return Sameness(same[0])
        return Sameness(namesakes=tuple(same or [player for player in alike if not (birth_year and player.birth_year)]))


#: The answer that a person is a different one with the same name.
ANOTHER = 0


# Few rows as one text in a column of another query.

_FIELD, _ROW = ",", ";"


class _Joined(Aggregate):
    """The texts of all rows, one after another, in no order."""

    function = "STRING_AGG"
    output_field = CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **context)


class _OneRow(Func):
    """The texts of a row's columns side by side: `Concat` puts each pair into brackets, too deep for SQLite."""

    template = "(%(expressions)s)"
    arg_joiner = f" || '{_FIELD}' || "
    output_field = CharField()


def texts(rows: QuerySet[Any], *columns: str | Combinable) -> Subquery:
    """Return a text of `columns` of each of the `rows`; None if there are no rows.

    Values must not contain a comma or a semicolon.
    """
    row_text = _OneRow(*(Coalesce(Cast(column, CharField()), Value("")) for column in columns))
    group = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(group.annotate(_texts=_Joined(row_text, Value(_ROW))).values("_texts"))


def read_texts(text: str | None) -> list[list[str]]:
    """Parse a result of `texts`."""
    return [row.split(_FIELD) for row in text.split(_ROW)] if text else []


@dataclass(frozen=True, slots=True)
class CardLine:
    """One board of a player's card.

    `mark` is the result, for a bye its points, empty while there is none; `score` is the sum up to it.
    """

    pairing: Pairing
    side: Side | None
    opponent: Registration | None
    mark: str
    score: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    registration: Registration
    standing: StandingsRow
    lines: tuple[CardLine, ...]


def player_card(registration: Registration) -> PlayerCard:
    """Return a player's games in one section, in order, with the running score.  Four queries at most."""
    section = registration.section
    standings_row = next(row for row in standings_of(section).everybody if row.registration.pk == registration.pk)
    pairings = (
        Pairing.objects.filter(Q(white=registration) | Q(black=registration), round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "white__player", "black__player", "game")
        .order_by("round__number", "board")
    )
    note_namesakes(seat for board in pairings for seat in (board.white, board.black) if seat is not None)
    return PlayerCard(standings_row.registration, standings_row, card_lines(registration, pairings))


def card_lines(registration: Registration, pairings: Iterable[Pairing]) -> tuple[CardLine, ...]:
    """Return the lines of a card from a player's boards in one section, in their order."""
    scoring = registration.section.points
    lines, total = [], 0
    for pairing in pairings:
        if pairing.bye:
            points = scoring.of_bye(EncounterKind(pairing.bye))
            total += points
            lines.append(CardLine(pairing, None, None, points_text(points), points_text(total)))
            continue
        side = Side.WHITE if pairing.white_id == registration.pk else Side.BLACK
        opponent = pairing.black if side is Side.WHITE else pairing.white
        mark = ""
        if pairing.result:
            facts = FACTS[Result(pairing.result)]
            total += scoring.of_outcome(facts.of(side))
            mark = facts.shown[0 if side is Side.WHITE else 1]
        lines.append(CardLine(pairing, side, opponent, mark, points_text(total)))
    return tuple(lines)
