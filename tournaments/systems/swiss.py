"""The Swiss system by the FIDE Dutch rules (C.04.3)."""

from common.messages import N_
from core.pairing import engines
from core.pairing.options import SwissOptions
from core.pairing.state import DUTCH_2017, DUTCH_2026
from tournaments.systems.base import Method, OptionGroup, Paired, Report, System
from tournaments.systems.double_swiss import DOUBLE_SWISS, MATCH_SCORE

SWISS = System(
    "swiss",
    N_("Swiss"),
    Paired.BY_ROUND,
    Report(
        "Individual: Swiss-System",
        by_edition={DUTCH_2026: "FIDE_DUTCH_2026", DUTCH_2017: "FIDE_DUTCH_2017"},
        editions={
            "FIDE_DUTCH": DUTCH_2026,
            "FIDE_DUTCH_2025": DUTCH_2026,
            "FIDE_DUTCH_2026": DUTCH_2026,
            "FIDE_DUTCH_2017": DUTCH_2017,
        },
    ),
    methods=(Method("dutch", N_("FIDE Dutch system"), with_edition=True, explained=True),),
    match_terms=True,
    engines=engines.DUTCH,
    edition_labels={
        DUTCH_2026: N_("FIDE Dutch, from February 2026"),
        DUTCH_2017: N_("FIDE Dutch, until January 2026"),
        **DOUBLE_SWISS.edition_labels,
    },
    variants=dict.fromkeys(DOUBLE_SWISS.engines, DOUBLE_SWISS),
    options=SwissOptions,
    option_group=OptionGroup(
        N_("Swiss pairing"),
        settings=("edition", "accelerated", "correction_rounds"),
        fields=(MATCH_SCORE,),
    ),
    tiebreaks=("BH/C1", "BH", "SB", "DE"),
    summary=N_("Players with equal scores meet. For any number of players."),
)
