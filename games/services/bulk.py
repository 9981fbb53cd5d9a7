"""Results of many boards at once, as from a file: the entries are the same as with single results."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from games import hooks
from games.messages import say
from games.models.game import Game
from games.services.record import append_all
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import FACTS, Result
from tavleya.record.state import State

ADJOURNED = "adjourned"


@transaction.atomic
def record_results(
    *, actor: Actor, now: datetime, results: Mapping[int, Result | str], reason: str = ""
) -> list[Game]:
    """Enter the results of boards by the keys of their games; ADJOURNED for a game adjourned elsewhere.

    The number of queries does not grow with the boards.  The caller has checked the actor's permission.
    Raises: NotFound ("no_such_game"); Conflict ("already_finished") if one of them has a result.
    """
    rows = list(Game.objects.select_for_update().filter(pk__in=results).order_by("pk"))
    if len(rows) != len(results):
        raise NotFound(say("no_such_game"))
    had = {game.pk: (game.phase, game.result) for game in rows}
    states = [state_of(game) for game in rows]
    drafts = [decided(state, results[game.pk], reason) for game, state in zip(rows, states, strict=True)]
    append_all(list(zip(rows, states, drafts, strict=True)), actor=actor, now=now)
    if changed := [game for game in rows if had[game.pk] != (game.phase, game.result)]:
        hooks.result_changed(changed, actor, now, None)
    return rows


def decided(state: State, result: Result | str, reason: str) -> Sequence[EntryDraft]:
    """Return the entries for a result, or for an adjournment."""
    if result == ADJOURNED:
        return () if state.phase is GamePhase.ADJOURNED else (_adjourned(state, reason),)
    value = Result(result)
    manner = "reported" if FACTS[value].played else "forfeit"
    return commands.enter_result(state, value, termination=manner, article="", reason=reason)


def _adjourned(state: State, reason: str) -> EntryDraft:
    """Return an adjournment without its moves and envelope: the position is set up on resumption."""
    data = {"position": state.position.text(), "followed": False, "reason": reason}
    return EntryDraft(EntryKind.ADJOURNED, state.turn, state.ply + 1, data=MappingProxyType(data))
