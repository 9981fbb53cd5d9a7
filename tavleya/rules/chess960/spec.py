"""The specification of Chess960 for the rest of the program: chess with other names and files, and a drawn start."""

from dataclasses import replace

from tavleya.messages import N_
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.chess.spec import CHESS
from tavleya.rules.chess960.starts import STARTS, Chess960Rules, Start, number_of
from tavleya.rules.contract import Position


def _start_words(position: Position) -> str:
    """Return the number and White's pieces from a1 on, `518: RNBQKBNR`; FEN if it is not one of the 960."""
    assert isinstance(position, ChessPosition)
    number = number_of(position)
    return position.text() if number is None else f"{number}: {Start(number).words}"


CHESS960 = replace(
    CHESS,
    game="chess960",
    name=N_("Chess960"),
    icon="chess960",
    rules=Chess960Rules,
    openings=(STARTS,),
    start_words=_start_words,
    pgn_variant="Chess960",
    pgn_names=("fischerandom", "fischerrandom", "fischer random", "fischer random chess", "freestyle chess"),
    report_words=("chess960", "chess 960", "fischer random", "freestyle chess", "шахматы 960", "шахи 960", "фишер"),
    fide_rated=False,
)  # fmt: skip
