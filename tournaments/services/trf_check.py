"""Whether the rounds of a TRF are paired as the rules of its section pair them."""

from __future__ import annotations

from collections.abc import Iterable

from common.errors import DomainError
from core.formats.trf.acceleration import state_as_paired
from core.formats.trf.pairing import paired_in
from core.pairing.state import Pair
from core.tiebreaks.table import Scoring
from tournaments.services.trf_context import TrfImportContext

_MOST_BOARDS = 6


def check_trf_rounds(context: TrfImportContext) -> tuple[int, ...]:
    """The rounds that the engine of the section pairs otherwise, or that no engine may pair so; each is told.

    Nothing is asked of systems whose rounds no engine pairs from those before.
    """
    section, tournament = context.section, context.tournament
    if not section.system.by_round:
        return ()
    engine = section.system.engine(section.edition)
    if engine.usual_points and tournament.scoring != Scoring():
        return ()  # which the file does not count
    options = section.options if engine.takes_options else {}
    different = []
    for number in range(1, tournament.rounds_recorded + 1):
        state = state_as_paired(tournament, number)
        boards, bye = paired_in(tournament, number)
        wrong = engine.check(state, boards, bye)
        for why in wrong:
            context.adjust(None, "trf_round_illegal", round=number, why=why)
        try:
            expected = engine.pair(state, options, None)
        except DomainError as refused:
            context.adjust(None, "trf_round_illegal", round=number, why=refused.message)
            different.append(number)
            continue
        missing, extra = set(expected.pairs) - boards, boards - set(expected.pairs)
        if missing or extra:
            context.adjust(
                None,
                "trf_round_differs.boards",
                round=number,
                boards=_listed(extra),
                expected=_listed(missing),
            )
        elif expected.bye != bye:
            context.adjust(
                None, "trf_round_differs.bye", round=number, bye=bye or "–", expected=expected.bye or "–"
            )
        if wrong or missing or extra or expected.bye != bye:
            different.append(number)
    return tuple(different)


def _listed(boards: Iterable[Pair]) -> str:
    """`3–12, 5–8`: starting ranks of White and Black, the first few."""
    ordered = sorted((one.white, one.black) for one in boards)
    shown = ", ".join(f"{white}–{black}" for white, black in ordered[:_MOST_BOARDS])
    return f"{shown} …" if len(ordered) > _MOST_BOARDS else shown or "–"
