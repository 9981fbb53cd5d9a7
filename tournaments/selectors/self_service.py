"""What a player wants to know: where he sits next, what he and his opponent have reported, what he has asked for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from common.sides import Side
from tournaments.models import ByeRequest, Pairing, Player, Registration, RequestedBye, ResultReport, Section
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.selectors.players import PlayerCard, player_card


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """The board that a player is to play at, or is playing at.  `side` is None for a bye."""

    pairing: Pairing
    side: Side | None
    opponent: Registration | None
    mine: str = ""
    theirs: str = ""

    @property
    def differ(self) -> bool:
        return bool(self.mine and self.theirs and self.mine != self.theirs)


@dataclass(frozen=True, slots=True)
class OwnBye:
    """A bye in a round to come.  `granted` is None while nobody has decided; `asked` by the player himself."""

    round_number: int
    kind: str
    granted: bool | None
    asked: bool


@dataclass(frozen=True, slots=True)
class OwnSection:
    """A player in one section.  `next` is None where no board waits for him; `byes_open`: rounds he may ask for.

    `display`: of who gives a simultaneous display, all his boards in the order in which he walks.
    """

    registration: Registration
    card: PlayerCard | None
    next: OwnBoard | None
    display: tuple[Pairing, ...]
    byes: tuple[OwnBye, ...]
    byes_open: tuple[int, ...]


def own_sections(player: Player) -> list[OwnSection]:
    """Every section that the player is in; what is not public yet is not in it."""
    if not player.event.published:
        return []
    registrations = Registration.objects.filter(
        player=player, section__archived_at__isnull=True
    ).select_related("player", "section__event", "section__giver")
    return [_section(registration) for registration in registrations.order_by("section__position", "section")]


def _section(registration: Registration) -> OwnSection:
    section = registration.section
    public = section.rounds.exclude(status=RoundStatus.DRAFT).exists()
    card = player_card(registration) if public and not section.system.teams else None
    byes, to_come = _byes(registration)
    if section.system.display and section.giver_id == registration.pk:
        return OwnSection(registration, card, None, _display(section), byes, to_come)
    return OwnSection(registration, card, own_board(registration), (), byes, to_come)


def _display(section: Section) -> tuple[Pairing, ...]:
    rows = Pairing.objects.filter(round__section=section, bye="").exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("round", "white__player", "black__player", "game")
    return tuple(rows.order_by("round__number", "board"))


def open_bye_requests(section: Section) -> QuerySet[ByeRequest]:
    """Byes that players ask for and nobody has decided about."""
    rows = ByeRequest.objects.filter(registration__section=section, granted=None)
    return rows.select_related("registration__player").order_by("round_number", "registration__number")


def own_board(registration: Registration) -> OwnBoard | None:
    """The first board of a public round that is not over and has no result; else a bye of the round being played."""
    rows = (
        Pairing.objects.filter(
            Q(white=registration) | Q(black=registration), round__section=registration.section
        )
        .exclude(round__status__in=[RoundStatus.DRAFT, RoundStatus.CLOSED])
        .select_related("round__section__event", "white__player", "black__player", "game")
        .order_by(F("round__number").asc(nulls_last=True), "leg", "board")
    )
    boards = list(rows)
    pairing = next((one for one in boards if not one.bye and not one.result), None)
    if pairing is None:
        bye = next((one for one in boards if one.bye), None)
        return OwnBoard(bye, None, None) if bye is not None else None
    side = Side.WHITE if pairing.white_id == registration.pk else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    said = dict(ResultReport.objects.filter(pairing=pairing).values_list("side", "result"))
    return OwnBoard(pairing, side, opponent, said.get(side.value, ""), said.get(side.other.value, ""))


def _byes(registration: Registration) -> tuple[tuple[OwnBye, ...], tuple[int, ...]]:
    """Byes of rounds that are not paired yet, and the rounds that may still be asked for."""
    section = registration.section
    if (
        not section.system.by_round
        or registration.status != RegistrationStatus.ACTIVE
        or not section.rounds_planned
    ):
        return (), ()
    paired = section.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    to_come = range(max(paired + 1, registration.from_round), section.rounds_planned + 1)
    found = {
        one.round_number: OwnBye(one.round_number, one.kind, one.granted, True)
        for one in ByeRequest.objects.filter(registration=registration, round_number__in=to_come)
    }
    for one in RequestedBye.objects.filter(registration=registration, round_number__in=to_come):
        asked = one.round_number in found
        found[one.round_number] = OwnBye(one.round_number, one.kind, True, asked)
    free = tuple(number for number in to_come if number not in found or found[number].granted is None)
    return tuple(found[number] for number in sorted(found)), free
