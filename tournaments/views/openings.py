"""A drawn opening in words and as a picture."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tavleya.rules.pictures import board_svg
from tavleya.rules.registry import opening_table, spec_of
from tavleya.rules.spec import Opening
from tournaments.models.match import OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class DrawnOpening:
    """`moves` as on a score sheet, or the pieces with other squares; `url` is the page of the draw."""

    code: str
    moves: str
    url: str

    @property
    def words(self) -> str:
        return f"{self.code}: {self.moves}"


def heading(game: str) -> str:
    """Return the heading of the draw's pages in this game."""
    return gettext("Drawn start positions") if spec_of(game).start_varies else gettext("Drawn openings")


def picture(line: Opening, game: str) -> SafeString:
    """Return the position from which the players continue."""
    svg = board_svg(
        dict(line.line().position.figures()),
        game=spec_of(game).game,
        title=gettext("Opening %(code)s") % {"code": line.code},
        id_prefix=f"line-{line.code.lower()}-",
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


def drawn_opening(pairing: Pairing, section: Section | None = None) -> DrawnOpening | None:
    """Return the drawn opening of a board of `section`, else its round's; None if there is no draw."""
    if not pairing.opening:
        return None
    section = section or pairing.round.section
    lots: OpeningDraw | None = getattr(section, "opening_draw", None)
    if lots is None:
        return None
    url = reverse("openings", args=[section.event.slug, section.slug])
    words = opening_table(lots.table).opening(pairing.opening).words
    return DrawnOpening(pairing.opening, words, f"{url}#draw-{pairing.drawn}")
