"""Whether the rounds of a TRF are paired as the rules of its section pair them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.services.context import TrfImportContext
from tavleya.errors import DomainError, Problem
from tavleya.formats.messages import say as say_of_formats
from tavleya.formats.trf.pairing import coloured
from tavleya.formats.trf.recorded import recorded_round
from tavleya.formats.trf.records import PlayerRecord
from tavleya.pairing.comparing import PairingDifference
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import Pair
from tavleya.tiebreaks.table import Scoring

#: Codes of the reports about a round that differs from the rules' pairing.
ROUND_SENTENCES = frozenset({"trf_round_differs", "trf_round_illegal"})
_MOST_BOARDS = 6


def check_trf_rounds(context: TrfImportContext) -> tuple[int, ...]:
    """Return the rounds that the section's engine pairs differently, or that no engine may pair so; report each.

    Systems whose rounds do not depend on earlier ones are not checked.
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
        found = recorded_round(tournament, number, teams=section.system.teams).against(engine, options)
        _tell(context, number, found)
        if found:
            different.append(number)
    return tuple(different)


def settle_colours(context: TrfImportContext, adjustments: Sequence[Problem]) -> tuple[Problem, ...]:
    """Give boards without a colour the colours by the section's rules; return the changed adjustments.

    Only if the rules pair the two: other boards keep White at the lower starting rank.
    """
    section = context.section
    turned: dict[tuple[int, int], int] = {}
    if section.system.replayed and not section.system.teams:
        for number in range(1, context.tournament.rounds_recorded + 1):
            turned |= _turned(context, section.system.engine(section.edition), number)
    if turned:
        context.tournament = coloured(context.tournament, turned)
    return tuple(_as_turned(context, one, turned) for one in adjustments)


def _turned(context: TrfImportContext, engine: Engine, number: int) -> dict[tuple[int, int], int]:
    """Return (round, starting rank) → opponent for players who have White by the rules but not in `paired_in`."""
    found = recorded_round(context.tournament, number)
    if not found.uncoloured:
        return {}
    try:
        expected = engine.pair(found.state, found.options, None).pairs
    except DomainError:
        return {}
    return {
        (number, one.white): one.black for one in expected if Pair(one.black, one.white) in found.uncoloured
    }


def _as_turned(context: TrfImportContext, one: Problem, turned: Mapping[tuple[int, int], int]) -> Problem:
    if one.message.key != "trf_forfeit_without_colour":
        return one
    params: Mapping[str, Any] = one.message.params
    at, other = params["round"], params["opponent"]
    own = next((two.number for two in context.tournament.of(PlayerRecord) if two.line == one.line), 0)
    for white in (own, other):
        if (at, white) in turned:
            message = say_of_formats(one.message.key, **{**params, "white": white})
            return Problem(message, line=one.line, remedy=one.remedy)
    return one


def _tell(context: TrfImportContext, number: int, found: PairingDifference) -> None:
    for why in found.illegal:
        context.adjust(None, "trf_round_illegal", round=number, why=why)
    if found.refused is not None:
        context.adjust(None, "trf_round_illegal", round=number, why=found.refused)
    elif found.missing or found.extra:
        context.adjust(
            None,
            "trf_round_differs.boards",
            round=number,
            boards=_listed(found.extra),
            expected=_listed(found.missing),
        )
    elif found.bye != found.bye_given:
        context.adjust(
            None,
            "trf_round_differs.bye",
            round=number,
            bye=found.bye_given or "–",
            expected=found.bye or "–",
        )


def _listed(boards: Iterable[Pair]) -> str:
    """Return the first boards as text, starting ranks of White and Black: `3–12, 5–8`."""
    ordered = sorted((one.white, one.black) for one in boards)
    shown = ", ".join(f"{white}–{black}" for white, black in ordered[:_MOST_BOARDS])
    return f"{shown} …" if len(ordered) > _MOST_BOARDS else shown or "–"
