"""The record of a tournament system, which all other code queries.

A record is data and pure functions, so that models can use it; the system's own pages are named by their dotted
path (`tournaments.views...`) and imported when they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from tavleya.messages import N_
from tavleya.pairing import options as simul
from tavleya.pairing.engines import Engine
from tavleya.pairing.options import FreeOptions, IsDataclass, SimulOptions, checked
from tavleya.pairing.schedules import PlayerSchedule, TeamSchedule

# Framework-independent form fields for the options of a system; the section form is built from them.
#
# Labels and helps are msgids. The default value is that of the options' dataclass.


@dataclass(frozen=True)
class IntegerOption:
    """A whole number."""

    name: str
    label: str
    least: int
    most: int
    help: str = ""


@dataclass(frozen=True)
class Points:
    """Points of a result, in half-points."""

    name: str
    label: str
    help: str = ""


@dataclass(frozen=True)
class Choice:
    """One of several values: text, number or boolean, each with its label."""

    name: str
    label: str
    choices: tuple[tuple[str | int | bool, str], ...]
    help: str = ""


OptionField = IntegerOption | Points | Choice


# A board as standings see it, without the database.


@dataclass(frozen=True, slots=True)
class Board:
    """The data of one pairing that standings need; `round` is 0 on a schedule sheet.

    `white_change`, `black_change`: half-points that penalties gave or took; `bounded`: both together have no more
    than the points of one game.
    For a game of a match: the match, its planned number of games, and whether it counts as one result.
    """

    id: int
    round: int
    board: int
    white: int
    black: int | None
    bye: str
    result: str
    game: int | None
    match: int | None = None
    games: int = 1
    as_one: bool = False
    white_change: int | None = None
    black_change: int | None = None
    bounded: bool = True


#: Keys of entries by starting number, boards of published rounds, options: the keys in the order of the table.
Ranking = Callable[[Sequence[int], Sequence[Board], Mapping[str, Any]], list[int]]


class PairingMode(Enum):
    """The way in which the rounds of a system are made, which decides the desk pages and services."""

    AT_ONCE = "at_once"  # all of them before the first, by a schedule
    BY_ROUND = "by_round"  # by an engine, each from earlier results
    BY_STAGE = "by_stage"  # each from the winners of the one before: a bracket
    AS_DISPLAY = "as_display"  # one sheet: one player against all others
    BY_HAND = "by_hand"  # by the organiser, or from a file of games


@dataclass(frozen=True)
class Method:
    """A pairing method, by the code that the round stores (`Round.system`).

    `with_edition`: whether its name is shown with the edition of the rules.  `explained`: whether there are pages
    that explain the pairs.
    """

    code: str
    label: str
    with_edition: bool = False
    explained: bool = False


@dataclass(frozen=True)
class Report:
    """The names of a system in a tournament report (TRF).

    `words` is its type (092), `code` the encoded type (192), by edition or by options if those decide; systems without
    a FIDE code are CUSTOM_.  `editions` are the codes by which an imported report names an edition, `reads` the
    options that its code names.  `signs` are words that identify the system in a report of another program.
    """

    words: str
    code: str = ""
    by_edition: Mapping[str, str] = field(default_factory=dict)
    editions: Mapping[str, str] = field(default_factory=dict)
    by_options: Callable[[Mapping[str, Any]], str] | None = None
    reads: Callable[[str], dict[str, Any]] | None = None
    signs: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionGroup:
    """The options of a system as the form of a section shows them, under a heading."""

    title: str
    help: str = ""
    fields: tuple[OptionField, ...] = ()
    #: Columns of the section that only this system has: of `edition`, `accelerated`, `correction_rounds`.
    settings: tuple[str, ...] = ()


@dataclass(frozen=True)
class System:
    """A tournament system.

    `key` is the value stored in `Section.format`, `label` its msgid; `summary` tells the organiser its use.
    Its picture is the symbol of that key in `static/img/systems.svg`.

    `teams`: the table is one of teams.  `line_ups`: captains name the players for each match, which has
    `options.boards` boards.  `by_game_points`: teams have no score but the points of their games.
    `cycles`: how often players meet each other in a round robin of players.
    `ranked`: whether there is a table; games that are shown side by side have no table.
    `open_ended`: a series of rounds whose number need not be planned.
    `match_terms`: whether the organiser may set matches of several games in the section (a Swiss has options for that).
    `regulated`: a federation has rules for it, so a section is run in the mode of its game (`GameSpec.mode`).

    `schedule` or `team_schedule` make the rounds of a system paired at once; `engines` pair round by round, by edition,
    the usual one first.  `variants`: by edition, rules that change more than the engine.

    `options` is the frozen dataclass of the organiser's settings in addition to the columns of the section.
    `tiebreaks` are the usual ones.  `points` gives half-points by outcome that follow from the section's own scoring
    and options.  `ranking` orders the table otherwise than by points.

    `standings_page`, `round_page`: views instead of the usual ones, called with the request, the frame of the section
    and the round.  `bye_help` explains the points of byes.
    """

    key: str
    label: str
    paired: PairingMode
    report: Report
    methods: tuple[Method, ...] = ()
    teams: bool = False
    line_ups: bool = False
    by_game_points: bool = False
    cycles: int = 0
    ranked: bool = True
    open_ended: bool = False
    match_terms: bool = False
    regulated: bool = False
    schedule: PlayerSchedule | None = None
    team_schedule: TeamSchedule | None = None
    engines: Mapping[str, Engine] = field(default_factory=dict)
    edition_labels: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, System] = field(default_factory=dict)
    options: type[IsDataclass] | None = None
    option_group: OptionGroup | None = None
    tiebreaks: tuple[str, ...] = ()
    points: Callable[[Mapping[str, int], Mapping[str, Any]], dict[str, int]] | None = None
    ranking: Ranking | None = None
    summary: str = ""
    standings_page: str = ""
    round_page: str = ""
    bye_help: str = ""

    @property
    def scheduled(self) -> bool:
        """Whether all the rounds are paired at once, before the first."""
        return self.paired is PairingMode.AT_ONCE

    @property
    def by_round(self) -> bool:
        """Whether an engine pairs each round from the results of earlier ones."""
        return self.paired is PairingMode.BY_ROUND

    @property
    def by_stage(self) -> bool:
        """Whether it is a bracket: only the winner of a match advances."""
        return self.paired is PairingMode.BY_STAGE

    @property
    def display(self) -> bool:
        """Whether one player gives a display against all others."""
        return self.paired is PairingMode.AS_DISPLAY

    @property
    def by_hand(self) -> bool:
        return self.paired is PairingMode.BY_HAND

    @property
    def from_results(self) -> bool:
        """Whether rounds depend on results: they can be undone and re-paired, and there are restore points."""
        return self.by_round or self.by_stage

    @property
    def predetermined(self) -> bool:
        """Whether all opponents are known from the start (C.07 15.2)."""
        return self.scheduled and not self.line_ups

    @property
    def closes_entries(self) -> bool:
        """Whether entries close with the first pairing, because all later rounds follow from it."""
        return self.predetermined or self.by_stage

    @property
    def needs_rounds(self) -> bool:
        """Whether the number of rounds has to be known before the first is paired."""
        return self.by_round and not self.open_ended

    @property
    def plays_matches(self) -> bool:
        """Whether opponents always meet for a match of several games."""
        return self.by_stage or any(engine.games > 1 for engine in self.engines.values())

    @property
    def pairs_players(self) -> bool:
        """Whether an engine pairs players, who are numbered by rating, come late and ask for byes; and not teams."""
        return self.by_round and not self.teams

    @property
    def reads_reports(self) -> bool:
        """Whether reports can contain its rounds: they have no lines for matches of several games."""
        return self.ranked and not self.plays_matches

    def games(self, options: Mapping[str, Any]) -> int:
        """Return the number of games between two opponents when they meet, by the system itself or by its options."""
        own = max((engine.games for engine in self.engines.values()), default=1)
        return own if own > 1 else int(options.get("match_games", 1))

    def may_accelerate(self, options: Mapping[str, Any]) -> bool:
        """Return whether these options allow an acceleration: virtual points are match points (C.04.7)."""
        return options.get("rank_by") != "GP"

    @property
    def replayed(self) -> bool:
        """Whether the rounds of a report can be re-paired from the report alone, which contains the options."""
        engines = self.engines.values()
        complete = self.report.reads is not None or not any(engine.takes_options for engine in engines)
        return self.by_round and self.ranked and complete and not any(engine.usual_points for engine in engines)

    def has(self, setting: str) -> bool:
        """Return whether this system uses that column of the section."""
        return self.option_group is not None and setting in self.option_group.settings

    def engine(self, edition: str) -> Engine:
        """Return the engine of the section's edition; the usual one if the edition is not of this system."""
        return self.engines.get(edition) or next(iter(self.engines.values()))

    def checked_options(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the complete options.  Raises: BadInput for unknown options."""
        return checked(self.options, values)

    def usual_points(self, scoring: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
        return self.points(scoring, options) if self.points is not None else {}

    def report_code(self, edition: str, options: Mapping[str, Any]) -> str:
        if self.report.by_options is not None:
            return self.report.by_options(options)
        return self.report.by_edition.get(edition, self.report.code)


# Sections without rules for rounds: paired by the organiser, or games shown side by side.

_CODES = {1: "FIDE_ROUNDROBIN", 2: "FIDE_DOUBLEROUNDROBIN"}


def _code(options: Mapping[str, Any]) -> str:
    return _CODES.get(options.get("meetings", 0), "CUSTOM_FREE")


FREE = System(
    "free",
    N_("Paired by hand"),
    PairingMode.BY_HAND,
    Report("Individual: paired by hand", "CUSTOM_FREE", by_options=_code),
    match_terms=True,
    options=FreeOptions,
    option_group=OptionGroup(
        N_("Meetings"),
        N_("In a round robin it is checked that everyone meets everyone, and no one too often."),
        (
            Choice(
                "meetings",
                N_("Opponents"),
                (
                    (0, N_("As you pair them")),
                    (1, N_("Round robin: everyone once")),
                    (2, N_("Double round robin: everyone twice")),
                ),
            ),
        ),
    ),
    summary=N_("You decide who plays whom, round by round."),
)
EXHIBITION = System(
    "exhibition",
    N_("Exhibition games"),
    PairingMode.BY_HAND,
    Report("Individual: Exhibition", "CUSTOM_EXHIBITION"),
    ranked=False,
    summary=N_("Games shown side by side, without a table."),
)


# One player against many at once.

SIMUL = System(
    "simul",
    N_("Simultaneous display"),
    PairingMode.AS_DISPLAY,
    Report("Individual: Simultaneous display", "CUSTOM_SIMUL"),
    methods=(Method(simul.SYSTEM, N_("simultaneous display")),),
    ranked=False,
    options=SimulOptions,
    option_group=OptionGroup(
        N_("Simultaneous display"),
        fields=(
            Choice(
                "colours",
                N_("The giver of the display plays"),
                (
                    (simul.Colours.WHITE.value, N_("White everywhere")),
                    (simul.Colours.BLACK.value, N_("Black everywhere")),
                    (simul.Colours.ALTERNATE.value, N_("White on odd boards, Black on even boards")),
                ),
            ),
        ),
    ),
    round_page="tournaments.views.boards.round_page",
    summary=N_("One player against many at once."),
)
