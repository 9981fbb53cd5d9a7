"""The data of a player's own page: the next board, reported results, and requests."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When

from entries.models.check_in import CheckIn
from entries.selectors.check_in import OwnCheckIn, own_check_in
from games.compiled_queries import CompiledQuery
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.self_service import ByeRequest, ResultReport
from tournaments.models.swiss import RequestedBye
from tournaments.selectors.players import CardLine, card_lines
from tournaments.selectors.standings import OwnPlace, place_of
from tournaments.selectors.texts import read_texts, texts


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A player's next or current board. `side` is None for a bye."""

    pairing: Pairing
    side: Side | None
    opponent: Registration | None
    mine: str = ""
    theirs: str = ""
    snapshot: Mapping[str, Any] = field(default_factory=dict)  # of a game that is being played

    @property
    def differ(self) -> bool:
        return bool(self.mine and self.theirs and self.mine != self.theirs)


@dataclass(frozen=True, slots=True)
class OwnBye:
    """A bye in a future round. `granted` is None while undecided; `asked` if the player requested it."""

    round_number: int
    kind: str
    granted: bool | None
    asked: bool


@dataclass(frozen=True, slots=True)
class OwnSection:
    """A player in one section. `next` is None without a next board; `byes_open`: rounds in which they may request a
    bye.

    `standing` is None before the first public round and if players have no table. `display`: the boards of a player who
    gives a simultaneous display, in their order.
    """

    registration: Registration
    standing: OwnPlace | None
    lines: tuple[CardLine, ...]
    next: OwnBoard | None
    display: tuple[Pairing, ...]
    byes: tuple[OwnBye, ...]
    byes_open: tuple[int, ...]
    check_in: OwnCheckIn | None = None


def own_sections(player: Player) -> list[OwnSection]:
    """Return every section of the player, with its public data.

    Two queries if the standings are cached, one more for each display that they give, and three for a check-in.
    """
    if not player.event.published:
        return []
    registrations = _registrations(player.pk)
    boards: dict[int, list[Pairing]] = {}
    for pairing in _boards(player.pk):
        boards.setdefault(pairing.round.section_id, []).append(pairing)
    results = []
    for registration in registrations:
        registration.player = player
        section = registration.section
        section.event = player.event
        own = boards.get(section.pk, [])
        for pairing in own:
            pairing.round.section = section
        results.append(replace(_section(registration, own), check_in=_check_in(registration)))
    return results


def _check_in(registration: Registration) -> OwnCheckIn | None:
    return own_check_in(registration) if registration.checks_in else None  # type: ignore[attr-defined]


def _own_registrations(player: int) -> QuerySet[Registration]:
    rounds = Round.objects.filter(section=OuterRef("section")).order_by()
    bye_requests = ByeRequest.objects.filter(registration=OuterRef("pk")).order_by()
    noted = RequestedBye.objects.filter(registration=OuterRef("pk")).order_by()
    granted = Case(
        When(granted=True, then=Value("yes")), When(granted=False, then=Value("no")), default=Value("")
    )
    return (
        Registration.objects.filter(player=player, section__archived_at__isnull=True)
        .select_related("section__standings_row")
        .annotate(
            shown=Exists(rounds.exclude(status=RoundStatus.DRAFT)),
            checks_in=Exists(CheckIn.objects.filter(section=OuterRef("section"))),
            last_public=Subquery(
                rounds.exclude(status=RoundStatus.DRAFT)
                .values("section")
                .annotate(last=Max("number"))
                .values("last")
            ),
            last_round=Subquery(rounds.values("section").annotate(last=Max("number")).values("last")),
            asked=texts(bye_requests, "round_number", "kind", granted),
            noted=texts(noted, "round_number", "kind"),
        )
        .order_by("section__position", "section")
    )


def _played(player: int) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(
        Q(white__player=player) | Q(black__player=player), round__section__archived_at__isnull=True
    ).exclude(round__status=RoundStatus.DRAFT)
    return with_players_view(rows).order_by("round__number", "board")


