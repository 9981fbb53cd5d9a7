"""Matches of several games: their terms, and how they are seated in a round."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from games.services.results import annul
from tavleya.actors import Actor
from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput, Conflict
from tavleya.pairing import knockout
from tavleya.pairing.micromatches import colour_of_first
from tavleya.pairing.options import MOST_GAMES
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tavleya.sides import Side
from tournaments.activity import happened
from tournaments.kinds import KNOCKOUT_REPLANNED, MATCH_TERMS
from tournaments.messages import say
from tournaments.models.pairing import MOST_TIEBREAK_GAMES, Match, MatchScore, MatchTerms, OpeningDraw, Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.match_centre import KnockoutBracket, MatchView, bracket, match_view
from tournaments.services.broadcast import open_board
from tournaments.services.restore_points import remove_round, take_restore_point
from tournaments.services.shared import as_organiser, lock_section, lock_section_for, require_unpaired


@transaction.atomic
def set_match_terms(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    games: int = 2,
    score: MatchScore | str = MatchScore.GAMES,
    third_place: bool = False,
    tiebreak_games: int = 2,
    tiebreak_control: str = "",
) -> MatchTerms:
    """Set matches of `games` games in a section that is not paired.

    `score`: whether games count one by one or the match as one result.  For a knockout: whether there is a match for
    the third place, and the number of games that continue a level match.
    Raises: BadInput ("bad_match_terms" and the codes of time controls); Conflict ("already_paired").
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    require_unpaired(section)
    if not section.system.match_terms:
        raise BadInput(say("bad_match_terms.system"), field="games")
    if isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise BadInput(say("bad_match_terms.games", most=MOST_GAMES), field="games")
    if score not in MatchScore.values:
        raise BadInput(say("bad_match_terms.counting"), field="score")
    if isinstance(tiebreak_games, bool) or not 1 <= tiebreak_games <= MOST_TIEBREAK_GAMES:
        raise BadInput(say("bad_match_terms.added", most=MOST_TIEBREAK_GAMES), field="tiebreak_games")
    after = {
        "games": games,
        "score": str(score),
        "third_place": third_place,
        "tiebreak_games": tiebreak_games,
        "tiebreak_control": read_control(tiebreak_control, field="tiebreak_control"),
    }
    terms, _ = MatchTerms.objects.update_or_create(section=section, defaults=after)
    happened(MATCH_TERMS, section, actor=actor, now=now, after=after)
    return terms


@transaction.atomic
def clear_match_terms(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Remove the match terms: opponents meet for single games.

    Raises: Conflict ("already_paired", "draw_is_bound").
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id)
    require_unpaired(section)
    if OpeningDraw.objects.filter(section=section).exists():
        raise Conflict(say("draw_is_bound"))
    removed, _ = MatchTerms.objects.filter(section=section).delete()
    if removed:
        happened(MATCH_TERMS, section, actor=actor, now=now, after={})


def read_control(text: str, *, field: str = "control") -> str:
    """Return a time control in its canonical form; empty for the section's.  Raises: BadInput at `field`."""
    if not text.strip():
        return ""
    try:
        return parse_control(text).text()
    except BadInput as error:
        raise BadInput(error.message, **{**error.detail, "field": field}) from None


@dataclass(frozen=True, slots=True)
class Seats:
    """A board or match to create: ids of entries.  Without `second`, `first` advances without play."""

    round: Round
    number: int
    first: int
    second: int | None
    for_third: bool = False


def terms_of(section: Section) -> MatchTerms | None:
    return MatchTerms.objects.filter(section=section).first()


def keep_system_terms(section: Section) -> None:
    """Update the match terms from the options of a system that sets its number of games.

    The caller changes the section, which is not paired.  Raises: Conflict ("draw_is_bound") if openings will be drawn
    by existing terms.
    """
    if section.system.match_terms:
        return
    if section.games_of_a_match > 1:
        score = MatchScore.MATCH if section.counts_matches else MatchScore.GAMES
        terms = {"games": section.games_of_a_match, "score": score}
        MatchTerms.objects.update_or_create(section=section, defaults=terms)
    elif MatchTerms.objects.filter(section=section).exists():
        if OpeningDraw.objects.filter(section=section).exists():
            raise Conflict(say("draw_is_bound"))
        MatchTerms.objects.filter(section=section).delete()


def seat(section: Section, seats: Iterable[Seats]) -> int:
    """Create the boards of draft rounds: one for each of `seats`, or the games of each if matches are played.

    Returns the number of boards.  The caller has locked the section and checked the actor.
    """
    terms = terms_of(section)
    seats = list(seats)
    if terms is None:
        boards = [
            Pairing(round=pair.round, board=pair.number, white_id=pair.first, black_id=pair.second) for pair in seats
        ]
    else:
        matches = Match.objects.bulk_create(
            Match(
                round=pair.round,
                number=pair.number,
                first_id=pair.first,
                second_id=pair.second,
                for_third=pair.for_third,
            )
            for pair in seats
        )
        boards = [
            game
            for match in matches
            if match.second_id is not None
            for game in _games(match, terms.games, section.first_board - 1)
        ]
    Pairing.objects.bulk_create(boards)
    return len(boards)


