"""International draughts: 100 numbered squares; a capture must remove as many men as possible."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from tavleya.messages import N_
from tavleya.rules.contract import EndingKind, numbered
from tavleya.rules.draughts.board import Board
from tavleya.rules.draughts.draws import SEED003, DrawLaw
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition, quiet_moves
from tavleya.rules.draughts.rules import DraughtsRules
from tavleya.rules.draughts.spec import DRAUGHTS
from tavleya.rules.filegame import DASH

BOARD = Board(
    numbered(10),
    rows=4,
    majority=True,
    crowned_in_passing=False,
    take_sign="x",
    examples=("32-28", "32x23", "W:W31,32,K40:B8"),
)


@dataclass(frozen=True, slots=True)
class InternationalPosition(DraughtsPosition):
    board: ClassVar[Board] = BOARD
    quiet: ClassVar[Mapping[tuple[int, int], DraughtsMove]] = quiet_moves(BOARD)


@dataclass(frozen=True, slots=True)
class InternationalRules(DraughtsRules):
    """Its draws are those that the draughts text counts equally on both boards: repetition, and short endings."""

    game: ClassVar[str] = "draughts100"
    kind: ClassVar[type[DraughtsPosition]] = InternationalPosition
    laws: ClassVar[Mapping[str, DrawLaw]] = MappingProxyType(
        {
            "international": replace(
                SEED003, counters=tuple(c for c in SEED003.counters if c.kind is EndingKind.SHORT_ENDING)
            )
        }
    )

    variant: str = "international"


_MOVE = rf"\d\d?(?:\s*(?:{DASH}|[:xх×])\s*\d\d?)+(?:[xх=]|\s*[!?]{{1,2}})*(?!\w)"

INTERNATIONAL = replace(
    DRAUGHTS,
    game=InternationalRules.game,
    name=N_("International draughts"),
    rules=InternationalRules,
    grid=BOARD.grid,
    optional=True,
    written=replace(
        DRAUGHTS.written, pattern=rf"(?P<move>{_MOVE})|(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))"
    ),
    position_help=N_("As in W31,32,K40:B8."),
    pdn_type="20,W,10,10,N2,0",
    openings=(),
    report_words=("international draughts", "draughts 100", "draughts-100", "стоклет", "шашки-100", "шашки 100"),
    mode=None,
)  # fmt: skip
