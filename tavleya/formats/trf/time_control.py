"""The time control of a TRF: encoded (222), or parsed from free text (122)."""

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
    """Return the control of 222, else of 122; None if neither is readable.

    Also None if White and Black have different times, because a section has one control for both.
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


def header_time_control(tournament: TrfTournament) -> Header | None:
    """Return the first line with a time control."""
    return next((header for header in tournament.of(Header, "222", "122") if header.text.strip()), None)


def encoded(spelling: str) -> str:
    """Return `40/6000+30:900+30`; empty for a control with a delay, which 222 cannot express."""
    try:
        control = parse_control(spelling) if spelling else None
    except BadInput:
        return ""
    if control is None or any(
        period.bonus.kind in (BonusKind.DELAY, BonusKind.BRONSTEIN) for period in control.periods
    ):
        return ""
    return seconds_text(control)
