"""A drawn opening in words and as a picture."""

from __future__ import annotations

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
    """`moves` as a score sheet has them, or the men that are set elsewhere; `url` is where the draw is shown."""

    code: str
    moves: str
    url: str

    @property
    def words(self) -> str:
        return f"{self.code}: {self.moves}"


def heading(game: str) -> str:
    """What is drawn in this game, as the pages of the draw are headed."""
    if spec_of(game).start_varies:
        return gettext("Drawn start positions")
    return gettext("Drawn openings")


def picture(line: Opening, game: str) -> SafeString:
    """The position that the players go on from."""
    svg = board_svg(
        dict(line.line().position.figures()),
        game=spec_of(game).game,
        title=gettext("Opening %(code)s") % {"code": line.code},
        id_prefix=f"line-{line.code.lower()}-",
        translate=gettext,
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


def drawn_opening(pairing: Pairing, section: Section | None = None) -> DrawnOpening | None:
    """What was drawn for a board of `section`, else its round's; None where nothing was."""
    if not pairing.opening:
        return None
    section = section or pairing.round.section
    lots: OpeningDraw | None = getattr(section, "opening_draw", None)
    if lots is None:
        return None
    url = reverse("openings", args=[section.event.slug, section.slug])
    words = opening_table(lots.table).opening(pairing.opening).words
    return DrawnOpening(pairing.opening, words, f"{url}#draw-{pairing.drawn}")
