"""Apply a remedy: append its entries and save the ruling, in the caller's transaction."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from arbiter.kinds import RULING_APPLIED, RULING_GIVEN
from arbiter.models.ruling import Ruling
from games.models.game import Game
from games.services.record import append
from tavleya.actors import Actor
from tavleya.law.remedies import Remedy
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.state import State
from tavleya.sides import Side
from tournaments.activity import Fact, write_lines
from tournaments.announcements import staff_changed
from tournaments.models.pairing import Pairing


def apply_remedy(
    game: Game,
    state: State,
    remedy: Remedy,
    *,
    outcome: Ruling.Outcome | None = None,
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
        outcome=outcome or Ruling.Outcome(remedy.outcome.value),
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
    public_from = now + timedelta(minutes=game.broadcast_delay)
    for_programs = Fact(board, after={"ruling": ruling.pk}, due=public_from)
    lines = [(RULING_APPLIED, for_programs), (RULING_GIVEN, Fact(board))]
    write_lines(lines, event=event, actor=actor, now=now)
