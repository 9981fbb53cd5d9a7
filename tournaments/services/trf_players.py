"""The players of a TRF as entries of a section; who is in the event already is found again."""

from __future__ import annotations

from common.errors import Conflict, DomainError, Problem
from core.formats.names import identity, split_name
from core.formats.trf.records import PlayerRecord
from tournaments.messages import say
from tournaments.models import Entry, Player
from tournaments.services.players import complete_player
from tournaments.services.shared import check_fields
from tournaments.services.trf_parts import Bringing, refuse


def bring_players(bringing: Bringing) -> None:
    """Enter everybody, by a few queries; the section has nobody yet.  ImportRefused names the lines that are wrong."""
    known = _Known(bringing)
    problems: list[Problem] = []
    made: list[Player] = []
    for record in bringing.tournament.players.values():
        try:
            player = known.of(record) or _new(bringing, record)
            entry = Entry(
                section=bringing.section,
                player=player,
                number=record.number,
                rating=record.rating or player.ratings.get(bringing.section.rating_kind),
            )
            if player.pk is None:
                complete_player(player)
                made.append(player)
            known.add(player)
            check_fields(entry, exclude=["section", "player"])
            bringing.entries[record.number] = entry
        except DomainError as refused:
            problems.append(Problem(refused.message, line=record.line))
    refuse(problems)
    Player.objects.bulk_create(made)
    for entry in bringing.entries.values():
        entry.player = entry.player  # which has its key only now
    Entry.objects.bulk_create(bringing.entries.values())


class _Known:
    """The players of the event, by FIDE number and by name and year of birth, and who of them is entered."""

    def __init__(self, bringing: Bringing) -> None:
        self.by_fide_id: dict[int, Player] = {}
        self.by_identity: dict[str, Player] = {}
        self.entered: set[str] = set()
        for one in Player.objects.filter(event=bringing.section.event_id):
            self._note(one)

    def _note(self, player: Player) -> None:
        if player.fide_id:
            self.by_fide_id.setdefault(player.fide_id, player)
        self.by_identity.setdefault(player.identity, player)

    def of(self, record: PlayerRecord) -> Player | None:
        """Somebody of the event already, with the FIDE number or else the name and year of birth."""
        fide_id = _fide_id(record)
        if fide_id and fide_id in self.by_fide_id:
            return self.by_fide_id[fide_id]
        namesake = self.by_identity.get(identity(split_name(record.name), _year(record.birth)))
        if namesake is None or namesake.identity in self.entered:
            return None
        return None if fide_id and namesake.fide_id else namesake

    def add(self, player: Player) -> None:
        """Conflict `already_entered`, `duplicate_player`: no two lines are of one person."""
        if player.identity in self.entered:
            raise Conflict(say("already_entered", player=player.full_name))
        twin = self.by_identity.get(player.identity)
        if twin is not None and twin is not player:
            raise Conflict(say("duplicate_player", player=twin.full_name))
        self.entered.add(player.identity)
        self._note(player)


def _new(bringing: Bringing, record: PlayerRecord) -> Player:
    name, rating = split_name(record.name), record.rating or None
    return Player(
        event=bringing.section.event,
        family_name=name.family,
        given_name=name.given,
        patronymic=name.patronymic,
        federation=_federation(bringing, record),
        fide_id=_fide_id(record) or None,
        title=record.title,
        ratings={bringing.section.rating_kind: rating} if rating else {},
        birth_year=_year(record.birth),
        sex={"m": "m", "w": "f", "f": "f"}.get(record.sex.lower(), ""),
    )


def _federation(bringing: Bringing, record: PlayerRecord) -> str:
    federation = record.federation.upper()
    if not federation or (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        return federation
    bringing.adjust(record, "trf_federation", text=federation)
    return ""


def _fide_id(record: PlayerRecord) -> int:
    return int(record.fide_id) if record.fide_id.isascii() and record.fide_id.isdigit() else 0


def _year(birth: str) -> int | None:
    text = birth[:4]
    if not (len(text) == 4 and text.isascii() and text.isdigit()):
        return None
    return int(text) if 1800 <= int(text) <= 2200 else None
