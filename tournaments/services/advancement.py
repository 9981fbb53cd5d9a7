"""Corrections of a knockout result after the next stage was paired from it.

The correction may change who advances.  If their next match has not begun, it is set up again in the same transaction,
after a restore point; once it has begun, the tournament keeps the result, and the correction counts for ratings only.
"""

from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q, QuerySet

from games.services.results import annul
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.pairing import knockout
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tournaments.activity import happened
from tournaments.kinds import KNOCKOUT_REPLANNED
from tournaments.messages import say
from tournaments.models.match import Match
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.matches import KnockoutBracket, MatchView, bracket, match_view
from tournaments.services.boards import open_board
from tournaments.services.matches import game_of
from tournaments.services.rollback.restore_points import remove_round, take_restore_point
from tournaments.services.shared import as_organiser, lock_section


@dataclass(frozen=True, slots=True)
class ReplannedMatch:
    """The effect of a correction on later stages.

    The later `matches` are set up again; or the whole `stage` is removed, because the match is level again.
    """

    pairing: Pairing
    matches: tuple[Match, ...] = ()
    stage: Round | None = None


def lock_for_correction(pairing: Pairing) -> None:
    """Lock the section of a knockout before the game, because its next stage may be set up again."""
    if pairing.match_id is not None and pairing.round.section.system.by_stage:
        lock_section(pairing.round.section_id)


def plan_correction(pairing: Pairing, result: str) -> ReplannedMatch | None:
    """Return the effect on later stages of correcting this board to `result`; None if there is none.

    Raises: Conflict ("next_stage_begun") if the next stage can no longer be changed.
    """
    section = pairing.round.section
    if not section.system.by_stage or pairing.match is None:
        return None
    view = match_view(pairing.match)
    was, will = view.winner, _corrected(view, pairing, result).winner
    later = section.rounds.filter(number__gt=pairing.round.number or 0).order_by("number")
    if was == will or was is None or not later.exists():
        return None
    if will is None:
        if later.count() > 1 or _begun(later[0].pairings.all()) or _awarded(later[0].matches.all()):
            raise _too_late()
        return ReplannedMatch(pairing, stage=later[0])
    both = [number for number in (view.match.first_id, view.match.second_id) if number is not None]
    touched = Match.objects.filter(round__in=later).filter(Q(first__in=both) | Q(second__in=both))
    if touched.exclude(round=later[0]).exists() or _awarded(touched):
        raise _too_late()
    if _begun(Pairing.objects.filter(match__in=touched)):
        raise _too_late()
    return ReplannedMatch(pairing, tuple(touched.select_related("round").order_by("number")))


def _corrected(view: MatchView, pairing: Pairing, result: str) -> MatchView:
    """Return the match with the other result; nothing is saved."""
    changed = []
    for game in view.games:
        if game.pk == pairing.pk:
            game = copy(game)
            game.result = result
        changed.append(game)
    return replace(view, games=tuple(changed))


def _begun(boards: QuerySet[Pairing]) -> bool:
    waiting = Q(result="") & (Q(game__isnull=True) | Q(game__phase=GamePhase.PENDING))
    return boards.exclude(waiting).exists()


def _awarded(matches: QuerySet[Match]) -> bool:
    return matches.filter(winner__isnull=False).exists()


def _too_late() -> Conflict:
    return Conflict(say("next_stage_begun"))


def before_correction(pairing: Pairing, result: str, *, actor: Actor, now: datetime) -> ReplannedMatch | None:
    """Return `plan_correction`, after a restore point if anything has to be set up again."""
    redo = plan_correction(pairing, result)
    if redo is not None:
        section = pairing.round.section
        take_restore_point(
            section, actor=actor, now=now, before="correction", round_number=pairing.round.number
        )
    return redo


def after_correction(redo: ReplannedMatch | None, *, actor: Actor, now: datetime) -> None:
    """Set up later matches again after a corrected result.  The caller has locked the section."""
    if redo is None:
        return
    section = redo.pairing.round.section
    if redo.stage is not None:
        _open_again(redo.pairing.round)
        number = redo.stage.number
        remove_round(redo.stage, actor=actor, now=now)
        after: dict[str, object] = {"round": number, "removed": True}
    else:
        _set_up_anew(redo.matches, section, bracket(section), actor=actor, now=now)
        after = {
            "round": redo.matches[0].round.number if redo.matches else None,
            "matches": [match.number for match in redo.matches],
        }
    happened(KNOCKOUT_REPLANNED, redo.pairing, actor=actor, now=now, after=after)


def _open_again(row: Round) -> None:
    """Reopen the round: one of its matches is level again and continues with tie-break games."""
    if row.status == RoundStatus.CLOSED:
        row.status, row.closed_at = RoundStatus.PLAYING, None
        row.save(update_fields=["status", "closed_at"])


def _set_up_anew(
    matches: tuple[Match, ...], section: Section, so_far: KnockoutBracket, *, actor: Actor, now: datetime
) -> None:
    """Set up the matches again with the right players; annul open games and open new ones."""
    places = {match.pk: (match, list(match.games.order_by("leg"))) for match in matches}
    row = matches[0].round
    # Delete all before creating any: a player may move from one match to another.
    Pairing.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=places).delete()
    registrations = {seed: registration for registration, seed in so_far.seeds.items()}
    drawn = lot_of(so_far)
    for match, boards in places.values():
        for board in boards:
            if board.game_id is not None:
                annul(
                    actor=as_organiser(actor), now=now, game_id=board.game_id, reason="another player goes on"
                )
        number, tie = _tie_of(match, so_far)
        white_first = knockout.colour_of_higher(tie, number, drawn) is Side.WHITE
        higher, lower = registrations[tie.higher], registrations[tie.lower or 0]
        new = Match.objects.create(
            round=row,
            number=match.number,
            first_id=higher if white_first else lower,
            second_id=lower if white_first else higher,
            for_third=match.for_third,
        )
        for board in boards:
            pairing = game_of(new, board.leg, board=board.board, like=board)
            pairing.save()
            if row.status != RoundStatus.DRAFT:
                open_board(pairing, section, actor=actor, now=now)


def _tie_of(match: Match, so_far: KnockoutBracket) -> tuple[int, knockout.Tie]:
    """Return the stage of a match, from 1, and its players by the results of the stage before."""
    index = next(
        index for index, stage in enumerate(so_far.stages) if any(tie.match.pk == match.pk for tie in stage)
    )
    ties = knockout.next_stage(so_far.decided(so_far.stages[index - 1]), third_place=match.for_third)
    return index + 1, next(tie for tie in ties if tie.place == match.number)


def lot_of(so_far: KnockoutBracket) -> Side:
    """Return the lot of the first stage, derived from its colours."""
    view = next(view for view in so_far.stages[0] if view.match.second_id is not None)
    tie = so_far.tie(view.match)
    side = Side.WHITE if so_far.seeds[view.match.first_id] == tie.higher else Side.BLACK
    return knockout.colour_of_higher(tie, 1, side)


__all__ = [
    "ReplannedMatch",
    "after_correction",
    "before_correction",
    "lock_for_correction",
    "lot_of",
    "plan_correction",
]
