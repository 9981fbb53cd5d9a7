"""Teams that meet on several boards: in a round robin, by tables that seat their players, or by the Swiss team
pairing system of FIDE (C.04.6)."""

from collections.abc import Mapping
from typing import Any

from tavleya.formats.trf import team_table
from tavleya.messages import N_
from tavleya.pairing import engines, schedules
from tavleya.pairing.options import (
    MOST_BOARDS,
    MOST_MOLTER_ROUNDS,
    NO_PREFERENCES,
    PREFERENCES_A,
    PREFERENCES_B,
    MatchOptions,
    MolterOptions,
    TeamOptions,
    TeamSwissOptions,
    read,
)
from tournaments.systems.base import (
    Choice,
    IntegerOption,
    Method,
    OptionField,
    OptionGroup,
    PairingMode,
    Points,
    Report,
    System,
)
from tournaments.systems.knockout import EXCHANGE_LAST

AnyTeamOptions = TeamOptions | TeamSwissOptions
TITLE = N_("Team play")
LINE_UPS: tuple[OptionField, ...] = (
    IntegerOption("boards", N_("Boards of a match"), 1, MOST_BOARDS),
    Choice(
        "keep_order",
        N_("Board order"),
        (
            (True, N_("In the order of the team list; absent players are replaced by moving up")),
            (False, N_("Free line-up")),
        ),
    ),
)
POINTS: tuple[OptionField, ...] = (
    Choice("rank_by", N_("Ranking by"), (("MP", N_("Match points")), ("GP", N_("Game points")))),
    Points("match_win", N_("Match won")),
    Points("match_draw", N_("Match drawn")),
    Points("match_loss", N_("Match lost")),
)
_MATCHES: tuple[OptionField, ...] = (
    Choice("cycles", N_("Number of meetings"), ((1, N_("Once")), (2, N_("Twice, with colours reversed")))),
    *POINTS,
)
STANDINGS_PAGE, ROUND_PAGE = "tournaments.views.teams.standings", "tournaments.views.teams.round_page"


def team_options(system: System, values: Mapping[str, Any]) -> AnyTeamOptions:
    """Return the options of a section of teams; options that its system does not have are the defaults."""
    if system.by_game_points:
        return TeamOptions(rank_by="GP")
    return read(TeamSwissOptions, values) if system.by_round else read(TeamOptions, values)


def _code(options: Mapping[str, Any]) -> str:
    """Return FIDE's type of a team round robin, which exists only for the tables in their order."""
    settings = read(TeamOptions, options)
    if settings.cycles == 1:
        return "FIDE_TEAM_ROUNDROBIN"
    return "CUSTOM_TEAM_ROUNDROBIN" if settings.exchange_last else "FIDE_TEAM_DOUBLEROUNDROBIN"


TEAMS = System(
    "teams",
    N_("Team round robin"),
    PairingMode.AT_ONCE,
    Report("Team: Round-Robin", by_options=_code),
    methods=(Method(schedules.TEAM_BERGER.system, N_("Berger tables"), with_edition=True),),
    teams=True,
    line_ups=True,
    team_schedule=schedules.TEAM_BERGER,
    options=TeamOptions,
    option_group=OptionGroup(TITLE, fields=(*LINE_UPS, *_MATCHES, EXCHANGE_LAST)),
    tiebreaks=("MPvGP", "DE", "EMGSB"),
    standings_page=STANDINGS_PAGE,
    round_page=ROUND_PAGE,
    summary=N_("Every team meets every other on several boards."),
)
SCHEVENINGEN = System(
    "scheveningen",
    N_("Scheveningen: two teams"),
    PairingMode.AT_ONCE,
    Report("Team: Scheveningen", "SCHEVENINGEN", signs=("SCHEVENINGEN",)),
    methods=(Method(schedules.SCHEVENINGEN.system, N_("Scheveningen table")),),
    teams=True,
    team_schedule=schedules.SCHEVENINGEN,
    options=MatchOptions,
    option_group=OptionGroup(TITLE, N_("Each match has as many boards as a team has players."), _MATCHES),
    tiebreaks=("DE", "WIN"),
    standings_page=STANDINGS_PAGE,
    round_page=ROUND_PAGE,
    summary=N_("Two teams: each player meets every opponent."),
)
SCHILLER = System(
    "schiller",
    N_("Schiller: everyone meets everyone of the other teams"),
    PairingMode.AT_ONCE,
    Report("Team: Schiller", "CUSTOM_SCHILLER", signs=("SCHILLER",)),
    methods=(Method(schedules.SCHILLER.system, N_("Schiller table")),),
    teams=True,
    by_game_points=True,
    team_schedule=schedules.SCHILLER,
    standings_page=STANDINGS_PAGE,
    round_page=ROUND_PAGE,
    summary=N_("Each player meets every player of all other teams."),
)
MOLTER = System(
    "molter",
    N_("Molter: few rounds, several teams at once"),
    PairingMode.AT_ONCE,
    Report("Team: Molter", "CUSTOM_MOLTER", signs=("MOLTER",)),
    methods=(Method(schedules.MOLTER.system, N_("Molter table")),),
    teams=True,
    by_game_points=True,
    team_schedule=schedules.MOLTER,
    options=MolterOptions,
    option_group=OptionGroup(
        TITLE,
        N_("Everyone plays in every round, each time against another team. Teams are ranked by game points."),
        (IntegerOption("rounds", N_("Rounds of the table"), 1, MOST_MOLTER_ROUNDS, N_("Fewer than there are teams.")),),
    ),
    standings_page=STANDINGS_PAGE,
    round_page=ROUND_PAGE,
    summary=N_("A few rounds for an odd or even number of teams, without a free team."),
)


def _swiss_code(options: Mapping[str, Any]) -> str:
    settings = read(TeamSwissOptions, options)
    return team_table.team_code(settings.preferences, settings.rank_by, secondary=settings.secondary)


TEAM_SWISS = System(
    "team_swiss",
    N_("Team Swiss"),
    PairingMode.BY_ROUND,
    Report(
        "Team: Swiss-System",
        by_options=_swiss_code,
        reads=team_table.team_options,
        signs=("FIDE_TEAM", "TEAM_SWISS", "TEAM:SWISS"),
    ),
    methods=(Method(engines.TEAM_SWISS.system, N_("FIDE team Swiss"), explained=True),),
    teams=True,
    line_ups=True,
    regulated=True,
    engines={engines.TEAM_SWISS.edition: engines.TEAM_SWISS},
    options=TeamSwissOptions,
    option_group=OptionGroup(
        TITLE,
        settings=("accelerated",),
        fields=(
            *LINE_UPS,
            *POINTS,
            Choice(
                "preferences",
                N_("Colour preferences"),
                (
                    (PREFERENCES_A, N_("Type A: only after two equal colours or a difference of two")),
                    (PREFERENCES_B, N_("Type B: also to even out and to alternate")),
                    (NO_PREFERENCES, N_("No preferences")),
                ),
            ),
            Choice(
                "secondary",
                N_("Colours when scores are equal"),
                (
                    (True, N_("The other score decides who is ranked first")),
                    (False, N_("The team number decides who is ranked first")),
                ),
            ),
        ),
    ),
    tiebreaks=("MPvGP", "EMGSB", "BH:MP", "EDE"),
    standings_page=STANDINGS_PAGE,
    round_page=ROUND_PAGE,
    summary=N_("Teams with equal scores meet. For any number of teams."),
)
