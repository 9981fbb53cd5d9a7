"""The Double-Swiss (C.04.5): a Swiss with a separate edition, in which opponents meet for two games."""

from collections.abc import Mapping
from typing import Any

from tavleya.messages import N_
from tavleya.pairing import engines
from tavleya.pairing.options import MOST_GAMES, SwissOptions
from tavleya.tiebreaks.table import Scoring
from tournaments.systems.base import Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.fields import Choice, IntegerOption

_EDITION = engines.DOUBLE_SWISS.edition
MATCH_GAMES = IntegerOption(
    "match_games",
    N_("Games per pairing"),
    1,
    MOST_GAMES,
    N_("Colours change from game to game. In a Double-Swiss always two."),
)
MATCH_SCORE = Choice(
    "match_score",
    N_("Match scoring"),
    (("games", N_("Points of each game")), ("match", N_("One result: a win, a draw or a loss"))),
    N_("Where opponents play several games."),
)


def _points(scoring: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
    """Return the points of byes if games count one by one: two games; the allocated bye is a win and a draw (1.4)."""
    if options.get("match_score") == "match":
        return {}
    item = Scoring.read(scoring)
    return {"pairing_bye": item.win + item.draw, "full_bye": 2 * item.win, "half_bye": 2 * item.draw}


DOUBLE_SWISS = System(
    "swiss",
    N_("Swiss"),
    PairingMode.BY_ROUND,
    Report("Individual: Swiss-System", "FIDE_DOUBLESWISS"),
    methods=(Method("double_swiss", N_("FIDE Double-Swiss")),),
    regulated=True,
    engines={_EDITION: engines.DOUBLE_SWISS},
    edition_labels={_EDITION: N_("FIDE Double-Swiss: matches of two games")},
    options=SwissOptions,
    option_group=OptionGroup(
        N_("Swiss pairing"), settings=("edition", "correction_rounds"), fields=(MATCH_GAMES, MATCH_SCORE)
    ),
    tiebreaks=("BH/C1", "BH", "SB", "DE"),
    points=_points,
)
