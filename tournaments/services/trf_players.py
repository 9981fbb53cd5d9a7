"""The players of a TRF as entries of a section; who is in the event already is found again."""

from __future__ import annotations

from common.errors import Conflict, DomainError, Problem
from core.formats.names import identity, split_name
from core.formats.trf.records import PlayerRecord
from tournaments.messages import say
from tournaments.models import Player, Registration
from tournaments.services.players import complete_player
from tournaments.services.sections import note_numbers_given
from tournaments.services.shared import check_fields
from tournaments.services.trf_context import TrfImportContext, refuse


def import_trf_players(context: TrfImportContext) -> None:
    """Enter everybody, by a few queries; the section has nobody yet.  ImportRefused names the lines that are wrong."""
    known = _Known(context)
    problems: list[Problem] = []
    made: list[Player] = []
    for record in context.tournament.players.values():
        try:
            player = known.of(record) or _new(context, record)
            registration = Registration(
                section=context.section,
                player=player,
                number=record.number,
                rating=record.rating or player.ratings.get(context.section.rating_kind),
            )
            if player.pk is None:
                complete_player(player)
                made.append(player)
            known.add(player)
            check_fields(registration, exclude=["section", "player"])
            context.registrations[record.number] = registration
        except DomainError as refused:
            problems.append(Problem(refused.message, line=record.line))
    refuse(problems)
    Player.objects.bulk_create(made)
    for registration in context.registrations.values():
        registration.player = registration.player  # which has its key only now
    Registration.objects.bulk_create(context.registrations.values())
    note_numbers_given(context.section)


class _Known:
    """The players of the event, by FIDE number and by name and year of birth, and who of them is entered."""

    def __init__(self, context: TrfImportContext) -> None:
        self.by_fide_id: dict[int, Player] = {}
        self.by_identity: dict[str, Player] = {}
        self.entered: set[str] = set()
        for one in Player.objects.filter(event=context.section.event_id):
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


def _new(context: TrfImportContext, record: PlayerRecord) -> Player:
    name, rating = split_name(record.name), record.rating or None
    return Player(
        event=context.section.event,
        family_name=name.family,
        given_name=name.given,
        patronymic=name.patronymic,
        federation=_federation(context, record),
        fide_id=_fide_id(record) or None,
        title=record.title,
        ratings={context.section.rating_kind: rating} if rating else {},
        birth_year=_year(record.birth),
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


def _year(birth: str) -> int | None:
    text = birth[:4]
    if not (len(text) == 4 and text.isascii() and text.isdigit()):
        return None
    return int(text) if 1800 <= int(text) <= 2200 else None
