"""Score sheets as records of their own, put side by side, and what an arbiter makes of them (tavreli 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.actors import Actor, Standing
from common.errors import BadInput, Conflict, NotPermitted
from common.messages import N_, Message
from common.permissions import Action, allowed, require
from games import hooks
from games.models import Depth, Game, ScoreSheet
from games.record import acts
from games.record.entries import Draft, Kind
from games.record.merging import Merge, merge
from games.record.phase import Phase
from games.record.sheets import Keeper, read_sheet
from games.record.state import State
from games.rules.contract import Line
from games.services.record import actor_key, append, check_expected, lock_game
from games.states import state_of

LONGEST = 20_000  # characters of one sheet
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ARTICLES = {"tavreli": "tavreli:8.5", "chess": "chess:8.5"}


@transaction.atomic
def write_sheet(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    keeper: Keeper,
    text: str = "",
    language: str = "",
    file_name: str = "",
    file_sha256: str = "",
    expected: int | None = None,
) -> ScoreSheet:
    """Enter a score sheet, or a later version of it, as it is written: nothing in it is checked here.

    A player writes his own while the game is not over; then it belongs to the organiser (8.3).  `expected`: the version
    that the writer saw last (0: none).  Raises NotPermitted `not_your_sheet`; Conflict `stale_sheet`,
    `sheet_handed_in`; BadInput `empty_sheet`, `sheet_too_long`, `bad_file_hash`.
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    _may_write(standing, game, keeper)
    if not text.strip() and not file_sha256:
        raise BadInput(Message("empty_sheet", N_("There is nothing on this sheet.")))
    if len(text) > LONGEST:
        raise BadInput(
            Message("sheet_too_long", N_("A sheet has %(longest)s characters at most."), {"longest": LONGEST})
        )
    if file_sha256 and not _SHA256.fullmatch(file_sha256):
        raise BadInput(Message("bad_file_hash", N_("This is not the SHA-256 of a file.")))
    last = game.sheets.filter(keeper=keeper.value).aggregate(last=Max("version"))["last"] or 0
    if expected is not None and expected != last:
        raise Conflict(
            Message("stale_sheet", N_("There is a later version of this sheet: look again.")), version=last
        )
    return ScoreSheet.objects.create(
        game=game,
        keeper=keeper.value,
        version=last + 1,
        language=language,
        text=text,
        file_name=file_name[:200],
        file_sha256=file_sha256,
        user_id=actor.user_id,
        actor=actor_key(actor),
        at=now,
    )


def sheets_for(*, actor: Actor, game: Game) -> tuple[ScoreSheet, ...]:
    """The newest version of every sheet that the actor may read.

    Arbiters read all of them at any time (8.2); a player his own; everybody those of a game that is over and public.
    """
    standing = hooks.standing_of(actor, game)
    newest: dict[str, ScoreSheet] = {
        sheet.keeper: sheet for sheet in game.sheets.order_by("version").select_related("game")
    }
    if allowed(standing, Action.READ_SHEETS):
        return tuple(newest.values())
    if Phase(game.phase) is Phase.FINISHED and hooks.visible_to(actor, game):
        return tuple(sheet for sheet in newest.values() if sheet.keeper != Keeper.ARBITER)
    own = {side.value for side in standing.sides}
    return tuple(sheet for sheet in newest.values() if sheet.keeper in own)


def compare_sheets(*, actor: Actor, game: Game, board: str = "") -> Merge:
    """The newest sheets side by side, for an arbiter.  `board`: the text of the position that really stands (8.5)."""
    require(hooks.standing_of(actor, game), Action.READ_SHEETS)
    state = state_of(game)
    sheets = [
        read_sheet(game.game, Keeper(sheet.keeper), sheet.text, sheet.language)
        for sheet in sheets_for(actor=actor, game=game)
        if sheet.text.strip()
    ]
    position = state.rules.position(board) if board else None
    return merge(state.rules, state.line.start, sheets, position)


