"""The table of results: the meaning, text and score of each code."""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum

from tavleya.errors import BadInput
from tavleya.record.messages import say
from tavleya.sides import Side


class Result(StrEnum):
    """The result of one game or forfeited game.  The value is stored in the record and the database."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    BOTH_LOSE = "0-0"
    WHITE_HALF = "1/2-0"  # an arbiter's score, such as 12.7
    BLACK_HALF = "0-1/2"
    WHITE_FORFEIT_WIN = "+/-"
    BLACK_FORFEIT_WIN = "-/+"
    BOTH_FORFEIT = "-/-"
    WHITE_WINS_UNRATED = "W-L"  # less than one move was played (TRF: W, D, L)
    BLACK_WINS_UNRATED = "L-W"
    DRAW_UNRATED = "D-D"


def read_result(text: Result | str) -> Result:
    """Return the result with this spelling.  Raises: BadInput ("unknown_result")."""
    try:
        return Result(text)
    except ValueError:
        raise BadInput(say("unknown_result.reported", result=text), field="result") from None


class GameOutcome(StrEnum):
    """One side's outcome of a result; the scoring of a section defines its half-points."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """`played`: counts as a game over the board (forfeits do not).  `shown`: the text of each side in a crosstable.

    `short`: less than one move was played.  It counts for points, colours and opponents, and is not rated.
    """

    white: GameOutcome
    black: GameOutcome
    played: bool
    shown: tuple[str, str]
    short: bool = False

    @property
    def rated(self) -> bool:
        """Whether it can be rated (FIDE B.02, 5.1: not if a player has made no move)."""
        return self.played and not self.short

    def of(self, side: Side) -> GameOutcome:
        return self.white if side is Side.WHITE else self.black


_W, _D, _L, _FW, _FL = (
    GameOutcome.WIN,
    GameOutcome.DRAW,
    GameOutcome.LOSS,
    GameOutcome.FORFEIT_WIN,
    GameOutcome.FORFEIT_LOSS,
)

FACTS: dict[Result, ResultFacts] = {
    Result.WHITE_WINS: ResultFacts(_W, _L, True, ("1", "0")),
    Result.BLACK_WINS: ResultFacts(_L, _W, True, ("0", "1")),
    Result.DRAW: ResultFacts(_D, _D, True, ("½", "½")),
    Result.BOTH_LOSE: ResultFacts(_L, _L, True, ("0", "0")),
    Result.WHITE_HALF: ResultFacts(_D, _L, True, ("½", "0")),
    Result.BLACK_HALF: ResultFacts(_L, _D, True, ("0", "½")),
    Result.WHITE_FORFEIT_WIN: ResultFacts(_FW, _FL, False, ("+", "−")),
    Result.BLACK_FORFEIT_WIN: ResultFacts(_FL, _FW, False, ("−", "+")),
    Result.BOTH_FORFEIT: ResultFacts(_FL, _FL, False, ("−", "−")),
    Result.WHITE_WINS_UNRATED: ResultFacts(_W, _L, True, ("1*", "0*"), short=True),
    Result.BLACK_WINS_UNRATED: ResultFacts(_L, _W, True, ("0*", "1*"), short=True),
    Result.DRAW_UNRATED: ResultFacts(_D, _D, True, ("½*", "½*"), short=True),
}


_WORTH: dict[str, float] = {"1": 1, "½": 0.5, "0": 0, "+": 1, "−": 0}


def scores(result: str) -> tuple[float, float] | tuple[None, None]:
    """Return the points of White and Black in the usual scoring; None without a result."""
    if not result:
        return None, None
    white, black = FACTS[Result(result)].shown
    return _WORTH[white.rstrip("*")], _WORTH[black.rstrip("*")]


def game_points(win: int, draw: int, loss: int) -> int:
    """Return the points of one game: the most that both players together get from a result (FIDE 10.2)."""
    return max(win + loss, 2 * draw)


def win_for(side: Side) -> Result:
    return Result.WHITE_WINS if side is Side.WHITE else Result.BLACK_WINS


# The commitment to a sealed move: published at the sealing, verifiable after the opening.
#
# It is binding because SHA-256 is collision resistant. It is hiding because 256 random bits of `nonce` are
# hashed with the move, so that trying all the few dozen moves of a position reveals nothing.

NONCE_BYTES = 32
_DOMAIN = "tavleya sealed move 1"


def commitment_to(*, game: str, ply: int, side: Side, move: str, language: str, nonce: bytes) -> str:
    """Return the SHA-256, in hexadecimal, of the move as its author wrote it, and its context.

    `game` is the key of the game's record, `ply` the number of the sealed half-move (from 1).
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"the nonce must have {NONCE_BYTES} bytes, got {len(nonce)}")
    contents = [_DOMAIN, game, ply, side.value, move, language, nonce.hex()]
    text = json.dumps(contents, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
