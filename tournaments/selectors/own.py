"""What a player wants to know: where he sits next, what he and his opponent have reported, what he has asked for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet

from common.sides import Side
from tournaments.models import ByeWish, Entry, Pairing, Player, RequestedBye, ResultReport, Section
from tournaments.models.player import EntryStatus
from tournaments.models.round import RoundStatus
from tournaments.selectors.players import PlayerCard, player_card


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """The board that a player is to play at, or is playing at.  `side` is None for a bye."""

    pairing: Pairing
    side: Side | None
    opponent: Entry | None
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

    entry: Entry
    card: PlayerCard | None
    next: OwnBoard | None
    display: tuple[Pairing, ...]
    byes: tuple[OwnBye, ...]
    byes_open: tuple[int, ...]


def own_sections(player: Player) -> list[OwnSection]:
    """Every section that the player is in; what is not public yet is not in it."""
    if not player.event.published:
        return []
    entries = Entry.objects.filter(player=player).select_related("player", "section__event", "section__giver")
    return [_section(entry) for entry in entries.order_by("section__position", "section")]


def _section(entry: Entry) -> OwnSection:
    section = entry.section
    public = section.rounds.exclude(status=RoundStatus.DRAFT).exists()
    card = player_card(entry) if public and not section.system.teams else None
    byes, to_come = _byes(entry)
    if section.system.display and section.giver_id == entry.pk:
        return OwnSection(entry, card, None, _display(section), byes, to_come)
    return OwnSection(entry, card, own_board(entry), (), byes, to_come)


def _display(section: Section) -> tuple[Pairing, ...]:
    rows = Pairing.objects.filter(round__section=section, bye="").exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("round", "white__player", "black__player", "game")
    return tuple(rows.order_by("round__number", "board"))


def open_wishes(section: Section) -> QuerySet[ByeWish]:
    """Byes that players ask for and nobody has decided about."""
    rows = ByeWish.objects.filter(entry__section=section, granted=None)
    return rows.select_related("entry__player").order_by("round_number", "entry__number")


def own_board(entry: Entry) -> OwnBoard | None:
    """The first board of a public round that is not over and has no result; else a bye of the round being played."""
    rows = (
        Pairing.objects.filter(Q(white=entry) | Q(black=entry), round__section=entry.section)
        .exclude(round__status__in=[RoundStatus.DRAFT, RoundStatus.CLOSED])
        .select_related("round__section__event", "white__player", "black__player", "game")
        .order_by(F("round__number").asc(nulls_last=True), "leg", "board")
    )
    boards = list(rows)
    pairing = next((one for one in boards if not one.bye and not one.result), None)
    if pairing is None:
        bye = next((one for one in boards if one.bye), None)
        return OwnBoard(bye, None, None) if bye is not None else None
    side = Side.WHITE if pairing.white_id == entry.pk else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    said = dict(ResultReport.objects.filter(pairing=pairing).values_list("side", "result"))
    return OwnBoard(pairing, side, opponent, said.get(side.value, ""), said.get(side.other.value, ""))


def _byes(entry: Entry) -> tuple[tuple[OwnBye, ...], tuple[int, ...]]:
    """Byes of rounds that are not paired yet, and the rounds that may still be asked for."""
    section = entry.section
    if not section.system.by_round or entry.status != EntryStatus.ACTIVE or not section.rounds_planned:
        return (), ()
    paired = section.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    to_come = range(max(paired + 1, entry.from_round), section.rounds_planned + 1)
    found = {
        one.round_number: OwnBye(one.round_number, one.kind, one.granted, True)
        for one in ByeWish.objects.filter(entry=entry, round_number__in=to_come)
    }
    for one in RequestedBye.objects.filter(entry=entry, round_number__in=to_come):
        asked = one.round_number in found
        found[one.round_number] = OwnBye(one.round_number, one.kind, True, asked)
    free = tuple(number for number in to_come if number not in found or found[number].granted is None)
    return tuple(found[number] for number in sorted(found)), free
