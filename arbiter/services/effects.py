"""What a ruling does beyond the record of its game: a new game at the board, an exclusion from the event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arbiter.law.remedies import Effect, Exclude, Outcome, Remedy, Replay
from arbiter.models import Ruling
from arbiter.services.rulings import apply_remedy
from common.actors import Actor
from common.errors import Conflict
from common.messages import N_, Message
from common.sides import Side
from games.models import Game
from games.record.acts import result as result_draft
from games.record.entries import Draft, Kind
from games.record.phase import Phase
from games.record.results import Result
from games.record.state import State
from games.services.record import lock_game
from games.states import state_of
from tournaments.models import Entry, Pairing, Section
from tournaments.models.player import EntryStatus
from tournaments.services.exclusion import (
    boards_to_come,
    boards_won_by_exclusion,
    exclude_entry,
    replay_board,
)
from tournaments.services.forfeits import forfeit_of
from tournaments.services.shared import lock_event, lock_section


def lock_for_effects(game: Game, effects: Sequence[Effect]) -> None:
    """Lock event and sections before the game, in the one order of locks, where the effects need them."""
    if not effects:
        return
    pairing = seat_of(game)
    section = pairing.round.section
    if any(isinstance(one, Exclude) for one in effects):
        lock_event(section.event_id)
        player_ids = [entry.player_id for entry in (pairing.white, pairing.black) if entry]
        sections = Section.objects.filter(event=section.event_id, entries__player__in=player_ids)
        for pk in sorted(set(sections.values_list("pk", flat=True))):
            lock_section(pk)
        for pk in sorted({*_games_of(pairing, effects), game.pk}):
            lock_game(pk)
    else:
        lock_section(section.pk)


def apply_effects(ruling: Ruling, effects: Sequence[Effect], *, actor: Actor, now: datetime) -> None:
    """Carry the effects of a ruling out; what follows at other boards is rulings of their own, parts of this one."""
    for effect in effects:
        pairing = seat_of(ruling.game)
        if isinstance(effect, Replay):
            replay_board(pairing, ruling.game, actor=actor, now=now)
        else:
            _exclude(ruling, pairing, effect.side, actor=actor, now=now)


def seat_of(game: Game) -> Pairing:
    """The board of a game.  Raises Conflict `no_board`."""
    pairing = (
        Pairing.objects.select_related("round__section__event", "white__player", "black__player")
        .filter(game=game)
        .first()
    )
    if pairing is None:
        raise Conflict(Message("no_board", N_("This game is at no board of a round.")))
    return pairing


def entries_of(entry: Entry) -> list[Entry]:
    """The entries of the same player in every section of the event."""
    return list(
        Entry.objects.filter(player=entry.player_id).select_related("section__event").order_by("section_id")
    )


def entry_of(pairing: Pairing, side: Side) -> Entry:
    entry = pairing.white if side is Side.WHITE else pairing.black
    assert entry is not None  # a board with a game has two players
    return entry


def _games_of(pairing: Pairing, effects: Sequence[Effect]) -> list[int]:
    sides = [one.side for one in effects if isinstance(one, Exclude)]
    return [
        board.game_id
        for side in sides
        for entry in entries_of(entry_of(pairing, side))
        for board in (*boards_to_come(entry), *boards_won_by_exclusion(entry))
        if board.game_id is not None
    ]


def _exclude(ruling: Ruling, pairing: Pairing, side: Side, *, actor: Actor, now: datetime) -> None:
    for entry in entries_of(entry_of(pairing, side)):
        if entry.status == EntryStatus.EXCLUDED:
            continue
        exclude_entry(entry, actor=actor, now=now, reason=ruling.article)
        for board in boards_to_come(entry):
            result = forfeit_of(board)
            if result is not None and board.game_id != ruling.game_id:
                _forfeit(ruling, board, result, actor=actor, now=now)
        for board in boards_won_by_exclusion(entry):
            _forfeit(ruling, board, Result.BOTH_FORFEIT, actor=actor, now=now)


def _forfeit(ruling: Ruling, board: Pairing, result: Result, *, actor: Actor, now: datetime) -> None:
    assert board.game_id is not None
    game = lock_game(board.game_id)
    state = state_of(game)
    if state.result is result or state.phase is Phase.ANNULLED:
        return
    remedy = Remedy(
        kind="forfeited",
        article=ruling.article,
        penalty_article=ruling.penalty_article,
        offender=None,
        drafts=(_result(state, result, ruling.penalty_article),),
        grounds=(Message("forfeited", N_("Forfeited: the player is excluded from the event.")),),
        result=result,
        outcome=Outcome.APPLIED,
    )
    apply_remedy(game, state, remedy, actor=actor, now=now, part_of=ruling)


def _result(state: State, result: Result, article: str) -> Draft:
    """The forfeit as a result, or as the correction of one that stands: two who are both excluded do not meet."""
    if state.result is None:
        return result_draft(result, "exclusion", article=article)
    said = {"result": result.value, "termination": "exclusion", "was": state.result.value, "article": article}
    return Draft(Kind.CORRECTION, data=said)
