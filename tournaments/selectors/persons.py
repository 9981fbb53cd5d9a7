"""Matching of persons with the players of an event: certain or possible matches.

A person may play in several sections.  The FIDE number decides, else that of a federation, else name and year of birth;
if only the name is the same, an official must decide whether it is the same person.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tavleya.formats.names import PersonName, folded
from tavleya.formats.players_csv import two_people
from tournaments.models.event import Event
from tournaments.models.player import Player

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
        for item in player.national_ids.items():
            self._by_national_id.setdefault(item, player)
        if player not in self._by_identity[player.identity]:
            self._by_identity[player.identity].append(player)

    def alike(self, player: Player) -> list[Player]:
        """Return the players with the same identity, in the order of `namesake`."""
        players = [item for item in self._by_identity[player.identity] if item.identity == player.identity]
        return sorted(players, key=lambda item: item.namesake)

    def of_fide_id(self, fide_id: int | None) -> Player | None:
        return self._by_fide_id.get(fide_id) if fide_id else None

    def find(
        self,
        name: PersonName,
        birth_year: int | None,
        fide_id: int | None,
        national_ids: Mapping[str, str] = _NONE,
    ) -> Sameness:
        if fide_id and fide_id in self._by_fide_id:
            return Sameness(self._by_fide_id[fide_id])
        for player in national_ids.items():
            by_national_id = self._by_national_id.get(player)
            if by_national_id is not None and not two_people(fide_id, by_national_id.fide_id):
                return Sameness(by_national_id)
        alike = [
            player
            for player in self._by_name.get(folded(name.full), ())
            if not two_people(fide_id, player.fide_id)
        ]
        same = [player for player in alike if birth_year and player.birth_year == birth_year]
        if len(same) == 1:
            return Sameness(same[0])
        return Sameness(
            namesakes=tuple(same or [player for player in alike if not (birth_year and player.birth_year)])
        )


#: The answer that a person is a different one with the same name.
ANOTHER = 0
