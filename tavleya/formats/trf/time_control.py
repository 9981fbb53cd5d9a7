"""The time control of a TRF: encoded (222), or in free words (122) where they can be read."""

from __future__ import annotations

from tavleya.clocks.controls import (
    BonusKind,
    TimeControl,
    parse_control,
    seconds_text,
    sides_from_seconds_text,
)
from tavleya.errors import BadInput
from tavleya.formats.trf.records import Header
from tavleya.formats.trf.tournament import TrfTournament


def control_of(tournament: TrfTournament) -> TimeControl | None:
    """What the file says in 222, else in 122; None where it says nothing that can be read.

    None too where White and Black have times of their own: a section has one control for both.
    """
    encoded = tournament.header("222").strip()
    if encoded:
        try:
            white, black = sides_from_seconds_text(encoded)
        except BadInput:
            pass
        else:
            return white if white == black else None
    words = tournament.header("122").strip()
    try:
        return parse_control(words) if words else None
    except BadInput:
        return None


def said(tournament: TrfTournament) -> Header | None:
    """The first line that speaks of a time control."""
    return next((one for one in tournament.of(Header, "222", "122") if one.text.strip()), None)


def encoded(spelling: str) -> str:
    """`40/6000+30:900+30`; empty for a control with a delay, which 222 has no letters for."""
    try:
        control = parse_control(spelling) if spelling else None
    except BadInput:
        return ""
    if control is None or any(
        one.bonus.kind in (BonusKind.DELAY, BonusKind.BRONSTEIN) for one in control.periods
    ):
        return ""
    return seconds_text(control)
