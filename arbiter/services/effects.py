"""Effects of a ruling outside its game's record: a new game, points, a fine, missed rounds, an exclusion."""

from collections.abc import Sequence
from datetime import datetime

from arbiter.messages import say
from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling
from arbiter.services.rulings import apply_remedy
from games.models.game import Game
from games.services.record import lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.law.remedies import (
    ChangePoints,
    Effect,
    Exclude,
    ImposeFine,
    Remedy,
    ReplayGame,
    RulingOutcome,
    SitOut,
)
from tavleya.messages import Message
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.adjusted import barred_from
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.services.exclusion import (
    boards_to_come,
    boards_won_by_exclusion,
    exclude_registration,
    replay_board,
)
from tournaments.services.forfeits import forfeit_of
from tournaments.services.penalties import (
    adjust_points,
    boards_suspended_from,
    rounds_to_miss,
    suspend_registration,
)
from tournaments.services.shared import lock_event, lock_section

_EXCLUDED = say("forfeited")


def lock_for_effects(game: Game, effects: Sequence[Effect]) -> None:
    """Lock event and sections before the game, in the common order of locks, if the effects need them."""
    if not effects:
        return
    pairing = seat_of(game)
    section = pairing.round.section
    if any(isinstance(effect, Exclude) for effect in effects):
        lock_event(section.event_id)
        player_ids = [
            registration.player_id for registration in (pairing.white, pairing.black) if registration
        ]
        sections = Section.objects.filter(event=section.event_id, registrations__player__in=player_ids)
        for pk in sorted(set(sections.values_list("pk", flat=True))):
            lock_section(pk)
    else:
        lock_section(section.pk)
    for pk in sorted({*_games_of(pairing, effects), game.pk}):
        lock_game(pk)


def apply_effects(ruling: Ruling, effects: Sequence[Effect], *, actor: Actor, now: datetime) -> None:
    """Apply the effects of a ruling. Effects at other boards are separate rulings, marked as parts of this one."""
    for effect in effects:
        pairing = seat_of(ruling.game)
        match effect:
            case ReplayGame():
                replay_board(pairing, ruling.game, actor=actor, now=now)
            case Exclude():
                _exclude(ruling, pairing, effect.side, actor=actor, now=now)
            case ChangePoints():
                adjust_points(
                    registration_of(pairing, effect.side),
                    game=ruling.game,
                    ruling=ruling.number,
                    half_points=effect.half_points,
                    article=ruling.penalty_article,
                    actor=actor,
                    now=now,
                )
            case SitOut():
                _suspend(ruling, pairing, effect, actor=actor, now=now)
            case ImposeFine():
                Fine.objects.create(ruling=ruling, amount=effect.amount, currency=effect.currency)


def seat_of(game: Game) -> Pairing:
    """Return the board of a game. Raises: Conflict ("no_board")."""
    pairing = (
        Pairing.objects.select_related("round__section__event", "white__player", "black__player")
        .filter(game=game)
        .first()
    )
    if pairing is None:
        raise Conflict(say("no_board"))
    return pairing


def registrations_of(registration: Registration) -> list[Registration]:
    """Return the registrations of the same player in all sections of the event."""
    return list(
        Registration.objects.filter(player=registration.player_id)
        .select_related("section__event")
        .order_by("section_id")
    )


def registration_of(pairing: Pairing, side: Side) -> Registration:
    registration = pairing.white if side is Side.WHITE else pairing.black
    assert registration is not None  # a board with a game has two players
    return registration


def _games_of(pairing: Pairing, effects: Sequence[Effect]) -> list[int]:
    boards = [
        board
        for effect in effects
        if isinstance(effect, Exclude)
        for registration in registrations_of(registration_of(pairing, effect.side))
        for board in (*boards_to_come(registration), *boards_won_by_exclusion(registration))
    ]
    boards += [
        board
        for effect in effects
        if isinstance(effect, SitOut)
        for board in boards_to_come(registration_of(pairing, effect.side))
    ]
    return [board.game_id for board in boards if board.game_id is not None]


def _suspend(ruling: Ruling, pairing: Pairing, effect: SitOut, *, actor: Actor, now: datetime) -> None:
    registration = registration_of(pairing, effect.side)
    numbers = rounds_to_miss(registration, pairing, effect.rounds)
    suspend_registration(
        registration,
        numbers,
        game=ruling.game,
        ruling=ruling.number,
        article=ruling.penalty_article,
        actor=actor,
        now=now,
    )
    for board in boards_suspended_from(registration, numbers):
        result = forfeit_of(board, barred_from(registration.section, board.round.number))
        if result is not None:
            _forfeit(ruling, board, result, say("forfeited_round"), actor=actor, now=now)


def _exclude(ruling: Ruling, pairing: Pairing, side: Side, *, actor: Actor, now: datetime) -> None:
    for registration in registrations_of(registration_of(pairing, side)):
        if registration.status == RegistrationStatus.EXCLUDED:
            continue
        exclude_registration(registration, actor=actor, now=now, reason=ruling.article)
        for board in boards_to_come(registration):
            result = forfeit_of(board, barred_from(board.round.section, board.round.number))
            if result is not None and board.game_id != ruling.game_id:
                _forfeit(ruling, board, result, _EXCLUDED, actor=actor, now=now)
        for board in boards_won_by_exclusion(registration):
            _forfeit(ruling, board, Result.BOTH_FORFEIT, _EXCLUDED, actor=actor, now=now)


def _forfeit(
    ruling: Ruling, board: Pairing, result: Result, message: Message, *, actor: Actor, now: datetime
) -> None:
    assert board.game_id is not None
    game = lock_game(board.game_id)
    state = state_of(game)
    if state.result is result or state.phase is GamePhase.ANNULLED:
        return
    remedy = Remedy(
        kind="forfeited",
        article=ruling.article,
        penalty_article=ruling.penalty_article,
        offender=None,
        drafts=(_result(state, result, ruling.penalty_article),),
        grounds=(message,),
        result=result,
        outcome=RulingOutcome.APPLIED,
    )
    apply_remedy(game, state, remedy, actor=actor, now=now, part_of=ruling)


def _result(state: State, result: Result, article: str) -> EntryDraft:
    """Return the forfeit as a result, or as a correction: two excluded players do not meet."""
    if state.result is None:
        return result_draft(result, "exclusion", article=article)
    log_data = {
        "result": result.value,
        "termination": "exclusion",
        "was": state.result.value,
        "article": article,
    }
    return EntryDraft(EntryKind.CORRECTION, data=log_data)
