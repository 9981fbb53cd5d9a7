"""C2, C5 and C9 in sections small enough to follow by hand."""

from tavleya.pairing.dutch import pair
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side


def section(*lines: str, rounds: int) -> SwissState:
    """A player a line, each round as opponent, colour, half-points: `4w2`; `-0` is a bye of so many half-points."""

    def past(cell: str) -> PastRound:
        if cell.startswith("-"):
            return PastRound(RoundOutcome.BYE, int(cell[1:]))
        side = Side.WHITE if cell[-2] == "w" else Side.BLACK
        return PastRound(RoundOutcome.PLAYED, int(cell[-1]), int(cell[:-2]), side)

    players = tuple(
        SwissPlayer(number, tuple(past(cell) for cell in line.split()))
        for number, line in enumerate(lines, start=1)
    )
    return SwissState(players, rounds)


def result(state: SwissState) -> tuple[set[tuple[int, int]], int | None]:
    pairing = pair(state)
    return {(board.white, board.black) for board in pairing.pairs}, pairing.bye


def test_c9_spares_players_who_have_already_missed_a_round() -> None:
    state = section("3w2", "4b2", "1b0", "2w0", "-0", rounds=3)
    assert result(state) == ({(2, 1), (3, 5)}, 4)


def test_c5_comes_before_the_number_of_pairs_in_the_brackets_above() -> None:
    state = section("4w2 2b2", "5b2 1w0", "6w2 4b2", "1b0 3w0", "2w0 6b2", "3b0 5w0", rounds=3)
    state = SwissState(state.players, 3, absent=frozenset({4}))
    assert result(state) == ({(1, 5), (3, 2)}, 6)


def test_c2_passes_over_players_who_won_without_playing() -> None:
    state = section("2w2", "1b0", "-2", rounds=5)
    # 2 has the lowest score and has not had a bye; 1 and 3 are left to meet.
    assert result(state)[1] == 2
    # 3 has the lowest score now, but a full point without playing in one round.
    state = section("2w2 -1", "1b0 -2", "-2 -0", rounds=5)
    assert result(state)[1] == 1


def test_a_late_entry_gets_their_number_when_they_arrive() -> None:
    players = tuple(SwissPlayer(number) for number in range(1, 7))
    waiting = SwissState(players, 5, absent=frozenset({2, 4}))
    # Numbers 1, 3, 5 and 6 are the first four: 3 is the second of them and gets Black.
    assert dict(waiting.tpn) == {1: 1, 3: 2, 5: 3, 6: 4}
    assert result(waiting) == ({(1, 5), (6, 3)}, None)
