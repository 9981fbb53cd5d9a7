"""Regimes: which law book a game is played under, and its numbers, as data.

Nothing about a penalty is a constant in code: a step of a penalty, a price of a wrong claim, who may call a flag are
fields here, and an event that rules otherwise overlays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from common.errors import BadInput
from common.messages import N_, Message

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class IllegalMoveStep:
    """What the n-th illegal move of a player costs him: time to the opponent, or the game."""

    opponent_gains_ms: int = 0
    loses: bool = False


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """The price of a draw claim that the record refutes.

    `claimant_loses_half` of the time he has, `claimant_loses_at_most_ms` in all (tavreli 9.5); none in FIDE's Laws.
    """

    article: str
    opponent_gains_ms: int
    claimant_loses_half: bool = False
    claimant_loses_at_most_ms: int = 0


class FlagCaller(StrEnum):
    """Who may establish that a flag has fallen."""

    ANYBODY = "arbiter_or_player"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Regime:
    """One set of rules that a section is played under.

    `illegal_moves`: the steps in order; the last one is for every further one too; empty: no penalty, the move is only
    taken back.  `illegal_until_reply`: nothing can be claimed once the opponent has replied (then the move stands).
    `no_win_without_mating`: a loss is a draw if the opponent cannot mate by any series of legal moves
    (FIDE 6.9, 7.5.5).
    """

    key: str
    game: str
    book: str
    name: Message
    illegal_article: str
    penalty_article: str
    illegal_moves: tuple[IllegalMoveStep, ...] = ()
    illegal_until_reply: bool = False
    wrong_claim: WrongClaim | None = None
    flag_article: str = ""
    flag_caller: FlagCaller = FlagCaller.ANYBODY
    no_win_without_mating: bool = False
    default_time_ms: int | None = None


def _regime(key: str, text: str, **fields: object) -> Regime:
    return Regime(key=key, name=Message(f"regime_{key}", text), **fields)  # type: ignore[arg-type]


_TWO, _ONE, _LOSS = IllegalMoveStep(2 * MINUTE), IllegalMoveStep(MINUTE), IllegalMoveStep(loses=True)
_TAVRELI_CLAIM = WrongClaim(
    "tavreli:9.5", 3 * MINUTE, claimant_loses_half=True, claimant_loses_at_most_ms=3 * MINUTE
)
_TAVRELI = {
    "game": "tavreli",
    "book": "tavreli",
    "illegal_article": "tavreli:7.4",
    "penalty_article": "tavreli:10.3",
    "wrong_claim": _TAVRELI_CLAIM,
    "flag_article": "tavreli:6.9",
    "default_time_ms": 60 * MINUTE,
}
_FIDE = {
    "game": "chess",
    "book": "fide-2023",
    "flag_article": "chess:6.9",
    "no_win_without_mating": True,
    "default_time_ms": 0,
}
_DRAUGHTS = {
    "game": "draughts",
    "illegal_article": "draughts:violations.4.2",
    "penalty_article": "draughts:violations.8",
    "illegal_until_reply": True,
    "flag_article": "draughts:result.2",
}

REGIMES: Mapping[str, Regime] = MappingProxyType(
    {
        regime.key: regime
        for regime in (
            _regime(
                "tavreli-1997",
                N_("Tavreli 1997, classical"),
                **_TAVRELI,
                illegal_moves=(_TWO, _TWO, _LOSS),
            ),
            _regime(
                "tavreli-1997-rapid",
                N_("Tavreli 1997, rapid"),
                **_TAVRELI,
                illegal_moves=(_TWO, _TWO, _LOSS),
                flag_caller=FlagCaller.PLAYER,
            ),
            _regime(
                "tavreli-1997-blitz",
                N_("Tavreli 1997, blitz"),
                **_TAVRELI | {"illegal_article": "tavreli:V.3", "penalty_article": "tavreli:V.3"},
                illegal_moves=(_LOSS,),
                illegal_until_reply=True,
                flag_caller=FlagCaller.PLAYER,
            ),
            _regime(
                "fide-2023",
                N_("FIDE Laws 2023, standard"),
                **_FIDE,
                illegal_article="chess:7.5.1",
                penalty_article="chess:7.5.5",
                illegal_moves=(_TWO, _LOSS),
                wrong_claim=WrongClaim("chess:9.5.3", 2 * MINUTE),
            ),
            _regime(
                "fide-2023-rapid",
                N_("FIDE Laws 2023, rapid"),
                **_FIDE,
                illegal_article="chess:A.5.2",
                penalty_article="chess:A.5.2",
                illegal_moves=(_ONE, _LOSS),
                illegal_until_reply=True,
                wrong_claim=WrongClaim("chess:A.3", MINUTE),
            ),
            _regime(
                "fide-2023-blitz",
                N_("FIDE Laws 2023, blitz"),
                **_FIDE,
                illegal_article="chess:B.4",
                penalty_article="chess:B.4",
                illegal_moves=(_ONE, _LOSS),
                illegal_until_reply=True,
                wrong_claim=WrongClaim("chess:B.3", MINUTE),
            ),
            _regime("draughts64", N_("Russian draughts 64"), book="draughts64", **_DRAUGHTS),
            _regime("fmjd64", N_("Russian draughts 64, FMJD draw counters"), book="draughts64", **_DRAUGHTS),
        )
    }
)


def regime(key: str) -> Regime:
    """The regime of that key.  Raises BadInput `unknown_regime`."""
    try:
        return REGIMES[key]
    except KeyError:
        raise BadInput(
            Message("unknown_regime", N_("There is no regime called “%(regime)s”."), {"regime": key})
        ) from None
