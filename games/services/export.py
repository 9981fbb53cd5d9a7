"""Giving out the whole record of one game."""

from collections.abc import Iterator

from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.records import entries_of
from games.texts import with_texts
from tavleya.actors import Actor
from tavleya.permissions import Action, require
from tavleya.record.ndjson import SheetLine, write


def export_record(*, actor: Actor, game: Game) -> Iterator[str]:
    """Return the lines of the game's record with all versions of its score sheets and all rulings
    (`tavleya.record.ndjson`).

    For officers, because it contains statements of players to the arbiter.  Raises: NotPermitted.
    """
    require(hooks.standing_of(actor, game), Action.EXPORT_RECORD)
    entries = with_texts(game, entries_of(game))
    sheets = [
        SheetLine(
            keeper=sheet.keeper,
            version=sheet.version,
            language=sheet.language,
            text=sheet.text,
            file_name=sheet.file_name,
            file_sha256=sheet.file_sha256,
            actor=sheet.actor,
            at=milliseconds(sheet.at),
        )
        for sheet in game.sheets.order_by("keeper", "version")
    ]
    return write(str(game.key), game.tracking, entries, sheets, hooks.rulings_of(game))
