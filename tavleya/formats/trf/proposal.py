"""Proposal of a section from a TRF, for the user who imports it."""

from collections.abc import Callable
from dataclasses import dataclass

from tavleya.formats.slugs import suggest_slug
from tavleya.formats.trf.matches import matches_in
from tavleya.formats.trf.time_control import control_of
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.languages import DEFAULT
from tavleya.rules.registry import SPECS


@dataclass(frozen=True, slots=True)
class SectionProposal:
    """Values of a new section; `format` is the system named by the encoded type or its text."""

    name: str
    slug: str
    game: str
    format: str
    rounds: int
    control: str
    players: int
    teams: int
    rounds_recorded: int


#: Return the system of a report's type, if any, from its text in upper case and whether teams play.
ToldBy = Callable[[str, bool], str]


def propose_section(tournament: TrfTournament, told_by: ToldBy) -> SectionProposal:
    """Return the section of the file; `told_by` finds systems by their own words."""
    name = tournament.name.strip()[:120]
    control = control_of(tournament)
    recorded = tournament.rounds_recorded
    return SectionProposal(
        name,
        suggest_slug({DEFAULT: name}),
        _game(tournament),
        format_of(tournament, told_by),
        max(tournament.rounds_planned or 0, recorded, 1),
        control.text() if control is not None else "",
        len(tournament.players),
        len(tournament.teams),
        recorded,
    )


def _game(tournament: TrfTournament) -> str:
    """Return the game named in the header or comments, else the game that FIDE rates.

    The format has no field for it.
    """
    texts = (tournament.name, tournament.header("092"), *tournament.comments)
    text = " ".join(texts).lower()
    words = {word: spec.game for spec in SPECS.values() for word in spec.report_words if word in text}
    if words:
        return words[max(words, key=len)]  # the longest: "international draughts" also contains "draughts"
    return next(spec.game for spec in SPECS.values() if spec.fide_rated)


def format_of(tournament: TrfTournament, told_by: ToldBy) -> str:
    """Return the key of the system by the encoded type (192), else by the type's text; `free` if unknown."""
    system = (tournament.system or tournament.header("092")).upper().replace("-", "").replace(" ", "")
    if tournament.teams and tournament.round_robin:
        met = all(matches_in(tournament, at) for at in range(1, tournament.rounds_recorded + 1))
        return "teams" if met else "free"
    if named := told_by(system, bool(tournament.teams)):
        return named
    if tournament.teams:
        return "free"
    if tournament.round_robin:
        return "double_round_robin" if "DOUBLE" in system else "round_robin"
    return "free" if "CUSTOM" in system or "KNOCK" in system else "swiss"
