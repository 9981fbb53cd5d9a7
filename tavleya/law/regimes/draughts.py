"""Russian draughts: by the code of draughts 64, and with the draw counters of the FMJD."""

from dataclasses import replace
from types import MappingProxyType

from tavleya.law.messages import say
from tavleya.law.modes_of_play import ModeOfPlay
from tavleya.law.regimes.fide import STEPS
from tavleya.law.terms import RecordDuty, Regime, Setup, SetupRules, TimeReason
from tavleya.messages import N_, label
from tavleya.rules.contract import ClaimKind

_DRAUGHTS64 = Regime(
    key="draughts64",
    game="draughts",
    book="draughts64",
    name=label("regime_draughts64", N_("Russian draughts 64")),
    # The code has no rule on adjourned games: the arbiter's powers are cited instead.
    articles=MappingProxyType(
        {
            "powers": "violations.6",
            "illegal_move": "violations.4.2",
            "illegal_move_penalty": "violations.8",
            "touch": "moves.11",
            "touch_late": "violations.7",
            "displaced": "moves.14",
            "restored": "violations.5",
            "wrong_pieces": "violations.2",
            "wrong_board": "violations.1",
            "wrong_colours": "first-move",
            "free_take": "takes.13",
            "flag": "result.2",
            "disturbance": "violations.5",
            "interruption": "violations.5",
            "record": "notation",
            "refusal": "result.2",
            "insistence": "violations.6",
            "correction": "violations.8",
            "acceptance": "violations.7",
            "both_guilty": "result.2",
            "agreement": "result.3",
            "points": "result.1",
        }
    ),
    claim_articles=MappingProxyType(
        {ClaimKind.REPETITION: "draws.1", ClaimKind.KINGS_ONLY: "draws.2", ClaimKind.SHORT_ENDING: "draws.3"}
    ),
    incidents=MappingProxyType({"displaced": "moves.14", "refusal": "violations.6"}),
    way_articles=MappingProxyType(
        {
            ModeOfPlay.OVER_BOARD: "ways.1",
            ModeOfPlay.SIMULTANEOUS: "ways.2",
            ModeOfPlay.CORRESPONDENCE: "ways.3",
            ModeOfPlay.BLINDFOLD: "ways.4",
            ModeOfPlay.BLINDFOLD_SIMULTANEOUS: "ways.5",
            ModeOfPlay.BLIND: "ways.6",
            ModeOfPlay.HANDICAP: "ways.7",
        }
    ),
    time_reasons=(TimeReason("result.2", say("time_on_clocks")),),
    illegal_until_reply=True,
    both_flags_draw=False,
    refusal_insisted=True,
    opponent_wins=frozenset({"result.2"}),
    setup=SetupRules(pieces=Setup.OPPONENT, board=Setup.REPLAY, colours=Setup.CONTINUE),
    record=RecordDuty(below_ms=None),
    penalties=STEPS,
)
_FMJD64 = replace(
    _DRAUGHTS64,
    key="fmjd64",
    name=label("regime_fmjd64", N_("Russian draughts 64, FMJD draw counters")),
    rules=MappingProxyType({"variant": "fmjd64"}),
    # The code has no articles on these: they are drawn under its general rule on drawn endings.
    claim_articles=MappingProxyType(
        {
            **_DRAUGHTS64.claim_articles,
            ClaimKind.PIECE_BALANCE: "result.3",
            ClaimKind.THREE_KINGS: "result.3",
            ClaimKind.MAIN_ROAD: "result.3",
        }
    ),
)

REGIMES = (_DRAUGHTS64, _FMJD64)
