"""The Keizer system: a ladder from which each round is paired."""

from collections.abc import Mapping, Sequence
from typing import Any

from tavleya.messages import N_
from tavleya.pairing import engines, keizer
from tavleya.pairing.keizer import KeizerRound, LadderLine, Missing
from tavleya.pairing.options import KeizerOptions, read
from tavleya.record.results import FACTS, GameOutcome, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind
from tournaments.systems.base import Board, IntegerOption, Method, OptionGroup, PairingMode, Report, System

_MISSING = {
    EncounterKind.PAIRING_BYE: Missing.BYE,
    EncounterKind.FULL_BYE: Missing.DUTY,
    EncounterKind.HALF_BYE: Missing.EXCUSED,
    EncounterKind.ZERO_BYE: Missing.UNEXCUSED,
}
_POINTS = {GameOutcome.WIN: 2, GameOutcome.FORFEIT_WIN: 2, GameOutcome.DRAW: 1}


def keizer_histories_of(registrations: Sequence[int], boards: Sequence[Board]) -> dict[int, list[KeizerRound]]:
    """Return every round of every entry, by the entry's key.

    A player's unfinished round has no result yet.  A player without a board in a public round was absent.
    """
    keizer_rounds: dict[int, dict[int, KeizerRound]] = {key: {} for key in registrations}
    unfinished: set[tuple[int, int]] = set()
    for board in boards:
        if board.black is None:
            keizer_rounds[board.white][board.round] = KeizerRound(missing=_MISSING[EncounterKind(board.bye)])
        elif not board.result:
            unfinished |= {(board.white, board.round), (board.black, board.round)}
        else:
            facts = FACTS[Result(board.result)]
            for own, other, side in ((board.white, board.black, Side.WHITE), (board.black, board.white, Side.BLACK)):
                points = _POINTS.get(facts.of(side), 0)
                keizer_rounds[own][board.round] = KeizerRound(other, points, side if facts.played else None)
    rounds = sorted({board.round for board in boards})
    return {
        key: [history.get(number, KeizerRound()) for number in rounds if (key, number) not in unfinished]
        for key, history in keizer_rounds.items()
    }


def ladder_of(
    seasons: Mapping[int, list[KeizerRound]], registrations: Sequence[int], options: Mapping[str, Any]
) -> tuple[LadderLine, ...]:
    """Return the lines in order; `registrations` by starting number."""
    return keizer.ranking(list(registrations), seasons, read(KeizerOptions, options).terms)


def _ranking(registrations: Sequence[int], boards: Sequence[Board], options: Mapping[str, Any]) -> list[int]:
    return [line.player for line in ladder_of(keizer_histories_of(registrations, boards), registrations, options)]


KEIZER = System(
    "keizer",
    N_("Keizer"),
    PairingMode.BY_ROUND,
    Report("Individual: Keizer", "CUSTOM_KEIZER", signs=("KEIZER",)),
    methods=(Method("keizer", N_("Keizer")),),
    open_ended=True,
    engines={engines.KEIZER.edition: engines.KEIZER},
    options=KeizerOptions,
    option_group=OptionGroup(
        N_("Keizer scoring"),
        N_(
            "Each player on the ladder has a value. A win scores the opponent's value, a draw half of it; a player"
            " without an opponent scores a share of their own."
        ),
        (
            IntegerOption(
                "top",
                N_("Value of first place"),
                1,
                10_000,
                N_("If empty: one and a half times the number of players."),
            ),
            IntegerOption("step", N_("Step per place"), 1, 100),
            IntegerOption("own", N_("How many times a player's own value counts"), 0, 10),
            IntegerOption("gap", N_("Rounds before a rematch"), 0, 100, N_("Reduced where it cannot be met.")),
            IntegerOption(
                "excused",
                N_("Excused rounds counted"),
                0,
                400,
                N_("Each gives a third of the player's own value. Empty: no limit."),
            ),
        ),
    ),
    ranking=_ranking,
    standings_page="tournaments.views.boards.standings",
    bye_help=N_(
        "On the ladder: full point, away for the club (two thirds of the player's own value); half point, excused "
        "(one third); zero points, unexcused."
    ),
    summary=N_("A club ladder over a whole season."),
)
