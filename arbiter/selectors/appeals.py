"""Appeals: lists, disputed games and committee seats."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from arbiter.messages import say
from arbiter.models import Appeal, CommitteeMember
from games.models.game import Game
from tavleya.errors import Conflict
from tournaments.hooks import Dispute
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

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
    replayed = dict(Game.objects.filter(replaces__in=[game for game, _ in rows]).values_list("replaces", "pk"))
    return [Dispute(_seated(game) if game in replayed else game, suspended=suspended) for game, suspended in rows]


def _seated(game: int) -> int:
    """Return the game now at the board: the replay, if this one was annulled."""
    return board_of(Game.objects.get(pk=game)).game_id or game


class PanelSeat(StrEnum):
    """The relation of a committee member to one appeal."""

    PANEL = "panel"
    FREE = "free"
    PLAYS = "plays"
    RULED = "ruled"
    FILED = "filed"


@dataclass(frozen=True, slots=True)
class PanelCandidate:
    member: CommitteeMember
    seat: PanelSeat


def seats_for(appeal: Appeal) -> list[PanelCandidate]:
    """Return the current committee and panel members, each with the reason they may not decide this appeal."""
    panel = set(appeal.panel.values_list("pk", flat=True))
    barred = barred_from(appeal)
    members = CommitteeMember.objects.filter(event=appeal.event_id).select_related("user")
    return [
        PanelCandidate(member, _seat(member, appeal, barred, panel))
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
        later = Game.objects.filter(replaces=game).first()
        if later is None:
            raise Conflict(say("no_board"))
        return board_of(later)
    return pairing


def barred_from(appeal: Appeal) -> frozenset[int | None]:
    """Return the users barred from the panel: both players, the arbiter who ruled, the user who filed."""
    board = board_of(appeal.ruling.game)
    players = (board.white.player.user_id, board.black.player.user_id if board.black else None)
    return frozenset({*players, appeal.ruling.arbiter_id, appeal.filed_by_id} - {None})
