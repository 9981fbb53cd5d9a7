"""The rulings and appeals of an event, limits on their reversal, and their effect on the standings."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from arbiter.messages import say
from arbiter.models import Appeal, CommitteeMember, Ruling
from games import gate
from games.models.game import Game
from games.states import state_of
from tavleya.errors import Conflict
from tavleya.law.library import each
from tavleya.law.remedies import ChangePoints, Exclude, Remedy
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.tiebreaks.standings import RankedRow
from tournaments.hooks import Dispute
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.standings import computed, placed
from tournaments.selectors.table import load_boards
from tournaments.services.results import changes_the_tournament
from tournaments.systems.base import Board

# Appeals: lists, disputed games and committee seats.

_ARCHIVED = Q(ruling__game__pairing__round__section__archived_at__isnull=False) | Q(
    ruling__game__replaced_by__pairing__round__section__archived_at__isnull=False
)


def appeals_of(event: Event) -> QuerySet[Appeal]:
    """Return the event's appeals, pending ones first, then by number; without archived sections."""
    rank = Case(When(status=Appeal.Status.FILED, then=Value(0)), default=Value(1), output_field=IntegerField())
    return (
        Appeal.objects.filter(event=event)
        .exclude(_ARCHIVED)
        .select_related("event", "ruling__game", "ruling__arbiter", "filed_by")
        .order_by(rank, "number")
    )


def pending_appeals(event: Event) -> QuerySet[Appeal]:
    """Return the appeals that are filed and not decided."""
    return appeals_of(event).filter(status=Appeal.Status.FILED)


def published_decisions(event: Event) -> QuerySet[Appeal]:
    """Return the published decisions, the newest first."""
    return appeals_of(event).filter(published_at__isnull=False).order_by("-published_at", "-number")


def disputed_games(section: Section) -> list[Dispute]:
    """Return the games at the section's boards with a ruling under appeal (registered with `tournaments.hooks`)."""
    pending = Appeal.objects.filter(event=section.event_id, status=Appeal.Status.FILED)
    rows = list(pending.values_list("ruling__game", "effect_suspended"))
    replayed = dict(Game.objects.filter(replaces__in=[key for key, _ in rows]).values_list("replaces", "pk"))
    return [Dispute(_seated(key) if key in replayed else key, suspended=suspended) for key, suspended in rows]


def _seated(game_id: int) -> int:
    """Return the game now at the board: the replay, if this one was annulled."""
    return board_of(Game.objects.get(pk=game_id)).game_id or game_id


class PanelSeat(StrEnum):
    """The relation of a committee member to one appeal."""

    PANEL = "panel"
    FREE = "free"
    PLAYS = "plays"
    RULED = "ruled"
    FILED = "filed"


def seats_for(appeal: Appeal) -> list[tuple[CommitteeMember, PanelSeat]]:
    """Return the current committee and panel members, each with the reason they may not decide this appeal."""
    panel = set(appeal.panel.values_list("pk", flat=True))
    barred = barred_from(appeal)
    members = CommitteeMember.objects.filter(event=appeal.event_id).select_related("user")
    return [
        (member, _seat(member, appeal, barred, panel))
        for member in members
        if member.left_at is None or member.pk in panel
    ]


def _seat(member: CommitteeMember, appeal: Appeal, barred: Iterable[int | None], panel: Iterable[int]) -> PanelSeat:
    if member.pk in panel:
        return PanelSeat.PANEL
    if member.user_id == appeal.ruling.arbiter_id:
        return PanelSeat.RULED
    if member.user_id in barred:
        return (
            PanelSeat.FILED if member.user_id == appeal.filed_by_id and not _plays(member, appeal) else PanelSeat.PLAYS
        )
    return PanelSeat.FREE


def _plays(member: CommitteeMember, appeal: Appeal) -> bool:
    board = board_of(appeal.ruling.game)
    return member.user_id in (board.white.player.user_id, board.black.player.user_id if board.black else None)


def board_of(game: Game) -> Pairing:
    """Return the board of a game with its event and players; for an annulled game, the board of the replay.

    Raises: Conflict ("no_board").
    """
    rows = Pairing.objects.select_related("round__section__event", "white__player", "black__player", "game")
    pairing = rows.filter(game=game).first()
    if pairing is None:
        replay = Game.objects.filter(replaces=game).first()
        if replay is None:
            raise Conflict(say("no_board"))
        return board_of(replay)
    return pairing


