"""The numbers of every regime, and which of its articles says what."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from common.messages import N_, label
from core.law.terms import (
    MINUTE,
    FlagCaller,
    IllegalMoveStep,
    Measure,
    PenaltyStep,
    Quickplay,
    RecordDuty,
    Regime,
    Setup,
    SetupRules,
    WrongClaim,
)


def _regime(key: str, text: str, **fields: Any) -> Regime:
    return Regime(key=key, name=label(f"regime_{key}", text), **fields)


_TWO, _ONE, _LOSS = IllegalMoveStep(2 * MINUTE), IllegalMoveStep(MINUTE), IllegalMoveStep(loses=True)
_STEPS = (
    PenaltyStep(Measure.WARNING),
    PenaltyStep(Measure.OPPONENT_TIME, 2 * MINUTE),
    PenaltyStep(Measure.TIME_OFF, 2 * MINUTE),
    PenaltyStep(Measure.LOSS),
)

_TAVRELI_ARTICLES = MappingProxyType(
    {
        "powers": "tavreli:13.4",
        "touch": "tavreli:4.2",
        "touch_late": "tavreli:4.5",
        "displaced": "tavreli:7.3",
        "restored": "tavreli:7.4",
        "clocks_restored": "tavreli:6.13",
        "absence": "tavreli:6.6",
        "clock_place": "tavreli:6.4",
        "defective_clock": "tavreli:6.10",
        "both_flags": "tavreli:6.11",
        "both_flags_last": "tavreli:10.4",
        "own_flag_up": "tavreli:B.7",
        "disturbance": "tavreli:13.5",
        "interruption": "tavreli:6.12",
        "deduction": "tavreli:8.1",
        "unproven": "tavreli:8.6",
        "refusal": "tavreli:12.7",
        "both_guilty": "tavreli:12.8",
        "agreement": "tavreli:9.1",
        "on_claim_only": "tavreli:B.5",
        "spectators": "tavreli:13.7",
        "points": "tavreli:11.1",
    }
)
_TAVRELI_SETUP = SetupRules(
    pieces=(Setup.REPLAY, "tavreli:7.1"),
    board=(Setup.TRANSFER, "tavreli:7.1"),
    colours=(Setup.CONTINUE, "tavreli:7.2"),
)
_TAVRELI_QUICK = SetupRules(
    pieces=_TAVRELI_SETUP.pieces,
    board=_TAVRELI_SETUP.board,
    colours=_TAVRELI_SETUP.colours,
    no_claim_after=3,
    no_claim_article="tavreli:B.4",
)
_TAVRELI: dict[str, Any] = {
    "game": "tavreli",
    "book": "tavreli-1997",
    "articles": _TAVRELI_ARTICLES,
    "illegal_article": "tavreli:7.4",
    "penalty_article": "tavreli:10.3",
    "illegal_moves": (_TWO, _TWO, _LOSS),
    "wrong_claim": WrongClaim(
        "tavreli:9.5", 3 * MINUTE, claimant_loses_half=True, claimant_loses_at_most_ms=3 * MINUTE
    ),
    "flag_article": "tavreli:6.9",
    "default_time_ms": 60 * MINUTE,
    "setup": _TAVRELI_SETUP,
    "record": RecordDuty("tavreli:8.4"),
    "quickplay": Quickplay("tavreli:10.2", 2 * MINUTE, postpone_gains_ms=2 * MINUTE),
    "penalties": _STEPS,
}
_TAVRELI_RAPID = _TAVRELI | {
    "flag_caller": FlagCaller.PLAYER,
    "on_claim_only": True,
    "setup": _TAVRELI_QUICK,
    "record": RecordDuty("tavreli:B.3", below_ms=None),
}

_FIDE_ARTICLES = MappingProxyType(
    {
        "powers": "chess:12.9",
        "touch": "chess:4.3",
        "touch_late": "chess:4.8",
        "displaced": "chess:7.4.1",
        "restored": "chess:7.6",
        "clocks_restored": "chess:7.1",
        "absence": "chess:6.7.1",
        "clock_place": "chess:6.5",
        "defective_clock": "chess:6.10.1",
        "both_flags": "chess:III.3.1",
        "both_flags_last": "chess:III.3.1",
        "disturbance": "chess:12.5",
        "interruption": "chess:6.11.1",
        "deduction": "chess:8.1.6",
        "unproven": "chess:8.6",
        "refusal": "chess:11.7",
        "both_guilty": "chess:11.8",
        "agreement": "chess:9.1.1",
        "spectators": "chess:12.7",
        "points": "chess:10.1",
        "penalty.warning": "chess:12.9.1",
        "penalty.opponent_time": "chess:12.9.2",
        "penalty.time_off": "chess:12.9.3",
        "penalty.opponent_points": "chess:12.9.4",
        "penalty.points_off": "chess:12.9.5",
        "penalty.loss": "chess:12.9.6",
        "penalty.fine": "chess:12.9.7",
        "penalty.rounds": "chess:12.9.8",
        "penalty.exclusion": "chess:12.9.9",
    }
)
_FIDE_SETUP = SetupRules(
    pieces=(Setup.REPLAY, "chess:7.2.1"),
    board=(Setup.TRANSFER, "chess:7.2.2"),
    colours=(Setup.CONTINUE, "chess:7.3"),
    colours_new_game_below=10,
)
_FIDE_QUICK = SetupRules(
    pieces=_FIDE_SETUP.pieces,
    board=_FIDE_SETUP.board,
    colours=_FIDE_SETUP.colours,
    colours_new_game_below=10,
    no_claim_after=10,
    no_claim_article="chess:A.5.1",
)
_FIDE: dict[str, Any] = {
    "game": "chess",
    "book": "fide-2023",
    "articles": _FIDE_ARTICLES,
    "flag_article": "chess:6.9",
    "no_win_without_mating": True,
    "default_time_ms": 0,
    "agreed_draw_moves": 1,
    "setup": _FIDE_SETUP,
    "record": RecordDuty("chess:8.4"),
    "quickplay": Quickplay(
        "chess:III.5",
        2 * MINUTE,
        postpone_gains_ms=2 * MINUTE,
        reject_gains_ms=2 * MINUTE,
        on_move_only=True,
        without_bonus=True,
        bonus_article="chess:III.4",
        bonus_ms=5_000,
        bonus_gains_ms=2 * MINUTE,
    ),
    "penalties": _STEPS,
    # A fine must have been announced: the regulations of the event add it.
    "measures": frozenset(Measure) - {Measure.FINE},
}
_FIDE_FAST: dict[str, Any] = _FIDE | {
    "illegal_moves": (_ONE, _LOSS),
    "illegal_until_reply": True,
    "setup": _FIDE_QUICK,
    "record": RecordDuty("chess:A.2", below_ms=None),
}

_DRAUGHTS: dict[str, Any] = {
    "game": "draughts",
    "book": "draughts64",
    "articles": MappingProxyType(
        {
            "powers": "draughts:violations.6",
            "touch": "draughts:moves.11",
            "touch_late": "draughts:violations.7",
            "displaced": "draughts:moves.14",
            "restored": "draughts:violations.5",
            "disturbance": "draughts:violations.5",
            "interruption": "draughts:violations.5",
            "refusal": "draughts:result.2",
            "both_guilty": "draughts:result.2",
            "agreement": "draughts:result.3",
            "no_win": "draughts:result.3",
            "points": "draughts:result.1",
        }
    ),
    "illegal_article": "draughts:violations.4.2",
    "penalty_article": "draughts:violations.8",
    "illegal_until_reply": True,
    "flag_article": "draughts:result.2",
    "both_flags_draw": False,
    "setup": SetupRules(
        pieces=(Setup.OPPONENT, "draughts:violations.2"),
        board=(Setup.REPLAY, "draughts:violations.1"),
        colours=(Setup.CONTINUE, "draughts:first-move"),
    ),
    "record": RecordDuty("draughts:notation", below_ms=None),
    "penalties": _STEPS,
}

ALL = (
    _regime("tavreli-1997", N_("Tavreli 1997, classical"), **_TAVRELI),
    _regime("tavreli-1997-rapid", N_("Tavreli 1997, rapid"), **_TAVRELI_RAPID),
    _regime(
        "tavreli-1997-blitz",
        N_("Tavreli 1997, blitz"),
        **_TAVRELI_RAPID
        | {
            "illegal_article": "tavreli:V.3",
            "penalty_article": "tavreli:V.3",
            "illegal_moves": (_LOSS,),
            "illegal_until_reply": True,
            "quickplay": None,
            "no_quickplay_article": "tavreli:V.4",
        },
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
        **_FIDE_FAST,
        illegal_article="chess:A.5.2",
        penalty_article="chess:A.5.2",
        wrong_claim=WrongClaim("chess:A.3", MINUTE),
    ),
    _regime(
        "fide-2023-blitz",
        N_("FIDE Laws 2023, blitz"),
        **_FIDE_FAST | {"quickplay": None, "no_quickplay_article": "chess:III.2.2"},
        illegal_article="chess:B.3",
        penalty_article="chess:B.3",
        wrong_claim=WrongClaim("chess:B.3", MINUTE),
    ),
    _regime("draughts64", N_("Russian draughts 64"), **_DRAUGHTS),
    _regime("fmjd64", N_("Russian draughts 64, FMJD draw counters"), **_DRAUGHTS),
)
