"""Score sheets as separate records, their comparison, and their use by arbiters (tavreli 8)."""

import re
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from games import hooks
from games.messages import say
from games.models.game import Game
from games.models.sheet import ScoreSheet
from games.services.record import lock_game
from games.states import state_of
from tavleya.actors import Actor, Standing
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.permissions import Action, allowed, require
from tavleya.record.merging import Merge, merge
from tavleya.record.phase import GamePhase
from tavleya.record.sheets import Keeper, read_sheet

LONGEST = 20_000  # characters of one sheet
_SHA256 = re.compile(r"[0-9a-f]{64}")


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
    """Enter a score sheet, or a later version of it, as it is written, without checking its moves.

    Players write their own while the game is not over; then it belongs to the organiser (8.3).  `expected`: the
    version that the writer saw last (0: none).
    Raises: NotPermitted ("not_your_sheet"); Conflict ("stale_sheet", "sheet_handed_in"); BadInput ("empty_sheet",
    "sheet_too_long", "bad_file_hash").
    """
    game = lock_game(game_id)
    may_write(hooks.standing_of(actor, game), game, keeper)
    if not text.strip() and not file_sha256:
        raise BadInput(say("empty_sheet"))
    if len(text) > LONGEST:
        raise BadInput(say("sheet_too_long", longest=LONGEST))
    if file_sha256 and not _SHA256.fullmatch(file_sha256):
        raise BadInput(say("bad_file_hash"))
    last = game.sheets.filter(keeper=keeper.value).aggregate(last=Max("version"))["last"] or 0
    if expected is not None and expected != last:
        raise Conflict(say("stale_sheet"), version=last)
    return ScoreSheet.objects.create(
        game=game,
        keeper=keeper.value,
        version=last + 1,
        language=language,
        text=text,
        file_name=file_name[:200],
        file_sha256=file_sha256,
        user_id=actor.user_id,
        actor=actor.key,
        at=now,
    )


def sheets_for(*, actor: Actor, game: Game) -> tuple[ScoreSheet, ...]:
    """Return the newest version of every sheet that the actor may read.

    Arbiters read all of them at any time (8.2); players their own; the public those of a finished public game.
    """
    standing = hooks.standing_of(actor, game)
    newest: dict[str, ScoreSheet] = {
        sheet.keeper: sheet for sheet in game.sheets.order_by("version").select_related("game")
    }
    if allowed(standing, Action.READ_SHEETS):
        return tuple(newest.values())
    if GamePhase(game.phase) is GamePhase.FINISHED and hooks.visible_to(actor, game):
        return tuple(sheet for sheet in newest.values() if sheet.keeper != Keeper.ARBITER)
    own = {side.value for side in standing.sides}
    return tuple(sheet for sheet in newest.values() if sheet.keeper in own)


def compare_sheets(*, actor: Actor, game: Game) -> Merge:
    """Return the newest sheets side by side, for an arbiter."""
    require(hooks.standing_of(actor, game), Action.READ_SHEETS)
    state = state_of(game)
    sheets = [
        read_sheet(game.game, Keeper(sheet.keeper), sheet.text, sheet.language)
        for sheet in sheets_for(actor=actor, game=game)
        if sheet.text.strip()
    ]
    return merge(state.rules, state.line.start, sheets)


def may_write(standing: Standing, game: Game, keeper: Keeper) -> None:
    """Check who may write the sheet.

    Raises: NotPermitted ("not_your_sheet"); Conflict ("sheet_handed_in") for a player after the end of the game (8.3).
    """
    require(standing, Action.WRITE_SHEET)
    if allowed(standing, Action.SEE_DESK):  # staff, for either side and for the arbiter's own sheet
        return
    if keeper is Keeper.ARBITER or keeper.value not in {side.value for side in standing.sides}:
        raise NotPermitted(say("not_your_sheet"))
    if GamePhase(game.phase) in (GamePhase.FINISHED, GamePhase.ANNULLED):
        raise Conflict(say("sheet_handed_in"))
