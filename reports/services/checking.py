"""Whether the rounds of a TRF are paired as the rules of its section pair them."""

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
        pairing_difference = recorded_round(tournament, number, teams=section.system.teams).against(
            engine, options
        )
        _tell(context, number, pairing_difference)
        if pairing_difference:
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
    return tuple(_as_turned(context, adjustment, turned) for adjustment in adjustments)


def _turned(context: TrfImportContext, engine: Engine, number: int) -> dict[tuple[int, int], int]:
    """Return (round, starting rank) → opponent for players who have White by the rules but not in `paired_in`."""
    result = recorded_round(context.tournament, number)
    if not result.uncoloured:
        return {}
    try:
        expected = engine.pair(result.state, result.options, None).pairs
    except DomainError:
        return {}
    return {
        (number, pair.white): pair.black
        for pair in expected
        if Pair(pair.black, pair.white) in result.uncoloured
    }


def _as_turned(context: TrfImportContext, problem: Problem, turned: Mapping[tuple[int, int], int]) -> Problem:
    if problem.message.key != "trf_forfeit_without_colour":
        return problem
    params: Mapping[str, Any] = problem.message.params
    at, other = params["round"], params["opponent"]
    own = next((two.number for two in context.tournament.of(PlayerRecord) if two.line == problem.line), 0)
    for white in (own, other):
        if (at, white) in turned:
            message = say_of_formats(problem.message.key, **{**params, "white": white})
            return Problem(message, line=problem.line, remedy=problem.remedy)
    return problem


def _tell(context: TrfImportContext, number: int, pairing_difference: PairingDifference) -> None:
    for message in pairing_difference.illegal:
        context.adjust(None, "trf_round_illegal", round=number, why=message)
    if pairing_difference.refused is not None:
        context.adjust(None, "trf_round_illegal", round=number, why=pairing_difference.refused)
    elif pairing_difference.missing or pairing_difference.extra:
        context.adjust(
            None,
            "trf_round_differs.boards",
            round=number,
            boards=_format_boards(pairing_difference.extra),
            expected=_format_boards(pairing_difference.missing),
        )
    elif pairing_difference.bye != pairing_difference.bye_given:
        context.adjust(
            None,
            "trf_round_differs.bye",
            round=number,
            bye=pairing_difference.bye_given or "–",
            expected=pairing_difference.bye or "–",
        )


def _format_boards(boards: Iterable[Pair]) -> str:
    """Return the first boards as text, starting ranks of White and Black: `3–12, 5–8`."""
    ordered = sorted((board.white, board.black) for board in boards)
    text = ", ".join(f"{white}–{black}" for white, black in ordered[:_MOST_BOARDS])
    return f"{text} …" if len(ordered) > _MOST_BOARDS else text or "–"