def _games(match: Match, games: int, before_first: int) -> list[Pairing]:
    """Return the games of a match, at consecutive boards."""
    before = before_first + (match.number - 1) * games
    return [game_of(match, leg, board=before + leg) for leg in range(1, games + 1)]


def game_of(match: Match, leg: int, *, board: int, like: Pairing | None = None) -> Pairing:
    """Return an unsaved game of a match, with the start position of `like`."""
    assert match.second_id is not None
    seats = (match.first_id, match.second_id)
    white, black = seats if colour_of_first(leg) is Side.WHITE else seats[::-1]
    return Pairing(
        round=match.round,
        board=board,
        white_id=white,
        black_id=black,
        match=match,
        leg=leg,
        start_position=like.start_position if like else "",
        opening=like.opening if like else "",
        drawn=like.drawn if like else None,
    )


# Corrections of a knockout result after the next stage was paired from it.
#
# The correction may change who advances. If their next match has not begun, it is set up again in the same
# transaction, after a restore point; once it has begun, the tournament keeps the result, and the correction
# counts for ratings only.


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
    old_winner, new_winner = view.winner, _corrected(view, pairing, result).winner
    later = section.rounds.filter(number__gt=pairing.round.number or 0).order_by("number")
    if old_winner == new_winner or old_winner is None or not later.exists():
        return None
    if new_winner is None:
        if later.count() > 1 or _begun(later[0].pairings.all()) or _awarded(later[0].matches.all()):
            raise _too_late()
        return ReplannedMatch(pairing, stage=later[0])
    players = [key for key in (view.match.first_id, view.match.second_id) if key is not None]
    affected = Match.objects.filter(round__in=later).filter(Q(first__in=players) | Q(second__in=players))
    if affected.exclude(round=later[0]).exists() or _awarded(affected):
        raise _too_late()
    if _begun(Pairing.objects.filter(match__in=affected)):
        raise _too_late()
    return ReplannedMatch(pairing, tuple(affected.select_related("round").order_by("number")))


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
        take_restore_point(section, actor=actor, now=now, before="correction", round_number=pairing.round.number)
    return redo


def after_correction(redo: ReplannedMatch | None, *, actor: Actor, now: datetime) -> None:
    """Set up later matches again after a corrected result.  The caller has locked the section."""
    if redo is None:
        return
    section = redo.pairing.round.section
    if redo.stage is not None:
        _reopen(redo.pairing.round)
        number = redo.stage.number
        remove_round(redo.stage, actor=actor, now=now)
        after: dict[str, object] = {"round": number, "removed": True}
    else:
        _set_up_again(redo.matches, section, bracket(section), actor=actor, now=now)
        after = {
            "round": redo.matches[0].round.number if redo.matches else None,
            "matches": [match.number for match in redo.matches],
        }
    happened(KNOCKOUT_REPLANNED, redo.pairing, actor=actor, now=now, after=after)


def _reopen(row: Round) -> None:
    """Reopen the round: one of its matches is level again and continues with tie-break games."""
    if row.status == RoundStatus.CLOSED:
        row.status, row.closed_at = RoundStatus.PLAYING, None
        row.save(update_fields=["status", "closed_at"])


def _set_up_again(
    matches: tuple[Match, ...], section: Section, so_far: KnockoutBracket, *, actor: Actor, now: datetime
) -> None:
    """Set up the matches again with the right players; annul open games and open new ones."""
    places = {match.pk: (match, list(match.games.order_by("leg"))) for match in matches}
    row = matches[0].round
    # Delete all before creating any: a player may move from one match to another.
    Pairing.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=places).delete()
    registrations = {seed: key for key, seed in so_far.seeds.items()}
    drawn = lot_of(so_far)
    for match, boards in places.values():
        for board in boards:
            if board.game_id is not None:
                annul(actor=as_organiser(actor), now=now, game_id=board.game_id, reason="another player goes on")
        stage, tie = _tie_of(match, so_far)
        white_first = knockout.colour_of_higher(tie, stage, drawn) is Side.WHITE
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
    index = next(index for index, stage in enumerate(so_far.stages) if any(view.match.pk == match.pk for view in stage))
    ties = knockout.next_stage(so_far.decided(so_far.stages[index - 1]), third_place=match.for_third)
    return index + 1, next(tie for tie in ties if tie.place == match.number)


def lot_of(so_far: KnockoutBracket) -> Side:
    """Return the lot of the first stage, derived from its colours."""
    view = next(view for view in so_far.stages[0] if view.match.second_id is not None)
    tie = so_far.tie(view.match)
    side = Side.WHITE if so_far.seeds[view.match.first_id] == tie.higher else Side.BLACK
    return knockout.colour_of_higher(tie, 1, side)
