"""Rulings at a board: previewed, applied in one transaction, never edited, undone by new entries."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from arbiter.models.ruling import Ruling
from arbiter.selectors.regimes import is_followed, regime_of
from arbiter.selectors.rulings import StandingChange, standings_effect
from arbiter.services.illegal_moves import lock_section_of, prepare_correction_of, refuse_late_correction_of
from arbiter.services.rulings import (
    apply_effects,
    apply_remedy,
    lock_for_effects,
    next_number,
    tagged,
    write_ruling,
)
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import check_expected, lock_game
from games.services.sheets import Picture, hand_in
from games.states import state_of
from tavleya.actors import Actor
from tavleya.law.facts import read as read_facts
from tavleya.law.kinds import decide, ruling_kind
from tavleya.law.remedies import Remedy
from tavleya.permissions import Action, require
from tavleya.record.merging import Keeper
from tavleya.record.state import State
from tournaments.services.matches import after_correction


class Preview:
    """The effects of a ruling: `remedy` has the entries, the clocks before and after, and the result.

    `standings` are the changed lines of the section's table.
    """

    __slots__ = ("remedy", "standings")

    def __init__(self, remedy: Remedy, standings: tuple[StandingChange, ...]) -> None:
        self.remedy, self.standings = remedy, standings


def preview(*, actor: Actor, now: datetime, game: Game, kind: str, facts: Mapping[str, object]) -> Preview:
    """Return the effects of `rule` now, without saving. Raises: the errors of `rule`."""
    require(hooks.standing_of(actor, game), Action.RULE)
    remedy = remedy_of(game, state_of(game), kind, facts, now)
    refuse_late_correction_of(game, remedy)
    tags = tagged(remedy.drafts, next_number(game))
    return Preview(replace(remedy, drafts=tags), standings_effect(game, remedy))


@transaction.atomic
def rule(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    kind: str,
    facts: Mapping[str, object],
    expected: int | None = None,
    advice: bool = False,
    note: str = "",
    photos: Sequence[Picture] = (),
    idempotency_key: str = "",
) -> Ruling:
    """Decide a question at a board and apply the remedy to record, clock, result and event.

    `kind` and its `facts` are those of `tavleya.law.kinds.KINDS`. `expected` is the entry that the arbiter's page
    showed. `advice`: the ruling is recorded without effect. `photos` are evidence: they are stored with the arbiter's
    sheet, and the ruling refers to them.
    Raises: Conflict ("stale" if the game has changed, "ruling_too_late" and "next_stage_begun" if later rounds depend
    on the result to change); the errors of `hand_in`.
    """
    game = _locked(actor, now, game_id, kind, facts, advice=advice)
    check_expected(game, expected)
    state = state_of(game)
    remedy = remedy_of(game, state, kind, facts, now)
    redo = None if advice else prepare_correction_of(game, remedy, actor=actor, now=now)
    remedy = _with_photos(game, remedy, photos, actor=actor, now=now)
    if advice:
        return _advice(game, state, remedy, actor=actor, now=now, note=note)
    ruling = apply_remedy(game, state, remedy, actor=actor, now=now, note=note, idempotency_key=idempotency_key)
    apply_effects(ruling, remedy.effects, actor=actor, now=now)
    after_correction(redo, actor=actor, now=now)
    return ruling


def _with_photos(game: Game, remedy: Remedy, photos: Sequence[Picture], *, actor: Actor, now: datetime) -> Remedy:
    """Store the photographs and add their numbers to the facts of the ruling."""
    if not photos:
        return remedy
    before = game.sheet_photos.filter(keeper=Keeper.ARBITER.value).count()
    hand_in(actor=actor, now=now, game_id=game.pk, keeper=Keeper.ARBITER, photos=photos)
    numbers = [before + place for place in range(1, len(photos) + 1)]
    return replace(remedy, facts={**remedy.facts, "photos": numbers})


def remedy_of(game: Game, state: State, kind: str, facts: Mapping[str, object], now: datetime) -> Remedy:
    """Return the pure decision with the regime and the regulations of the game."""
    laws, live = regime_of(game), is_followed(game)
    value = read_facts(ruling_kind(kind).asked(laws, live=live), facts)
    return decide(kind, state, laws, max(milliseconds(now), state.at), value, live=live)


def _locked(actor: Actor, now: datetime, game_id: int, kind: str, facts: Mapping[str, object], *, advice: bool) -> Game:
    """Lock the game; if the ruling has effects beyond its board, lock event and sections first."""
    if ruling_kind(kind).wide and not advice:
        unlocked = Game.objects.filter(pk=game_id).first() or lock_game(game_id)
        require(hooks.standing_of(actor, unlocked), Action.RULE)
        effects = remedy_of(unlocked, state_of(unlocked), kind, facts, now).effects
        if not effects:
            lock_section_of(game_id)
        lock_for_effects(unlocked, effects)
        return lock_game(game_id)
    lock_section_of(game_id)
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    return game


def _advice(game: Game, state: State, remedy: Remedy, *, actor: Actor, now: datetime, note: str) -> Ruling:
    return write_ruling(
        game,
        remedy,
        number=next_number(game),
        outcome=Ruling.Outcome.ADVICE,
        first_seq=state.seq,
        last_seq=state.seq,
        actor=actor,
        now=now,
        note=note,
    )
