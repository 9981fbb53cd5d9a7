"""Undoing the last round of a section that is paired round by round."""

from datetime import datetime

from django.db import transaction

from games.services.results import annul
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tournaments.access import require
from tournaments.activity import happened, tables_changed
from tournaments.kinds import ROUND_UNDONE, ROUND_UNPUBLISHED
from tournaments.messages import say
from tournaments.models.round import Round, RoundStatus
from tournaments.models.swiss import RestorePoint
from tournaments.services.rollback.restore_points import remove_round, require_undoable, take_restore_point
from tournaments.services.shared import as_organiser, lock_round_with_section, lock_section


@transaction.atomic
def undo_last_round(
    *, actor: Actor, now: datetime, section_id: int, number: int, confirmed: bool = False, reason: str = ""
) -> RestorePoint:
    """Take the last round back as if it had not been paired; returns the point that brings it back.

    A draft, or a round in which nothing has happened yet, is removed at once.  The games are annulled; their records
    stay.
    Raises: Conflict ("round_has_results") until `confirmed` with a reason, if a game has begun or there is a result;
    BadInput ("reason_missing").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    require_undoable(section)
    row = section.rounds.select_for_update(of=("self",)).order_by("-number").first()
    if row is None or row.number != number:
        raise Conflict(say("not_the_last_round", number=number))
    begun = row.pairings.exclude(result="") | row.pairings.filter(
        game__phase__in=[GamePhase.PLAYING, GamePhase.PAUSED, GamePhase.ADJOURNED, GamePhase.FINISHED]
    )
    boards = sorted(set(begun.values_list("board", flat=True)))
    require_confirmed(boards, confirmed=confirmed, reason=reason)
    point = take_restore_point(section, actor=actor, now=now, before="undo", round_number=number)
    before = {"round": number, "status": row.status, "boards": row.pairings.count()}
    subject_status = row.status
    annulled = remove_round(row, actor=actor, now=now)
    if number == 1:
        section.first_colour = "" if subject_status == RoundStatus.DRAFT else section.first_colour
        section.save(update_fields=["first_colour"])
    if subject_status != RoundStatus.DRAFT:
        tables_changed([section.pk])
    after = {"games_annulled": annulled, "reason": reason.strip(), "restore_point": point.pk}
    happened(ROUND_UNDONE, section, actor=actor, now=now, before=before, after=after)
    return point


def require_confirmed(boards: list[int], *, confirmed: bool, reason: str) -> None:
    """Require a confirmation with a reason if any of `boards` has begun or has a result.

    Raises: Conflict ("round_has_results"); BadInput ("reason_missing").
    """
    if boards and not confirmed:
        raise Conflict(say("round_has_results", boards=", ".join(map(str, boards))), boards=boards)
    if boards and not reason.strip():
        raise BadInput(say("reason_missing.undoing_round"), field="reason")


# A round that was published too early, or by mistake, becomes a draft again.


@transaction.atomic
def unpublish_round(*, actor: Actor, now: datetime, round_id: int, confirmed: bool = False, reason: str = "") -> Round:
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
