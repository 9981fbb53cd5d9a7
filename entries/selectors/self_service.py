"""The data of a player's own page: the next board, reported results, and requests."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Case, CharField, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Cast

from entries.models import CheckIn, Fee, Payment, Presence
from games.compiled_queries import CompiledQuery
from tavleya.record.entries import GamePhase
from tavleya.sides import Side
from tournaments.announcements import link_of
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus, note_namesakes
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, PlayerLink, RequestedBye, ResultReport
from tournaments.selectors.persons import CardLine, card_lines, read_texts, texts
from tournaments.selectors.standings import OwnPlace, place_of
from tournaments.selectors.versions import digest

# Check-in for a round: present and missing players.


@dataclass(frozen=True, slots=True)
class Awaited:
    """A player expected in the round. `at` is None while they are absent; `bye` is the kind of their bye."""

    registration: Registration
    at: datetime | None
    own: bool
    bye: str


@dataclass(frozen=True, slots=True)
class CheckInView:
    check_in: CheckIn
    rows: tuple[Awaited, ...]

    @property
    def present(self) -> int:
        return sum(row.at is not None for row in self.rows)

    @property
    def missing(self) -> tuple[Awaited, ...]:
        """The absent players without a bye."""
        return tuple(row for row in self.rows if row.at is None and not row.bye)


def check_in_of(section: Section, round_number: int) -> CheckInView | None:
    """Return the check-in of the round, None if there is none. Four queries."""
    check_in = CheckIn.objects.filter(section=section, round_number=round_number).first()
    if check_in is None:
        return None
    presences = {presence.registration_id: presence for presence in Presence.objects.filter(check_in=check_in)}
    byes = dict(
        RequestedBye.objects.filter(registration__section=section, round_number=round_number).values_list(
            "registration", "kind"
        )
    )
    rows = []
    for registration in awaited(section, round_number).select_related("player").order_by("player__sort_key", "number"):
        mark = presences.get(registration.pk)
        rows.append(
            Awaited(registration, mark.at if mark else None, bool(mark and mark.own), byes.get(registration.pk, ""))
        )
    note_namesakes(item.registration for item in rows)
    return CheckInView(check_in, tuple(rows))


def awaited(section: Section, round_number: int) -> QuerySet[Registration]:
    """Return the active players whose first round is this one or an earlier one."""
    return section.registrations.filter(status=RegistrationStatus.ACTIVE, from_round__lte=round_number)


@dataclass(frozen=True, slots=True)
class OwnCheckIn:
    """Check-in of the round to come, as one of its players sees it.  `at`: the time at which they checked in."""

    check_in: CheckIn
    at: datetime | None


def own_check_in(registration: Registration) -> OwnCheckIn | None:
    """Return the player's check-in for the next round; None if there is none or it does not include them. Three
    queries.
    """
    public = Round.objects.filter(section=registration.section_id).exclude(status=RoundStatus.DRAFT)
    last = public.aggregate(last=Max("number"))["last"] or 0
    check_in = CheckIn.objects.filter(section=registration.section_id, round_number=last + 1).first()
    if check_in is None or registration.status != RegistrationStatus.ACTIVE or registration.from_round > last + 1:
        return None
    presence = Presence.objects.filter(check_in=check_in, registration=registration).first()
    return OwnCheckIn(check_in, presence.at if presence is not None else None)


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
    for board in _boards(player.pk):
        boards.setdefault(board.round.section_id, []).append(board)
    sections = []
    for registration in registrations:
        registration.player = player
        section = registration.section
        section.event = player.event
        own = boards.get(section.pk, [])
        for pairing in own:
            pairing.round.section = section
        sections.append(replace(_section(registration, own), check_in=_check_in(registration)))
    return sections


def _check_in(registration: Registration) -> OwnCheckIn | None:
    return own_check_in(registration) if registration.checks_in else None  # type: ignore[attr-defined]


def _own_registrations(player: int) -> QuerySet[Registration]:
    rounds = Round.objects.filter(section=OuterRef("section")).order_by()
    bye_requests = ByeRequest.objects.filter(registration=OuterRef("pk")).order_by()
    byes = RequestedBye.objects.filter(registration=OuterRef("pk")).order_by()
    granted = Case(When(granted=True, then=Value("yes")), When(granted=False, then=Value("no")), default=Value(""))
    return (
        Registration.objects.filter(player=player, section__archived_at__isnull=True)
        .select_related("section__standings_row")
        .annotate(
            shown=Exists(rounds.exclude(status=RoundStatus.DRAFT)),
            checks_in=Exists(CheckIn.objects.filter(section=OuterRef("section"))),
            last_public=Subquery(
                rounds.exclude(status=RoundStatus.DRAFT).values("section").annotate(last=Max("number")).values("last")
            ),
            last_round=Subquery(rounds.values("section").annotate(last=Max("number")).values("last")),
            asked=texts(bye_requests, "round_number", "kind", granted),
            noted=texts(byes, "round_number", "kind"),
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
            last_move=F("game__snapshot__last"),
        )
    )


_OF_SEAT = ("virtual_points", "fixed_board", "player__ratings", "player__identity", "player__sort_key", "player__club")
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
    byes, byes_open = _byes(registration)
    if section.system.display and section.giver_id == registration.pk:
        return OwnSection(registration, standing, lines, None, _display(section), byes, byes_open)
    return OwnSection(registration, standing, lines, own_board(registration, boards), (), byes, byes_open)


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
    reports = pairing.said_by_white or "", pairing.said_by_black or ""  # type: ignore[attr-defined]
    own, other = reports if side is Side.WHITE else reports[::-1]
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


# The version of a player's own page, read with one query, to detect changes without rendering it.

_ENTRY = ("section", "status", "section__archived_at", "section__standings_row__stamp")
_SHOWN = (
    *("number", "rating", "from_round", "section__slug", "section__control", "section__rounds_planned"),
    *("section__position", "section__format", "section__giver"),
)


def linked(digest_of_secret: str) -> QuerySet[PlayerLink]:
    """Return the valid link with this digest, with player and event, and the data of the page's version.

    `entries` is for `version_of_player`; `entries` and `facts` differ whenever the page has changed.
    """
    player, registrations = OuterRef("player"), Registration.objects.filter(player=OuterRef("player"))
    sections = Q(section__registrations__player=player)
    boards = Pairing.objects.filter(Q(white__player=player) | Q(black__player=player))
    result_reports = ResultReport.objects.filter(Q(pairing__white__player=player) | Q(pairing__black__player=player))
    bye_requests = ByeRequest.objects.filter(registration__player=player)
    byes = RequestedBye.objects.filter(registration__player=player)
    display = Pairing.objects.filter(round__section__giver__player=player)
    names = Cast("section__names", CharField())
    return (
        PlayerLink.objects.filter(digest=digest_of_secret, revoked_at=None, player__event__archived_at=None)
        .select_related("player__event")
        .annotate(
            entries=texts(registrations, *_ENTRY),
            of_sections=texts(registrations, *_SHOWN, names),
            of_rounds=texts(Round.objects.filter(sections), "pk", "number", "status", "starts_at"),
            of_boards=texts(boards.exclude(round__status=RoundStatus.DRAFT), "pk", "version", "game__seq"),
            of_reports=texts(result_reports, "pairing", "side", "result"),
            of_wishes=texts(bye_requests, "registration", "round_number", "kind", "granted"),
            of_byes=texts(byes, "registration", "round_number", "kind"),
            of_check_ins=texts(CheckIn.objects.filter(sections), "pk", "opens_at", "closes_at"),
            of_presences=texts(Presence.objects.filter(registration__player=player), "check_in"),
            of_fees=texts(Fee.objects.filter(player=player), "pk", "amount", "lines"),
            of_payments=texts(Payment.objects.filter(fee__player=player), "pk"),
            of_display=texts(display, "pk", "game__seq"),
        )
    )


_FACTS = (
    *("of_sections", "of_rounds", "of_boards", "of_reports", "of_wishes", "of_byes", "of_display"),
    *("of_check_ins", "of_presences", "of_fees", "of_payments"),
)
#: Rows of `linked`: one or none.
valid_links = CompiledQuery(linked, str)


def own_page_state(row: Any) -> str:
    """Return a digest that changes whenever the own page of the player of `row` (from `linked`) changes."""
    player, event = row.player, row.player.event
    values = [getattr(event, name) for name in ("published", "slug", "rehearsal")]
    values += [player.full_name, player.title, version_for(player, row.entries)]
    return digest(values, [sorted(read_texts(getattr(row, name))) for name in _FACTS])


def version_of_player(player: Player) -> str:
    """Return the version of a player's own page from the tables of the sections; `player` with the event. One query.

    Messages between player and officials are not part of it: they are announced when sent, and a page reloads itself
    when it wakes up.
    """
    ((entries,),) = _entries(player.pk)
    return version_for(player, entries)


def version_for(player: Player, entries: str | None) -> str:
    """Return `version_of_player` from `entries` that have been read."""
    event = player.event
    return digest(event.published, event.names, event.time_zone, player.names, sorted(read_texts(entries)))


def _entries_of(player: int) -> QuerySet[Player, Any]:
    registrations = Registration.objects.filter(player=OuterRef("pk"))
    return Player.objects.filter(pk=player).values_list(texts(registrations, *_ENTRY))


_entries = CompiledQuery(_entries_of, int)


def version_for_channel(key: str) -> str | None:
    """Return the version of the player's page for a channel key, or None (registered with `games.hooks`)."""
    link = link_of(key)
    return None if link is None else version_of_player(link.player)