@transaction.atomic
def enter_reconstruction(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    moves: Sequence[str],
    reason: str,
    expected: int | None = None,
    request: str = "",
) -> Game:
    """Enter the reconstructed moves of the whole game into the record, with the arbiter's reason (8.5).

    Where they part from moves typed in earlier, those are struck out and stay.  Moves that were followed live are not
    overruled here: that takes a ruling.  Raises BadInput `reason_missing`, `bad_ply`; Conflict `stop_the_clocks`,
    `record_differs`, `nothing_to_enter`.
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RECONSTRUCT)
    check_expected(game, expected)
    if not reason.strip():
        raise BadInput(Message("reason_missing", N_("Say what the moves were reconstructed from.")))
    state = state_of(game)
    if state.phase is Phase.PLAYING and state.clock is not None:
        raise Conflict(
            Message("stop_the_clocks", N_("The clocks are stopped while the sheets are completed."))
        )
    canonical = _canonical(state, moves)
    kept = _common(state, canonical)
    if kept == state.ply and kept == len(canonical):
        raise Conflict(Message("nothing_to_enter", N_("The record has exactly these moves.")))
    drafts = [_decision(game, kept, len(canonical), reason)]
    if kept < state.ply:
        if game.depth == Depth.LIVE:
            raise Conflict(
                Message(
                    "record_differs",
                    N_("The moves followed at the board say otherwise from ply %(ply)s on."),
                    {"ply": kept + 1},
                ),
                ply=kept + 1,
            )
        drafts.append(Draft(Kind.RESTORATION, data={"ply": kept, "set": {}}))
    if game.depth == Depth.RESULT:
        game.depth = Depth.SHEETS
        game.save(update_fields=["depth"])
    state = append(game, state, drafts, actor=actor, now=now, request=request)
    append(game, state, acts.sheet(state, canonical[kept:]), actor=actor, now=now, request=request)
    return game


def _may_write(standing: Standing, game: Game, keeper: Keeper) -> None:
    require(standing, Action.WRITE_SHEET)
    if allowed(standing, Action.SEE_DESK):  # staff, for either side and for the arbiter's own sheet
        return
    if keeper is Keeper.ARBITER or keeper.value not in {side.value for side in standing.sides}:
        raise NotPermitted(Message("not_your_sheet", N_("This is not your score sheet.")))
    if Phase(game.phase) in (Phase.FINISHED, Phase.ANNULLED):
        raise Conflict(
            Message("sheet_handed_in", N_("The game is over, and its sheets are the organiser's."))
        )


def _canonical(state: State, moves: Sequence[str]) -> tuple[str, ...]:
    """The moves from the start of the game in canonical text; a move that stands as irregular counts as it is."""
    played, line = state.line.plies, Line(state.line.start)
    for index, text in enumerate(moves):
        if index < len(played) and played[index].irregular and text == played[index].text:
            line = line.add(played[index])
        else:
            line, _ = acts.written_ply(state, line, text)
    return tuple(ply.text for ply in line.plies)


def _common(state: State, moves: Sequence[str]) -> int:
    count = 0
    for ply, text in zip(state.line.plies, moves, strict=False):
        if ply.text != text:
            break
        count += 1
    return count


def _decision(game: Game, kept: int, length: int, reason: str) -> Draft:
    newest = {sheet.keeper: sheet for sheet in game.sheets.order_by("version").select_related("game")}
    sheets = [
        {"keeper": sheet.keeper, "version": sheet.version, "sha256": sheet.sha256}
        for sheet in newest.values()
    ]
    data = {
        "decides": "score_sheets",
        "outcome": "reconstructed",
        "article": _ARTICLES.get(game.game, ""),
        "reason": reason,
        "from": kept + 1,
        "plies": length,
        "sheets": sheets,
    }
    return Draft(Kind.DECISION, data=data)
