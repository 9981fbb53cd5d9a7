"""The Double-Swiss (C.04.5): a Swiss by an edition of its own, in which opponents meet for two games."""

from collections.abc import Mapping
from typing import Any

from common.messages import N_
from core.pairing import engines
from core.pairing.options import SwissOptions
from core.tiebreaks.table import Scoring
from tournaments.systems.base import Method, OptionGroup, Paired, Report, System
from tournaments.systems.fields import Choice

_EDITION = engines.DOUBLE_SWISS.edition
MATCH_SCORE = Choice(
    "match_score",
    N_("Scoring of two-game matches"),
    (("games", N_("Points of both games")), ("match", N_("One result"))),
    N_("For the Double-Swiss system."),
)


def _points(scoring: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
    """Where games count one by one, byes are of two games; the allocated one is worth a win and a draw (1.4)."""
    if options.get("match_score") == "match":
        return {}
    one = Scoring.read(scoring)
    return {"pairing_bye": one.win + one.draw, "full_bye": 2 * one.win, "half_bye": 2 * one.draw}


DOUBLE_SWISS = System(
    "swiss",
    N_("Swiss"),
    Paired.BY_ROUND,
    Report("Individual: Swiss-System", "FIDE_DOUBLESWISS"),
    methods=(Method("double_swiss", N_("FIDE Double-Swiss")),),
    engines={_EDITION: engines.DOUBLE_SWISS},
    edition_labels={_EDITION: N_("FIDE Double-Swiss: matches of two games")},
    options=SwissOptions,
    option_group=OptionGroup(
        N_("Swiss pairing"), settings=("edition", "correction_rounds"), fields=(MATCH_SCORE,)
    ),
    tiebreaks=("BH/C1", "BH", "SB", "DE"),
    points=_points,
)