def barred_from(appeal: Appeal) -> frozenset[int | None]:
    """Return the users barred from the panel: both players, the arbiter who ruled, the user who filed."""
    board = board_of(appeal.ruling.game)
    players = (board.white.player.user_id, board.black.player.user_id if board.black else None)
    return frozenset({*players, appeal.ruling.arbiter_id, appeal.filed_by_id} - {None})


@dataclass(frozen=True, slots=True)
class RulingFilter:
    """The filters; an empty value or None matches everything. `article` also matches its parts: `tavreli-1997:13`
    matches 13.4.

    `arbiter` 0: rulings that the laws derived from the record without an arbiter.
    """

    section: str = ""
    round: int | None = None
    article: str = ""
    arbiter: int | None = None
    kind: str = ""


def boards_by_game(event: Event) -> dict[int, Pairing]:
    """Return the board of every game of the event, including annulled and replaced games.

    Archived sections are excluded.
    """
    rows = Pairing.objects.filter(
        round__section__event=event, round__section__archived_at__isnull=True, game__isnull=False
    ).select_related("round__section__event", "white__player", "black__player", "game")
    boards = {row.game_id: row for row in rows if row.game_id is not None}
    replaced = dict(Game.objects.filter(replaces__isnull=False, pk__in=boards).values_list("pk", "replaces_id"))
    while replaced:
        for replay_id, game_id in replaced.items():
            boards[game_id] = boards[replay_id]
        replaced = dict(
            Game.objects.filter(replaces__isnull=False, pk__in=replaced.values()).values_list("pk", "replaces_id")
        )
    return boards


def rulings_in(boards: dict[int, Pairing], wanted: RulingFilter) -> QuerySet[Ruling]:
    """Return the filtered rulings at these boards, the newest first."""
    game_ids = [
        game_id
        for game_id, board in boards.items()
        if wanted.section in ("", board.round.section.slug) and wanted.round in (None, board.round.number)
    ]
    condition = Q(game__in=game_ids) & ~_held_back(boards)
    if wanted.kind:
        condition &= Q(kind=wanted.kind)
    if wanted.arbiter is not None:
        condition &= Q(arbiter=wanted.arbiter or None)
    if wanted.article:
        addresses = _addresses(game_ids, wanted.article)
        condition &= Q(article__in=addresses) | Q(penalty_article__in=addresses)
    return Ruling.objects.filter(condition).select_related("arbiter", "superseded_by", "fine").order_by("-at", "-pk")


def _held_back(boards: Mapping[int, Pairing]) -> Q:
    """Return the rulings that the current viewer may not see yet (`games.gate`)."""
    now = gate.closed_at() if gate.is_closed() else None
    condition = Q(pk__in=[])
    if now is None:
        return condition
    for delay in {pairing.game.broadcast_delay for pairing in boards.values() if pairing.game} - {0}:
        keys = [key for key, pairing in boards.items() if pairing.game and pairing.game.broadcast_delay == delay]
        condition |= Q(game__in=keys, at__gt=now - timedelta(minutes=delay))
    return condition


def _addresses(game_ids: list[int], article: str) -> list[str]:
    """Return the article fields in the rulings on these games that contain the article or a part of it."""
    rows = Ruling.objects.filter(game__in=game_ids).order_by().values_list("article", "penalty_article")
    return [
        address
        for address in {address for row in rows.distinct() for address in row}
        if any(name == article or name.startswith(f"{article}.") for name in each(address))
    ]


def rulings_at(boards: QuerySet[Pairing]) -> int:
    """Count the rulings at the games of these boards (registered with `tournaments.hooks`)."""
    return Ruling.objects.filter(game__in=boards.values("game")).count()


@dataclass(frozen=True, slots=True)
class CorrectionLimits:
    """The limits on changing the result of a board by a ruling or its reversal.

    `closed`: its round is closed, so that the board keeps a result. `late`: later rounds were paired with it, so that
    the tournament keeps it (C.04.2). `until`: the round whose publication ends changes, None without such a limit.
    `draft`: the round whose draft was paired with the present results; `published`: whether a later round is.
    """

    closed: bool = False
    late: bool = False
    until: int | None = None
    draft: int | None = None
    published: bool = False

    @property
    def keeps_result(self) -> bool:
        return self.closed or self.late


