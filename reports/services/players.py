"""The players of a TRF as registrations of a section; known players of the event are matched."""

from collections.abc import Mapping, Sequence

from reports.messages import say
from reports.services.context import TrfImportContext, refuse
from tavleya.errors import Conflict, DomainError, Problem
from tavleya.formats.names import identity, split_name
from tavleya.formats.trf.records import NationalRecord, PlayerRecord, RankingMethod
from tavleya.ratings.tournament import FROM_FILE, RatingMethod, is_list
from tournaments.models.player import Player, Registration
from tournaments.services.players import HIGHEST_RATING, complete_player
from tournaments.services.sections import give_rating, note_numbers_given
from tournaments.services.shared import check_fields


def import_trf_players(context: TrfImportContext) -> None:
    """Enter all players of the file in the empty section, with few queries. Raises: ImportRefused with the lines."""
    _rating_method(context)
    existing, national = _Known(context), _nationals(context)
    completed: list[Player] = []
    problems: list[Problem] = []
    players: list[Player] = []
    for record in context.tournament.players.values():
        try:
            player = existing.of(record) or _new(context, record)
            registration = Registration(section=context.section, player=player, number=record.number)
            if _add_national(player, national.get(record.number, ())) and player.pk is not None:
                completed.append(player)
            _rate(context, registration, record)
            if player.pk is None:
                complete_player(player)
                players.append(player)
            existing.add(player)
            check_fields(registration, exclude=["section", "player"])
            context.registrations[record.number] = registration
        except DomainError as error:
            problems.append(Problem(error.message, line=record.line))
    refuse(problems)
    Player.objects.bulk_update(completed, ["ratings", "rating_sources", "national_ids"])
    Player.objects.bulk_create(players)
    for registration in context.registrations.values():
        registration.player = registration.player  # which has its key only now
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
    national_records: dict[int, list[NationalRecord]] = {}
    for national_record in context.tournament.of(NationalRecord):
        if (
            national_record.number in context.tournament.players
            and 0 < (national_record.rating or 0) <= HIGHEST_RATING
        ):
            national_records.setdefault(national_record.number, []).append(national_record)
        else:
            context.left_out(national_record)
    return national_records


def _add_national(player: Player, records: Sequence[NationalRecord]) -> bool:
    """Add the player's missing national ratings and numbers; return whether there were any."""
    ratings = {
        record.code: record.rating
        for record in records
        if record.rating and record.code not in player.ratings
    }
    numbers = {
        record.code: record.fide_id
        for record in records
        if record.fide_id and record.code not in player.national_ids
    }
    player.ratings = {**player.ratings, **ratings}
    player.rating_sources = {**player.rating_sources, **dict.fromkeys(ratings, FROM_FILE)}
    player.national_ids = {**player.national_ids, **numbers}
    return bool(ratings or numbers)


def _rate(context: TrfImportContext, registration: Registration, record: PlayerRecord) -> None:
    """Set the rating by the section's method from the file and the player's data; a manual rating is that of record
    001.
    """
    section, ratings = context.section, dict(registration.player.ratings)
    if record.rating:
        ratings[section.rating_kind] = record.rating
    if section.rating_method == RatingMethod.OTHER:
        registration.rating = record.rating
    else:
        give_rating(section, registration, ratings)


class _Known:
    """The players of the event, by FIDE number and by name and year of birth, and who of them is entered."""

    def __init__(self, context: TrfImportContext) -> None:
        self.by_fide_id: dict[int, Player] = {}
        self.by_identity: dict[str, Player] = {}
        self.entered: set[str] = set()
        for player in Player.objects.filter(event=context.section.event_id):
            self._note(player)

    def _note(self, player: Player) -> None:
        if player.fide_id:
            self.by_fide_id.setdefault(player.fide_id, player)
        self.by_identity.setdefault(player.identity, player)

    def of(self, record: PlayerRecord) -> Player | None:
        """Return the event's player with the FIDE number, or else with the name and year of birth."""
        fide_id = _fide_id(record)
        if fide_id and fide_id in self.by_fide_id:
            return self.by_fide_id[fide_id]
        namesake = self.by_identity.get(identity(split_name(record.name), _year(record.birth)))
        if namesake is None or namesake.identity in self.entered:
            return None
        return None if fide_id and namesake.fide_id else namesake

    def add(self, player: Player) -> None:
        """Add a player. Raises: Conflict ("already_entered", "duplicate_player") if two lines are of one person."""
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
        rating_sources={context.section.rating_kind: FROM_FILE} if rating else {},
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
