"""Presets of common tournaments: one record each, which fills in the page for a new event.

A preset decides nothing by itself: the page shows all its values, and they can be changed there and later.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavleya.messages import N_
from tournaments.systems.registry import SYSTEMS


@dataclass(frozen=True, slots=True)
class Preset:
    """`name` and `summary` are msgids.  `control` is a time control as people write it, `regime` the key of the laws.

    `rounds`: None if the number follows from the entrants.  `rating_kind`: the list that ranks them.  `tie_breaks`:
    C.07 descriptors in order; empty: those usual in the system `format`.  `options`: of the system, unless they are
    the usual ones.  `double_points`: 2, 1, 0 for a win, a draw and a loss.
    """

    key: str
    name: str
    summary: str
    game: str
    regime: str
    format: str
    control: str
    rounds: int | None = None
    rating_kind: str = "standard"
    tie_breaks: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    double_points: bool = False

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments for `portal.services.set_up_event`."""
        system = SYSTEMS[self.format]
        return {
            "game": self.game,
            "regime": self.regime,
            "format": self.format,
            "control": self.control,
            "rounds": self.rounds,
            "rating_kind": self.rating_kind,
            "tiebreaks": list(self.tie_breaks or system.tiebreaks),
            "options": system.checked_options(self.options),
            "double_points": self.double_points,
        }


PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "rapid-open",
            N_("Rapid open"),
            N_("Swiss, 9 rounds, 15 minutes + 10 seconds, FIDE tie-breaks"),
            game="chess",
            regime="fide-2023-rapid",
            format="swiss",
            control="15+10",
            rounds=9,
            rating_kind="rapid",
        ),
        Preset(
            "weekend-classical",
            N_("Weekend classical"),
            N_("Swiss, 5 rounds, 90 minutes + 30 seconds"),
            game="chess",
            regime="fide-2023",
            format="swiss",
            control="90+30",
            rounds=5,
        ),
        Preset(
            "blitz-evening",
            N_("Blitz evening"),
            N_("Swiss, 11 rounds, 3 minutes + 2 seconds"),
            game="chess",
            regime="fide-2023-blitz",
            format="swiss",
            control="3+2",
            rounds=11,
            rating_kind="blitz",
        ),
        Preset(
            "school-league",
            N_("School league"),
            N_("Teams of 4, round robin, 15 minutes + 10 seconds"),
            game="chess",
            regime="fide-2023-rapid",
            format="teams",
            control="15+10",
            rating_kind="rapid",
            options={"boards": 4},
        ),
        Preset(
            "knockout-day",
            N_("Knockout day"),
            N_("Knockout, 10 minutes + 5 seconds"),
            game="chess",
            regime="fide-2023-rapid",
            format="knockout",
            control="10+5",
            rating_kind="rapid",
        ),
        Preset(
            "draughts-swiss",
            N_("Draughts Swiss"),
            N_("FMJD rules, Swiss, 9 rounds, 45 minutes + 15 seconds, Solkoff"),
            game="draughts",
            regime="fmjd64",
            format="swiss",
            control="45+15",
            rounds=9,
            tie_breaks=("OTHER_SOLKOFF/C1", "OTHER_SOLKOFF", "WIN", "DE"),
            double_points=True,
        ),
        Preset(
            "tavreli-open",
            N_("Tavreli open"),
            N_("Swiss, 7 rounds, 20 minutes + 10 seconds"),
            game="tavreli",
            regime="tavreli-1997-rapid",
            format="swiss",
            control="20+10",
            rounds=7,
            rating_kind="rapid",
        ),
    )
}
