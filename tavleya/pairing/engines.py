"""The systems that pair a round from earlier rounds, by edition, with a common interface for pairing and checking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tavleya.pairing import burstein, dubov, dutch, keizer, legality, lim, micromatches, team_swiss
from tavleya.pairing.dutch.engine import board as dutch_board
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.explaining import DutchRound, Explanations
from tavleya.pairing.legality import Check, doubts
from tavleya.pairing.options import KeizerOptions, read
from tavleya.pairing.state import DUTCH_2017, DUTCH_2026, Pair, PastRound, RoundOutcome, RoundPairing, SwissState

Progress = Callable[[int, int], None]
#: Colours required pairs, as the system would.
Colours = Callable[[SwissState, Sequence[tuple[int, int]], Mapping[str, Any]], tuple[Pair, ...]]


@dataclass(frozen=True)
class Engine:
    """One set of rules for pairing a round, by its `edition`.

    `system` is stored with each round.  `pair` raises CannotPair; it gets the options of the section if
    `takes_options`.  `check` shares no code with it.  `doubts`: warnings about legal boards that were set by hand.
    `games`: how many games opponents play.  `usual_points`: it uses the points of the usual scoring, whatever the
    scoring of the section.  `colour_drawn`: whether the colour of the first player is drawn before round 1.
    `by_rating`: it also uses the ratings of the players, who should all have one.  `why` explains its rounds, if they
    can be explained.
    """

    name: str
    system: str
    edition: str
    pair: Callable[[SwissState, Mapping[str, Any], Progress | None], RoundPairing]
    check: Check
    games: int = 1
    takes_options: bool = False
    usual_points: bool = False
    colour_drawn: bool = True
    colours: Colours | None = None
    by_rating: bool = False
    why: Explanations | None = None
    doubts: Check | None = None

    def coloured(
        self, state: SwissState, together: Sequence[tuple[int, int]], options: Mapping[str, Any]
    ) -> tuple[Pair, ...]:
        """Return required pairs with the colours that the engine would give them.  Raises: CannotPair."""
        if self.colours is not None and together:
            return self.colours(state, together, options)
        numbers = frozenset(player.number for player in state.players)
        return tuple(
            pair
            for two in together
            for pair in self.pair(replace(state, absent=state.absent | (numbers - set(two))), options, None).pairs
        )


def keizer_histories(state: SwissState) -> keizer.KeizerHistories:
    """Return the rounds of a Keizer from a state, whose points are those of the usual scoring.

    A full-point bye is an absence for the club, a half-point bye an excused one, any other bye an unexcused one.
    """
    return {player.number: [_keizer_round(past) for past in player.rounds] for player in state.players}


_AWAY = {2: keizer.Missing.DUTY, 1: keizer.Missing.EXCUSED}


def _keizer_round(past: PastRound) -> keizer.KeizerRound:
    if past.opponent is not None:
        played = past.happened is RoundOutcome.PLAYED
        return keizer.KeizerRound(past.opponent, past.points, past.side if played else None)
    if past.happened is RoundOutcome.PAIRING_BYE:
        return keizer.KeizerRound(missing=keizer.Missing.BYE)
    return keizer.KeizerRound(missing=_AWAY.get(past.points, keizer.Missing.UNEXCUSED))


def ladder(state: SwissState, options: Mapping[str, Any]) -> tuple[keizer.LadderLine, ...]:
    """Return the ladder before the round of `state`; at the start, the order of the starting numbers."""
    order = sorted(player.number for player in state.players)
    return keizer.ranking(order, keizer_histories(state), read(KeizerOptions, options).terms)


def _keizer(state: SwissState, options: Mapping[str, Any], progress: Progress | None) -> RoundPairing:
    present = {player.number for player in state.present}
    order = [line.player for line in ladder(state, options) if line.player in present]
    terms = read(KeizerOptions, options).terms
    pairs, bye = keizer.pair(order, keizer_histories(state), gap=terms.gap, apart=state.forbidden)
    return RoundPairing(pairs, bye, "keizer")


def _dutch_colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    pool = Pool(state)
    return tuple(dutch_board(pool, pool.index[first], pool.index[second]) for first, second in together)


def _dutch(edition: str) -> Engine:
    return Engine(
        "tavleya-dutch 1",
        "dutch",
        edition,
        lambda state, options, progress: dutch.pair(state, edition, progress),
        legality.check,
        colours=lambda state, together, options: _dutch_colours(state, together),
        why=Explanations(DutchRound) if edition == DUTCH_2026 else None,
        doubts=doubts,
    )


DUTCH = {edition: _dutch(edition) for edition in (DUTCH_2026, DUTCH_2017)}
DUBOV = Engine(
    "tavleya-dubov 1",
    "dubov",
    dubov.EDITION,
    lambda state, options, progress: dubov.pair(state),
    legality.check_without_topscorers,
    colours=lambda state, together, options: dubov.colours(state, together),
    by_rating=True,
    why=Explanations(dubov.DubovRound),
    doubts=doubts,
)
BURSTEIN = Engine(
    "tavleya-burstein 1",
    "burstein",
    burstein.EDITION,
    lambda state, options, progress: burstein.pair(state, progress),
    burstein.check,
    colours=lambda state, together, options: burstein.colours(state, together),
    why=Explanations(burstein.paired_round),
    doubts=doubts,
)
LIM = Engine(
    "tavleya-lim 2",
    "lim",
    lim.EDITION,
    lambda state, options, progress: lim.pair(state),
    legality.check_lim,
    colours=lambda state, together, options: lim.colours(state, together),
    why=Explanations(lim.LimRound),
)
DOUBLE_SWISS = Engine(
    "tavleya-double-swiss 1",
    "double_swiss",
    micromatches.EDITION,
    lambda state, options, progress: micromatches.pair(state),
    legality.check_double_swiss,
    games=micromatches.GAMES,
)
KEIZER = Engine(
    "tavleya-keizer 1",
    "keizer",
    "keizer",
    _keizer,
    legality.check_ladder,
    takes_options=True,
    usual_points=True,
    colour_drawn=False,
)
TEAM_SWISS = Engine(
    "tavleya-team-swiss 1",
    "team_swiss",
    team_swiss.EDITION,
    team_swiss.pair,
    legality.check_teams,
    takes_options=True,
    colours=team_swiss.colours,
    why=Explanations(team_swiss.TeamRound),
)

#: Every engine by its edition.
BY_EDITION = {
    engine.edition: engine for engine in (*DUTCH.values(), DUBOV, BURSTEIN, LIM, DOUBLE_SWISS, KEIZER, TEAM_SWISS)
}
