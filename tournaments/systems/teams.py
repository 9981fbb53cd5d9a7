"""Teams that meet on several boards: every team every other, or two teams in a Scheveningen."""

from common.messages import N_
from core.pairing import schedules
from core.pairing.options import MOST_BOARDS, MatchOptions, TeamOptions
from tournaments.systems.base import Method, OptionGroup, Paired, Report, System
from tournaments.systems.fields import Choice, OptionField, Points, Whole

_TITLE = N_("Team play")
_LINE_UPS: tuple[OptionField, ...] = (
    Whole("boards", N_("Boards of a match"), 1, MOST_BOARDS),
    Choice(
        "keep_order",
        N_("Board order"),
        (
            (True, N_("In the order of the team list; absent players are replaced by moving up")),
            (False, N_("Free line-up")),
        ),
    ),
)
_MATCHES: tuple[OptionField, ...] = (
    Choice(
        "cycles",
        N_("Number of meetings"),
        ((1, N_("Once")), (2, N_("Twice, with colours reversed"))),
    ),
    Choice("rank_by", N_("Ranking by"), (("MP", N_("Match points")), ("GP", N_("Game points")))),
    Points("match_win", N_("Match won")),
    Points("match_draw", N_("Match drawn")),
    Points("match_loss", N_("Match lost")),
)
_STANDINGS, _ROUND = "tournaments.views.teams.standings", "tournaments.views.teams.round_page"

TEAMS = System(
    "teams",
    N_("Team round robin"),
    Paired.AT_ONCE,
    Report("Team: Round-Robin", "CUSTOM_TEAM_ROUNDROBIN"),
    methods=(Method(schedules.TEAM_BERGER.system, N_("Berger tables"), with_edition=True),),
    teams=True,
    line_ups=True,
    team_schedule=schedules.TEAM_BERGER,
    options=TeamOptions,
    option_group=OptionGroup(_TITLE, fields=_LINE_UPS + _MATCHES),
    tiebreaks=("MPvGP", "DE", "EMGSB"),
    standings_page=_STANDINGS,
    round_page=_ROUND,
    summary=N_("Every team meets every other on several boards."),
)
SCHEVENINGEN = System(
    "scheveningen",
    N_("Scheveningen: two teams"),
    Paired.AT_ONCE,
    Report("Team: Scheveningen", "SCHEVENINGEN", word="SCHEVENINGEN"),
    methods=(Method(schedules.SCHEVENINGEN.system, N_("Scheveningen table")),),
    teams=True,
    team_schedule=schedules.SCHEVENINGEN,
    options=MatchOptions,
    option_group=OptionGroup(_TITLE, N_("Each match has as many boards as a team has players."), _MATCHES),
    tiebreaks=("DE", "WIN"),
    standings_page=_STANDINGS,
    round_page=_ROUND,
    summary=N_("Two teams: each player meets every opponent."),
)
