"""Teams that meet by the Swiss team pairing system of FIDE (C.04.6)."""

from collections.abc import Mapping
from typing import Any

from tavleya.formats.trf.team_table import team_code, team_options
from tavleya.messages import N_
from tavleya.pairing import engines
from tavleya.pairing.options import NO_PREFERENCES, PREFERENCES_A, PREFERENCES_B, TeamSwissOptions, read
from tournaments.systems.base import Choice, Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.teams import LINE_UPS, POINTS, ROUND_PAGE, STANDINGS_PAGE, TITLE


def _code(options: Mapping[str, Any]) -> str:
    team_swiss_options = read(TeamSwissOptions, options)
    return team_code(team_swiss_options.preferences, team_swiss_options.rank_by, secondary=team_swiss_options.secondary)


TEAM_SWISS = System(
    "team_swiss",
    N_("Team Swiss"),
    PairingMode.BY_ROUND,
    Report(
        "Team: Swiss-System",
        by_options=_code,
        reads=team_options,
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
