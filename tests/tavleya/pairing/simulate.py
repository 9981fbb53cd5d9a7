"""Random sections for tests: byes, forfeits, late entries and withdrawals, results with some sense of strength."""

from dataclasses import replace
from random import Random

from tavleya.pairing.state import PastRound, RoundOutcome, RoundPairing, SwissPlayer, SwissState
from tavleya.sides import Side


def start(players: int, rounds: int, random: Random, virtual: tuple[tuple[int, ...], ...] = ()) -> SwissState:
    return SwissState(
        tuple(SwissPlayer(number, virtual=virtual[number - 1] if virtual else ()) for number in range(1, players + 1)),
        rounds,
        random.choice(tuple(Side)),
    )


def with_absences(state: SwissState, random: Random, chance: float) -> SwissState:
    absent = frozenset(player.number for player in state.players if random.random() < chance)
    return replace(state, absent=absent)


def play(state: SwissState, pairing: RoundPairing, random: Random, forfeits: float, draws: float = 0.3) -> SwissState:
    """The section after the round has been played."""
    happened: dict[int, PastRound] = {}
    for white, black in pairing.pairs:
        result = 1 if random.random() < draws else 2 if random.random() < 0.5 + (black - white) / 100 else 0
        kind = RoundOutcome.PLAYED
        points = (result, 2 - result)
        if random.random() < forfeits:
            kind = RoundOutcome.FORFEIT
            points = random.choice(((2, 0), (0, 2), (0, 0)))
        happened[white] = PastRound(kind, points[0], black, Side.WHITE)
        happened[black] = PastRound(kind, points[1], white, Side.BLACK)
    if pairing.bye is not None:
        happened[pairing.bye] = PastRound(RoundOutcome.PAIRING_BYE, 2)
    players = []
    for player in state.players:
        past = happened.get(player.number) or PastRound(RoundOutcome.BYE, random.choice((0, 0, 1, 1, 2)))
        players.append(replace(player, rounds=(*player.rounds, past)))
    return replace(state, players=tuple(players), absent=frozenset())
