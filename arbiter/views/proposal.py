"""The ruling on an illegal move as proposed by the console, and as changed by the arbiter."""

from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbiter.selectors.regimes import is_followed
from arbiter.services.illegal_moves import preview_illegal_move
from arbiter.views.rulings import TimeChange, time_changes
from clocks.labels import side_name
from clocks.readings import parse_reading
from games.models.game import Game
from games.states import state_of
from games.views.ledger import result_shown
from tavleya.actors import Actor
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import DomainError
from tavleya.law.draughts_violations import KIND as VIOLATION
from tavleya.law.illegal_acts import MOVE_KIND
from tavleya.law.illegal_moves import REASON, first_irregular
from tavleya.law.library import each
from tavleya.law.remedies import Remedy
from tavleya.law.terms import Regime
from tavleya.record.state import State
from tavleya.rules.pictures import board_svg
from tavleya.rules.registry import spec_of
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class RulingProposal:
    """The effects of a ruling now, or `why_not`: the reason there is nothing to rule on.

    `opens`: the kind of ruling and its name, if it asks a question first (draughts: the opponent decides).
    """

    why_not: str = ""
    offender: str = ""
    move: str = ""
    sentences: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    clocks: tuple[TimeChange, ...] = ()
    result: str = ""
    before: str = ""
    opens: tuple[str, str] | None = None


def proposal(actor: Actor, now: datetime, game: Game, laws: Regime) -> RulingProposal | None:
    """Return the proposal; None without a call or illegal move, or for a record without moves."""
    if not is_followed(game):
        return None
    state = state_of(game)
    called = any(call.reason == REASON for call in state.calls)
    if state.over or not (called or first_irregular(state, laws)):
        return None
    if laws.game not in MOVE_KIND.games:
        return RulingProposal(opens=(VIOLATION.key, VIOLATION.name.render(gettext)))
    try:
        remedy = preview_illegal_move(actor=actor, now=now, game=game)
    except DomainError as problem:
        return RulingProposal(why_not=problem.message.render(gettext))
    ply = first_irregular(state, laws)
    assert ply is not None
    assert remedy.offender is not None
    return RulingProposal(
        offender=side_name(remedy.offender),
        move=ply.text,
        sentences=tuple(message.render(gettext) for message in remedy.grounds),
        articles=each(remedy.article, remedy.penalty_article),
        clocks=tuple(_clocks(remedy)),
        result=result_shown(remedy.result) if remedy.result else "",
        before=_picture(game, state, ply.number - 1, ply.text),
    )


def _clocks(remedy: Remedy) -> list[TimeChange]:
    if remedy.clock is None:
        return []
    before = {side.value: ms for side, ms in remedy.clock.before.items()}
    return time_changes(before, {side.value: ms for side, ms in remedy.clock.after.items()})


def _picture(game: Game, state: State, ply: int, move: str) -> SafeString:
    """Return the restored position, with an arrow for the move that was made from it."""
    name, touched = game.game, spec_of(game.game).grid.find(move)
    svg = board_svg(
        state.line.positions[ply].figures(),
        game=name,
        title=gettext("The position before the illegal move"),
        arrows=[(touched[0], touched[-1])] if len(touched) > 1 else (),
        defs=False,
        id_prefix="before-",
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


def chosen_clocks(form_data: QueryDict) -> dict[Side, int] | None:
    """Return the readings that the arbiter entered instead of the proposed ones; None if both are unchanged.

    An unchanged text means the proposed reading to the millisecond.
    Raises: BadInput.
    """
    chosen, proposed = {}, {}
    for side in Side:
        typed, was = form_data.get(f"clock_{side}", "").strip(), form_data.get(f"proposed_{side}", "")
        if not typed or not was.isdecimal():
            return None
        proposed[side] = int(was)
        chosen[side] = proposed[side] if typed == clock_text(proposed[side]) else parse_reading(typed)
    return None if chosen == proposed else chosen
