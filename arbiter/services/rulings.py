"""Apply a remedy: append its entries and save the ruling, in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from django.db import transaction

from arbiter.kinds import FINE_PAID, FINE_UNPAID, RULING_APPLIED, RULING_GIVEN
from arbiter.messages import say
from arbiter.models import Fine, Ruling
from games import hooks
from games.models.game import Game
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.law.remedies import ChangePoints, Effect, Exclude, ImposeFine, Remedy, ReplayGame, RulingOutcome, SitOut
from tavleya.messages import Message
from tavleya.permissions import Action, require
from tavleya.record.commands import result_draft
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.activity import Fact, happened, write_lines
from tournaments.adjusted import barred_from
from tournaments.announcements import staff_changed
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.services.exclusion import (
    adjust_points,
    boards_suspended_from,
    boards_to_come,
    boards_won_by_exclusion,
    exclude_registration,
    replay_board,
    rounds_to_miss,
    suspend_registration,
)
from tournaments.services.rounds import forfeit_of
from tournaments.services.shared import lock_event, lock_section

# Fines of rulings, marked as paid or unpaid (FIDE 12.9.7).


@transaction.atomic
def note_payment(*, actor: Actor, now: datetime, ruling_id: int, paid: bool = True) -> Fine:
    """Mark a fine as paid or unpaid.

    Raises: NotFound ("no_such_fine"); Conflict ("fine_not_owed" once its ruling is undone, "fine_noted_so").
    """
    fine = Fine.objects.select_related("ruling__game").filter(ruling=ruling_id).first()
    if fine is None:
        raise NotFound(say("no_such_fine"))
    require(hooks.standing_of(actor, fine.ruling.game), Action.RULE)
    lock_game(fine.ruling.game_id)
    fine.refresh_from_db()
    if not fine.ruling.stands:
        raise Conflict(say("fine_not_owed"))
    if (fine.paid_at is not None) is paid:
        raise Conflict(say("fine_noted_so"))
    fine.paid_at, fine.paid_to_id = (now, actor.user_id) if paid else (None, None)
    fine.save(update_fields=["paid_at", "paid_to"])
    board = Pairing.objects.select_related("round__section__event").filter(game=fine.ruling.game_id).first()
    if board is not None:
        happened(FINE_PAID if paid else FINE_UNPAID, board, actor=actor, now=now, after={"fine": str(fine)})
    return fine


def lock_state(actor: Actor, game_id: int, action: Action, expected: int | None = None) -> tuple[Game, State]:
    """Lock a game in which the actor may do `action`. Raises: Conflict ("stale" if it is no longer as `expected`)."""
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), action)
    check_expected(game, expected)
    return game, state_of(game)


def apply_remedy(
    game: Game,
    state: State,
    remedy: Remedy,
    *,
    actor: Actor,
    now: datetime,
    note: str = "",
    idempotency_key: str = "",
    supersedes: Ruling | None = None,
    part_of: Ruling | None = None,
    by_laws: bool = False,
) -> Ruling:
    """Append the remedy's entries to the locked game and save the ruling; the caller applies its other effects.

    `supersedes`: the ruling whose reversal has just been appended. `by_laws`: a player's claim, decided by the laws
    from the record, so that the ruling has no signature.
    """
    number = next_number(game)
    drafts = tagged(tuple(map(_by_laws, remedy.drafts)) if by_laws else remedy.drafts, number)
    after = append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return write_ruling(
        game,
        remedy,
        number=number,
        outcome=Ruling.Outcome(remedy.outcome.value),
        first_seq=state.seq + 1,
        last_seq=after.seq,
        actor=actor,
        now=now,
        note=note,
        supersedes=supersedes,
        part_of=part_of,
        by_laws=by_laws,
    )


def _by_laws(draft: EntryDraft) -> EntryDraft:
    if draft.kind not in (EntryKind.DECISION, EntryKind.ADJUSTMENT, EntryKind.RESULT):
        return draft
    return replace(draft, data=MappingProxyType({**draft.data, "by_laws": True}))


def next_number(game: Game) -> int:
    """Return the number of the next ruling. The lock on the game makes it unique."""
    return game.rulings.count() + 1


def tagged(drafts: tuple[EntryDraft, ...], number: int) -> tuple[EntryDraft, ...]:
    """Return the entries of ruling `number`: the first one has the number, so that the ruling can be undone."""
    first, *others = drafts
    return (replace(first, data=MappingProxyType({**first.data, "ruling": number})), *others)


def write_ruling(
    game: Game,
    remedy: Remedy,
    *,
    number: int,
    outcome: Ruling.Outcome,
    first_seq: int,
    last_seq: int,
    actor: Actor,
    now: datetime,
    note: str,
    supersedes: Ruling | None = None,
    part_of: Ruling | None = None,
    by_laws: bool = False,
) -> Ruling:
    ruling = Ruling.objects.create(
        game=game,
        number=number,
        kind=remedy.kind,
        outcome=outcome,
        regime=game.regime,
        article=remedy.article,
        penalty_article=remedy.penalty_article,
        offender=remedy.offender.value if remedy.offender else "",
        facts=dict(remedy.facts),
        grounds=[message.to_json() for message in remedy.grounds],
        clock_before=_readings(remedy.clock.before) if remedy.clock else None,
        clock_after=_readings(remedy.clock.after) if remedy.clock else None,
        result=remedy.result.value if remedy.result else "",
        note=note,
        first_seq=first_seq,
        last_seq=last_seq,
        arbiter_id=None if by_laws else actor.user_id,
        at=now,
        supersedes=supersedes,
        part_of=part_of,
    )
    _notify(game, ruling, actor, now)
    return ruling


def _readings(readings: Mapping[Side, int]) -> dict[str, int]:
    return {side.value: ms for side, ms in readings.items()}


def _notify(game: Game, ruling: Ruling, actor: Actor, now: datetime) -> None:
    """Notify the players at once, and webhooks when the state before the ruling is public."""
    board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
    if board is None:
        return
    event = board.round.section.event
    staff_changed(event.pk, "rulings")
    for_programs = Fact(board, after={"ruling": ruling.pk}, due=now + timedelta(minutes=game.broadcast_delay))
    lines = [(RULING_APPLIED, for_programs), (RULING_GIVEN, Fact(board))]
    write_lines(lines, event=event, actor=actor, now=now)


# Effects of a ruling outside its game's record: a new game, points, a fine, missed rounds, an exclusion.

_EXCLUDED = say("forfeited")


def lock_for_effects(game: Game, effects: Sequence[Effect]) -> None:
    """Lock event and sections before the game, in the common order of locks, if the effects need them."""
    if not effects:
        return
    pairing = seat_of(game)
    section = pairing.round.section
    if any(isinstance(effect, Exclude) for effect in effects):
        lock_event(section.event_id)
        player_ids = [registration.player_id for registration in (pairing.white, pairing.black) if registration]
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


def _forfeit(ruling: Ruling, board: Pairing, result: Result, message: Message, *, actor: Actor, now: datetime) -> None:
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
    data = {"result": result.value, "termination": "exclusion", "was": state.result.value, "article": article}
    return EntryDraft(EntryKind.CORRECTION, data=data)
