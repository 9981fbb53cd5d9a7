"""The players of a section as records of a TRF, with their national ratings."""

from collections.abc import Iterable, Iterator

from tavleya.formats.trf.records import NationalRecord, PlayerRecord
from tavleya.formats.trf.results import ResultCell
from tavleya.formats.trf.team_records import AbnormalPoints
from tavleya.ratings.tournament import FIDE_LISTS, RatingMethod, effective, tournament_rating
from tournaments.adjusted import adjustments_in
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section


def player_record(
    section: Section,
    registration: Registration,
    points: int,
    rank: int | None,
    rounds: tuple[ResultCell, ...],
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
    for item in adjustments_in(section).order_by("registration__number"):
        lines.setdefault((item.round or 0, item.half_points), []).append(item.registration.number)
    for (at, half_points), numbers in sorted(lines.items()):
        yield AbnormalPoints(game_points=half_points, round=at, ids=tuple(numbers))


def _name(player: Player) -> str:
    text = " ".join(filter(None, (player.given_name, player.patronymic)))
    return ", ".join(filter(None, (player.family_name, text)))[:33].rstrip()


def _sex(player: Player) -> str:
    return {"f": "w"}.get(player.sex, player.sex)


def _birth(player: Player) -> str:
    return f"{player.birth_year}/00/00" if player.birth_year else ""


def _fide_rating(section: Section, registration: Registration) -> int | None:
    if section.rating_method == RatingMethod.FIDE:
        return registration.rating
    order = section.rating_order or effective(section.rating_kind)
    result = tournament_rating(registration.player.ratings, RatingMethod.FIDE, order)
    if result is not None:
        return result.rating
    return registration.rating if section.rating_method == RatingMethod.OTHER else None
