"""The number of move sequences from Chess960 positions, as published for move generators (Ethereal's fischer.epd)."""

import pytest

from tavleya.rules.__main__ import count_lines
from tavleya.rules.chess960 import Chess960Rules

RULES = Chess960Rules()
KNOWN = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471)),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13440)),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", (28, 1120)),
    ("nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9", (21, 461, 10608)),
    ("nb1n1kbr/ppp1rppp/3pq3/P3p3/8/4P3/1PPPRPPP/NBQN1KBR w Hh - 1 9", (19, 566, 11786)),
    ("nnrkbbqr/1p2pppp/p2p4/2p5/8/1N2P1P1/PPPP1P1P/1NKRBBQR w hc - 0 9", (26, 672, 18136)),
    ("nnrqk1bb/p1ppp2p/5rp1/1p3p2/1P4P1/5P1P/P1PPP3/NNRQKRBB w FCc - 1 9", (25, 795)),
    ("1bbnrkrq/ppppppp1/8/7p/1n4P1/1PN5/P1PPPP1P/NBBR1KRQ w Gge - 0 9", (30, 803)),
]


@pytest.mark.parametrize(("fen", "counts"), KNOWN)
def test_move_sequences_are_as_many_as_published(fen: str, counts: tuple[int, ...]) -> None:
    position = RULES.position(fen)
    assert tuple(count_lines(position, depth) for depth in range(1, len(counts) + 1)) == counts
