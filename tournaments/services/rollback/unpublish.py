"""A round that was published too early, or by mistake, becomes a draft again."""

from datetime import datetime

from django.db import transaction

from games.services.results import annul
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tavleya.record.phase import GamePhase
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import ROUND_UNPUBLISHED
from tournaments.messages import say
from tournaments.models.round import Round, RoundStatus
from tournaments.services.rollback.last_round import require_confirmed
from tournaments.services.shared import as_organiser, lock_round_with_section


@transaction.atomic
def unpublish_round(
    *, actor: Actor, now: datetime, round_id: int, confirmed: bool = False, reason: str = ""
) -> Round:
    """Make the last public round of a section a draft again.

    Its games are annulled; their records stay.  Boards made from line-ups are set again at publication.  If rounds
    depend on results, only a round in which nothing has happened can be unpublished.
    Raises: Conflict ("round_has_results" if a game has begun or there is a result, until `confirmed` with a reason;
    "undo_instead", "round_status", "not_the_last_round"); BadInput ("reason_missing").
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PAIR_ROUND)
    if section.system.by_stage:
        raise Conflict(say("undo_instead"))
    if row.status == RoundStatus.DRAFT:
        raise Conflict(say("round_status.draft"))
    later = section.rounds.filter(number__gt=row.number or 0).exclude(status=RoundStatus.DRAFT)
    if later.exists():
        raise Conflict(say("not_the_last_round", number=row.number))
    begun = row.pairings.filter(game__isnull=False).exclude(result="", game__phase=GamePhase.PENDING)
    boards = sorted(begun.values_list("board", flat=True))
    if boards and section.system.from_results:
        raise Conflict(say("undo_instead"))
    require_confirmed(boards, confirmed=confirmed, reason=reason)
    before = {"round": row.number, "status": row.status}
    annulled = _without_games(row, actor, now)
    row.status, row.published_at, row.closed_at = RoundStatus.DRAFT, None, None
    row.save(update_fields=["status", "published_at", "closed_at"])
    happened(
        ROUND_UNPUBLISHED,
        row,
        actor=actor,
        now=now,
        before=before,
        after={"games_annulled": annulled, "reason": reason.strip()},
    )
    return row


def _without_games(row: Round, actor: Actor, now: datetime) -> int:
    open_games = list(
        row.pairings.filter(game__isnull=False)
        .exclude(game__phase=GamePhase.ANNULLED)
        .order_by("game_id")
        .values_list("game_id", flat=True)
    )
    if row.section.system.line_ups:
        row.pairings.all().delete()
    else:
        row.pairings.update(game=None, result="")
    for game_id in open_games:
        annul(actor=as_organiser(actor), now=now, game_id=game_id, reason="round undone")
    return len(open_games)
