"""Results entered by officers, their correction, and score sheets typed in."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games import hooks
from games.messages import say
from games.models.game import Game, TrackingLevel
from games.services.record import append, check_expected, keep, lock_game, write_entries
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.results import FACTS, Result


@transaction.atomic
def record_result(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    result: Result | str,
    termination: str = "",
    article: str = "",
    reason: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
    cause: hooks.Cause | None = None,
) -> Game:
    """Enter a board's result.  Raises: Conflict ("already_finished") if it has one (then correct it)."""
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.ENTER_RESULT)
    check_expected(game, expected)
    value, state = Result(result), state_of(game)
    manner = termination or _default_termination(value)
    drafts = commands.enter_result(state, value, termination=manner, article=article, reason=reason)
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key, cause=cause)
    return game


@transaction.atomic
def correct_result(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    result: Result | str,
    reason: str,
    expected: int | None = None,
    idempotency_key: str = "",
    cause: hooks.Cause | None = None,
) -> Game:
    """Correct a result by a new entry; the record keeps the old one.  Raises: Conflict ("no_result_yet")."""
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.CORRECT_RESULT)
    check_expected(game, expected)
    state = state_of(game)
    drafts = commands.correct_result(state, Result(result), termination="corrected", reason=reason)
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key, cause=cause)
    return game


@transaction.atomic
def withdraw_result(
    *, actor: Actor, now: datetime, game_id: int, reason: str = "", cause: hooks.Cause | None = None
) -> Game:
    """Withdraw a result entered by mistake; the record keeps it.

    Users may withdraw the results that they entered; changing others' is a correction.
    Raises: Conflict ("no_result_yet", "followed_live").
    """
    game = _game_to_retype(actor, game_id)
    state = state_of(game)
    append(game, state, commands.withdraw_result(state, reason=reason), actor=actor, now=now, cause=cause)
    return game


@transaction.atomic
def retype_result(
    *, actor: Actor, now: datetime, game_id: int, result: Result | str, cause: hooks.Cause | None = None
) -> Game:
    """Replace a result entered by mistake; permissions and conditions are those of `withdraw_result`."""
    game = _game_to_retype(actor, game_id)
    state, value = state_of(game), Result(result)
    withdrawn, state = write_entries(state, commands.withdraw_result(state, reason=""), actor, now)
    drafts = commands.enter_result(state, value, termination=_default_termination(value), article="", reason="")
    entered, state = write_entries(state, drafts, actor, now)
    # Together: the result changes once.
    keep(game, [*withdrawn, *entered], state, actor=actor, now=now, cause=cause)
    return game


def _game_to_retype(actor: Actor, game_id: int) -> Game:
    game = lock_game(game_id)
    own = _entered_by(game) == actor.user_id is not None
    require(hooks.standing_of(actor, game), Action.ENTER_RESULT if own else Action.CORRECT_RESULT)
    if game.tracking == TrackingLevel.LIVE:
        raise Conflict(say("followed_live"))
    return game


def _default_termination(result: Result) -> str:
    return "reported" if FACTS[result].played else "forfeit"


def _entered_by(game: Game) -> int | None:
    """Return the user who entered the current result; None if it was corrected, or set automatically."""
    kinds = [EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT]
    last = game.entries.filter(kind__in=kinds).order_by("-seq").values_list("kind", "user_id").first()
    return last[1] if last is not None and last[0] == EntryKind.RESULT else None


@transaction.atomic
def import_moves(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    moves: Sequence[str],
    result: Result | str | None = None,
    termination: str = "",
    idempotency_key: str = "",
) -> Game:
    """Enter the moves of a score sheet, checked one by one, and the result if one is given.

    The game's tracking changes from results only to score sheets.  A last move that ends the game sets its result; a
    different result given with it is the players' or the arbiter's, and has priority.
    Raises: BadInput ("bad_ply").
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.IMPORT_GAMES)
    state = state_of(game)
    value = Result(result) if result else None
    manner = termination or ("forfeit" if value and not FACTS[value].played else "score_sheet")
    drafts = commands.sheet(state, tuple(moves), value, manner)
    if drafts:
        if moves and game.tracking == TrackingLevel.RESULT:
            game.tracking = TrackingLevel.SHEETS
            game.save(update_fields=["tracking"])
        append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


@transaction.atomic
def annul(*, actor: Actor, now: datetime, game_id: int, reason: str, article: str = "") -> Game:
    """Annul a game: it has no result, and a new one is played (tavreli 7.1)."""
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    data = {"reason": reason, "article": article}
    append(game, state_of(game), [EntryDraft(EntryKind.ANNULMENT, data=data)], actor=actor, now=now)
    return game