def with_players_view(rows: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Read with each board the data for its players: both players, the reports, the state of a game in progress."""
    result_reports = ResultReport.objects.filter(pairing=OuterRef("pk")).order_by()
    played = (GamePhase.PLAYING.value, GamePhase.PAUSED.value)
    return (
        rows.select_related("round", "white__player", "black__player", "game")
        .defer(*_NOT_SHOWN)
        .annotate(
            said_by_white=Subquery(result_reports.filter(side=Side.WHITE.value).values("result")),
            said_by_black=Subquery(result_reports.filter(side=Side.BLACK.value).values("result")),
            # The clocks of the other boards are not shown.
            snapshot=Case(When(game__phase__in=played, then=F("game__snapshot"))),
        )
    )


_OF_SEAT = (
    "virtual_points",
    "fixed_board",
    "player__ratings",
    "player__identity",
    "player__sort_key",
    "player__club",
)
_NOT_SHOWN = (
    *("game__snapshot", "game__rules", "game__start_position", "start_position"),
    *(f"{side}__{name}" for side in ("white", "black") for name in _OF_SEAT),
)
_registrations, _boards = CompiledQuery(_own_registrations, int), CompiledQuery(_played, int)


def _section(registration: Registration, boards: list[Pairing]) -> OwnSection:
    section = registration.section
    ranked = registration.shown and not section.system.teams  # type: ignore[attr-defined]
    standing = place_of(registration) if ranked else None
    lines = card_lines(registration, boards) if ranked else ()
    byes, to_come = _byes(registration)
    if section.system.display and section.giver_id == registration.pk:
        return OwnSection(registration, standing, lines, None, _display(section), byes, to_come)
    return OwnSection(registration, standing, lines, own_board(registration, boards), (), byes, to_come)


def _display(section: Section) -> tuple[Pairing, ...]:
    rows = Pairing.objects.filter(round__section=section, bye="").exclude(round__status=RoundStatus.DRAFT)
    rows = rows.select_related("round", "white__player", "black__player", "game")
    return tuple(rows.order_by("round__number", "board"))


def own_board(registration: Registration, boards: Iterable[Pairing]) -> OwnBoard | None:
    """Return the first of the public `boards` that is open and has no result; else a bye of the current round."""
    waiting = sorted(
        (board for board in boards if board.round.status != RoundStatus.CLOSED),
        key=lambda board: (board.round.number is None, board.round.number, board.leg, board.board),
    )
    pairing = next((board for board in waiting if not board.bye and not board.result), None)
    if pairing is None:
        bye = next((board for board in waiting if board.bye), None)
        return OwnBoard(bye, None, None) if bye is not None else None
    return board_of_player(registration, pairing)


def board_of_player(registration: Registration, pairing: Pairing) -> OwnBoard:
    """Return the board from the player's side. It is not a bye and was read by `with_players_view`."""
    side = Side.WHITE if pairing.white_id == registration.pk else Side.BLACK
    opponent = pairing.black if side is Side.WHITE else pairing.white
    lines = pairing.said_by_white or "", pairing.said_by_black or ""  # type: ignore[attr-defined]
    own, other = lines if side is Side.WHITE else lines[::-1]
    return OwnBoard(pairing, side, opponent, own, other, pairing.snapshot or {})  # type: ignore[attr-defined]


def _byes(registration: Registration) -> tuple[tuple[OwnBye, ...], tuple[int, ...]]:
    """Return byes of unpaired rounds, and the rounds for which the player may request one."""
    section = registration.section
    if (
        not section.system.pairs_players
        or registration.status != RegistrationStatus.ACTIVE
        or not section.rounds_planned
    ):
        return (), ()
    paired = registration.last_round or 0  # type: ignore[attr-defined]
    to_come = range(max(paired + 1, registration.from_round), section.rounds_planned + 1)
    own_byes = {}
    for number, kind, granted in read_texts(registration.asked):  # type: ignore[attr-defined]
        own_byes[int(number)] = OwnBye(int(number), kind, None if not granted else granted == "yes", True)
    for number, kind in read_texts(registration.noted):  # type: ignore[attr-defined]
        own_byes[int(number)] = OwnBye(int(number), kind, True, int(number) in own_byes)
    own_byes = {number: bye for number, bye in own_byes.items() if number in to_come}
    free = tuple(number for number in to_come if number not in own_byes or own_byes[number].granted is None)
    return tuple(own_byes[number] for number in sorted(own_byes)), free
