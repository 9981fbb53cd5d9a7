"""Tavreli by the rules of 1997: classical, rapid, blitz."""

from dataclasses import replace
from types import MappingProxyType

from tavleya.clocks.controls import TAVRELI_RATES, RateOfPlay
from tavleya.law.messages import say
from tavleya.law.regimes.fide import LOSS, STEPS, TWO_MINUTES
from tavleya.law.terms import (
    MINUTE,
    FlagCaller,
    Quickplay,
    RecordDuty,
    Regime,
    Setup,
    SetupRules,
    TimeReason,
    WrongClaim,
)
from tavleya.messages import N_, label
from tavleya.rules.contract import ClaimKind

_CLASSICAL = Regime(
    key="tavreli-1997",
    game="tavreli",
    book="tavreli-1997",
    name=label("regime_tavreli-1997", N_("Tavreli 1997, classical")),
    articles=MappingProxyType(
        {
            "powers": "13.4",
            "illegal_move": "7.4",
            "illegal_move_penalty": "10.3",
            "not_completed": "7.4",
            "touch": "4.2",
            "touch_late": "4.5",
            "displaced": "7.3",
            "restored": "7.4",
            "wrong_pieces": "7.1",
            "wrong_board": "7.1",
            "wrong_colours": "7.2",
            "absence": "6.6",
            "clock_place": "6.4",
            "defective_clock": "6.10",
            "flag": "6.9",
            "both_flags": "6.11",
            "both_flags_last": "10.4",
            "disturbance": "13.5",
            "interruption": "6.12",
            "record": "8.4",
            "deduction": "8.1",
            "unproven": "8.6",
            "wrong_claim": "9.5",
            "quickplay": "10.2",
            "refusal": "12.7",
            "both_guilty": "12.8",
            "agreement": "9.1",
            "on_claim_only": "B.5",
            "points": "11.1",
            "seal": "A.1",
            "bad_sealed_move": "A.8",
            "rate": ("B.1", "V.1"),
            "claim_late": "9.4",
            "late_to_resumption": "A.10",
            "lost_envelope": "A.11",
            "wrong_resumption": "A.12",
        }
    ),
    claim_articles=MappingProxyType({ClaimKind.REPETITION: "9.2", ClaimKind.FIFTY_MOVES: "9.3"}),
    incidents=MappingProxyType(
        {
            "distracting": "12.5",
            "improper_offer": "12.5",
            "notes": "12.2",
            "analysis": "12.3",
            "leaving": "12.4",
            "clock_misuse": "6.7",
            "not_recording": "8.1",
            "notation": "G.4",
            "phone": "12.2",
            "disrepute": "12.1",
            "spectators": "13.7",
            "displaced": "7.3",
            "refusal": "12.7",
            "late": "6.6",
        }
    ),
    time_reasons=(
        TimeReason("6.10", say("time_for_defective_clocks")),
        TimeReason("6.12", say("time_after_stop")),
        TimeReason("13.4", say("time_as_penalty")),
    ),
    illegal_moves=(TWO_MINUTES, TWO_MINUTES, LOSS),
    wrong_claim=WrongClaim(3 * MINUTE, claimant_loses_half=True, claimant_loses_at_most_ms=3 * MINUTE),
    default_time_ms=60 * MINUTE,
    resumption_late_ms=60 * MINUTE,
    setup=SetupRules(pieces=Setup.REPLAY, board=Setup.TRANSFER, colours=Setup.CONTINUE),
    record=RecordDuty(),
    quickplay=Quickplay(2 * MINUTE, postpone_gains_ms=2 * MINUTE),
    penalties=STEPS,
    rate_limits=TAVRELI_RATES,
)
_RAPID = replace(
    _CLASSICAL,
    key="tavreli-1997-rapid",
    name=label("regime_tavreli-1997-rapid", N_("Tavreli 1997, rapid")),
    articles=MappingProxyType({**_CLASSICAL.articles, "no_setup_claim": "B.4", "record": "B.3"}),
    flag_caller=FlagCaller.PLAYER,
    on_claim_only=True,
    setup=replace(_CLASSICAL.setup, no_claim_after=3),
    record=RecordDuty(below_ms=None),
    rate=RateOfPlay.RAPID,
)
_BLITZ = replace(
    _RAPID,
    key="tavreli-1997-blitz",
    name=label("regime_tavreli-1997-blitz", N_("Tavreli 1997, blitz")),
    articles=MappingProxyType(
        {**_RAPID.articles, "illegal_move": "V.3", "illegal_move_penalty": "V.3", "no_quickplay": "V.4"}
    ),
    illegal_moves=(LOSS,),
    illegal_until_reply=True,
    quickplay=None,
    rate=RateOfPlay.BLITZ,
)

REGIMES = (_CLASSICAL, _RAPID, _BLITZ)
