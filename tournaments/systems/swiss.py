"""The Swiss system by the FIDE rules: Dutch (C.04.3), Dubov, Burstein and Lim (C.04.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tavleya.messages import N_
from tavleya.pairing import engines
from tavleya.pairing.engines import Engine
from tavleya.pairing.options import MOST_GAMES, SwissOptions
from tavleya.pairing.state import DUTCH_2017, DUTCH_2026
from tavleya.tiebreaks.table import Scoring
from tournaments.systems.base import Choice, IntegerOption, Method, OptionGroup, PairingMode, Report, System

# The Double-Swiss (C.04.5): a Swiss with a separate edition, in which opponents meet for two games.

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


def _double_swiss_points(scoring: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
    """Return the points of byes if games count one by one: two games; the allocated bye is a win and a draw (1.4)."""
    if options.get("match_score") == "match":
        return {}
    points = Scoring.read(scoring)
    return {"pairing_bye": points.win + points.draw, "full_bye": 2 * points.win, "half_bye": 2 * points.draw}


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
    points=_double_swiss_points,
)


@dataclass(frozen=True)
class _Rules:
    """Other rules for a Swiss: their label in the form, the name of the method, their code in a report (192)."""

    engine: Engine
    label: str
    method: str
    code: str


_OTHERS = (
    _Rules(engines.DUBOV, N_("FIDE Dubov: by opponents' ratings"), N_("FIDE Dubov system"), "FIDE_DUBOV"),
    _Rules(engines.BURSTEIN, N_("FIDE Burstein: by opponents' scores"), N_("FIDE Burstein system"), "FIDE_BURSTEIN"),
    _Rules(engines.LIM, N_("Lim: by exchanges (no other program confirms it)"), N_("Lim system"), "CUSTOM_SWISS"),
)
_CODES = {rules.engine.edition: rules.code for rules in _OTHERS}


def _points(scoring: Mapping[str, int], options: Mapping[str, Any]) -> dict[str, int]:
    """Return the points of byes if every game of a match counts: as many wins or draws as the match has games."""
    games = options.get("match_games", 1)
    if games == 1 or options.get("match_score") == "match":
        return {}
    points = Scoring.read(scoring)
    return {"pairing_bye": games * points.win, "full_bye": games * points.win, "half_bye": games * points.draw}


SWISS = System(
    "swiss",
    N_("Swiss"),
    PairingMode.BY_ROUND,
    Report(
        "Individual: Swiss-System",
        by_edition={DUTCH_2026: "FIDE_DUTCH_2026", DUTCH_2017: "FIDE_DUTCH_2017", **_CODES},
        editions={
            "FIDE_DUTCH": DUTCH_2026,
            "FIDE_DUTCH_2025": DUTCH_2026,
            "FIDE_DUTCH_2026": DUTCH_2026,
            "FIDE_DUTCH_2017": DUTCH_2017,
            **{code: edition for edition, code in _CODES.items() if code.startswith("FIDE_")},
        },
    ),
    methods=(
        Method("dutch", N_("FIDE Dutch system"), with_edition=True, explained=True),
        *(Method(rules.engine.system, rules.method, explained=rules.engine.why is not None) for rules in _OTHERS),
    ),
    regulated=True,
    engines={**engines.DUTCH, **{rules.engine.edition: rules.engine for rules in _OTHERS}},
    edition_labels={
        DUTCH_2026: N_("FIDE Dutch, from February 2026"),
        DUTCH_2017: N_("FIDE Dutch, until January 2026"),
        **{rules.engine.edition: rules.label for rules in _OTHERS},
        **DOUBLE_SWISS.edition_labels,
    },
    variants=dict.fromkeys(DOUBLE_SWISS.engines, DOUBLE_SWISS),
    options=SwissOptions,
    option_group=OptionGroup(
        N_("Swiss pairing"), settings=("edition", "accelerated", "correction_rounds"), fields=(MATCH_GAMES, MATCH_SCORE)
    ),
    tiebreaks=("BH/C1", "BH", "SB", "DE"),
    points=_points,
    summary=N_("Players with equal scores meet. For any number of players."),
)
