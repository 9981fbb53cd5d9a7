"""Addresses of events and their parts: common prefixes of routes, and converters.

`desk/…` are addresses for officials.  The words after `desk/` and after an event are reserved
(`tavleya.formats.names`).
"""

from django.urls import register_converter
from django.urls.converters import StringConverter

EVENT = "events/<name:slug>/"
GAME = EVENT + "games/<int:game_id>/"
SECTION = EVENT + "<name:section_slug>/"

DESK_EVENT = "desk/<name:slug>/"
DESK_SECTION = DESK_EVENT + "<name:section_slug>/"
DESK_ROUND = DESK_SECTION + "<sheet:number>/"
DESK_BOARD = DESK_ROUND + "boards/<int:board>/"


class SlugConverter(StringConverter):
    """The slugs of events and sections (`tournaments.models.event.slug_form`)."""

    regex = "[a-z0-9]+(?:-[a-z0-9]+)*"


class FileFormConverter(StringConverter):
    regex = "pgn|pdn"


class PictureConverter(StringConverter):
    regex = "svg|png"


class ExportFormatConverter(StringConverter):
    """The other forms of a page."""

    regex = "csv|json|pdf"


class TableFileConverter(StringConverter):
    """A table of the desk as a file."""

    regex = "csv|xlsx"


class SecretConverter(StringConverter):
    """The secret of a player's link (`tournaments.services.players`)."""

    regex = "[A-Za-z0-9_-]{16,64}"


class SheetConverter:
    """A round by its number, or the sheet of games of a tournament without recorded rounds."""

    regex = "rounds/[1-9][0-9]{0,3}|games"

    def to_python(self, value: str) -> int | None:
        return None if value == "games" else int(value.removeprefix("rounds/"))

    def to_url(self, value: int | None) -> str:
        return "games" if value is None else f"rounds/{value}"


def register_converters() -> None:
    """Make the converters known to the `urls` modules of all apps."""
    register_converter(SlugConverter, "name")
    register_converter(FileFormConverter, "file_form")
    register_converter(PictureConverter, "picture")
    register_converter(ExportFormatConverter, "export")
    register_converter(TableFileConverter, "table_file")
    register_converter(SecretConverter, "secret")
    register_converter(SheetConverter, "sheet")