def correction_limits(pairing: Pairing) -> CorrectionLimits:
    section, number = pairing.round.section, pairing.round.number
    if number is None:
        return CorrectionLimits(pairing.round.status == RoundStatus.CLOSED)
    windowed = section.system.has("correction_rounds")
    later = list(section.rounds.filter(number__gt=number).order_by("number")) if windowed else []
    drafts = [row.number for row in later if row.status == RoundStatus.DRAFT]
    return CorrectionLimits(
        closed=pairing.round.status == RoundStatus.CLOSED,
        late=not changes_the_tournament(pairing),
        until=number + section.correction_rounds if windowed else None,
        draft=next(iter(drafts), None),
        published=len(drafts) < len(later),
    )


def results_without(old: Ruling, limits: CorrectionLimits) -> tuple[Result, ...]:
    """Return the results that the board may keep if the ruling is withdrawn, the proposed one first.

    Empty if no ruling from it on gave a result, or the board need not keep one.
    """
    game = old.game
    decided = game.rulings.filter(number__gte=old.number).exclude(result="").exists()
    if not limits.keeps_result or not game.result or not decided:
        return ()
    present = Result(game.result)
    if limits.late:
        return (present,)
    before = state_of(game).before_ruling(old.number)
    proposed = (before.state.result if before and present == old.result else None) or present
    return (proposed, *(result for result in Result if result is not proposed))


# The effect of a ruling on the standings, computed without saving.


@dataclass(frozen=True, slots=True)
class StandingChange:
    """One line of the table before and after; points in half-points."""

    registration: Registration
    points_before: int
    points_after: int
    rank_before: int
    rank_after: int  # 0 for expelled players, who are not ranked


def standings_effect(game: Game, remedy: Remedy, *, undone: Remedy | None = None) -> tuple[StandingChange, ...]:
    """Return the lines that the remedy changes, in the order of the new standings; empty for a game without a board.

    `undone`: the preceding reversal; the board then keeps the reversal's result, unless the remedy sets one.
    """
    pairing = Pairing.objects.select_related("round__section").filter(game=game).first()
    if pairing is None or (remedy.result is None and not remedy.effects and undone is None):
        return ()
    section = pairing.round.section
    boards = load_boards(section)
    excluded = _excluded(pairing, remedy)
    present = pairing.result if undone is None else undone.result.value if undone.result else ""
    result = remedy.result.value if remedy.result else present
    changed = [_with_points(_changed(board, pairing, result, excluded), pairing, remedy) for board in boards]
    if changed == boards and not excluded:
        return ()
    registrations = list(section.registrations.select_related("player").order_by("number"))
    registrations_after = [_as_excluded(row) if row.pk in excluded else row for row in registrations]
    before, after = _ranked(section, registrations, boards), _ranked(section, registrations_after, changed)
    by_id = {registration.pk: registration for registration in registrations}
    lines = [
        StandingChange(by_id[key], before[key].points, row.points, before[key].rank, row.rank)
        for key, row in after.items()
        if key in before
    ]
    return tuple(
        line for line in lines if (line.points_before, line.rank_before) != (line.points_after, line.rank_after)
    )


def _excluded(pairing: Pairing, remedy: Remedy) -> set[int | None]:
    return {
        pairing.white_id if effect.side is Side.WHITE else pairing.black_id
        for effect in remedy.effects
        if isinstance(effect, Exclude)
    }


def _as_excluded(registration: Registration) -> Registration:
    excluded = copy(registration)
    excluded.status = RegistrationStatus.EXCLUDED
    return excluded


def _changed(board: Board, pairing: Pairing, result: str, excluded: set[int | None]) -> Board:
    if board.id == pairing.pk:
        return replace(board, result=result)
    if board.result or board.black is None or board.game is None or not excluded & {board.white, board.black}:
        return board
    lost = Result.BLACK_FORFEIT_WIN if board.white in excluded else Result.WHITE_FORFEIT_WIN
    return replace(board, result=lost.value)


def _with_points(board: Board, pairing: Pairing, remedy: Remedy) -> Board:
    if board.id != pairing.pk:
        return board
    for effect in remedy.effects:
        if isinstance(effect, ChangePoints) and effect.side is Side.WHITE:
            board = replace(board, white_change=(board.white_change or 0) + effect.half_points)
        elif isinstance(effect, ChangePoints):
            board = replace(board, black_change=(board.black_change or 0) + effect.half_points)
    return board


def _ranked(section: Section, registrations: list[Registration], boards: list[Board]) -> dict[int, RankedRow]:
    rows, expelled = placed(computed(section, registrations, boards), registrations)
    return {line.registration.pk: line.row for line in (*rows, *expelled)}
