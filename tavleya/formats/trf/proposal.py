"""What section a TRF asks for, as a proposal to whoever brings it in."""

from __future__ import annotations

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
    """Values of a new section; `format` is the system that the encoded type or its words name."""

    name: str
    slug: str
    game: str
    format: str
    rounds: int
    control: str
    players: int
    teams: int
    rounds_recorded: int


#: The system that the type of a report names, if any: its words in upper case, and whether teams play.
ToldBy = Callable[[str, bool], str]


def propose_section(tournament: TrfTournament, told_by: ToldBy) -> SectionProposal:
    """What the file asks for; `told_by` knows the systems that have a word of their own."""
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
    """The game that the header names in words, for the format has no field for it; else the one that FIDE rates."""
    texts = (tournament.name, tournament.header("092"), *tournament.comments)
    said = " ".join(texts).lower()
    words = {word: spec.game for spec in SPECS.values() for word in spec.report_words if word in said}
    if words:
        return words[max(words, key=len)]  # the nearest: "international draughts" is also "draughts"
    return next(spec.game for spec in SPECS.values() if spec.fide_rated)


def format_of(tournament: TrfTournament, told_by: ToldBy) -> str:
    """The key of the system that the encoded type (192) names, else the type in words; `free` where none is known."""
    said = (tournament.system or tournament.header("092")).upper().replace("-", "").replace(" ", "")
    if tournament.teams and tournament.round_robin:
        met = all(matches_in(tournament, at) for at in range(1, tournament.rounds_recorded + 1))
        return "teams" if met else "free"
    if named := told_by(said, bool(tournament.teams)):
        return named
    if tournament.teams:
        return "free"
    if tournament.round_robin:
        return "double_round_robin" if "DOUBLE" in said else "round_robin"
    return "free" if "CUSTOM" in said or "KNOCK" in said else "swiss"
