"""Regimes: the law book of a game, and its numbers.

Penalties are not constants in code: penalty steps, prices of wrong claims and the permitted caller of a flag are fields
of a `Regime`, and an event with different rules overlays them (`tavleya.law.regulations`).  An article is a number in
the regime's book, so that regimes of a new edition are created from the old ones by `replace`.
"""

from dataclasses import replace
from types import MappingProxyType

from tavleya.clocks.controls import FIDE_RATES, TAVRELI_RATES, RateOfPlay
from tavleya.law.messages import say
from tavleya.law.terms import (
    MINUTE,
    FlagCaller,
    IllegalMoveStep,
    Measure,
    ModeOfPlay,
    PenaltyStep,
    Quickplay,
    QuickplayGround,
    RecordDuty,
    Regime,
    Setup,
    SetupRules,
    TimeReason,
    WrongClaim,
)
from tavleya.messages import N_, label
from tavleya.rules.contract import ClaimKind

# Steps that several regimes share.

TWO_MINUTES = IllegalMoveStep(2 * MINUTE)
ONE_MINUTE = IllegalMoveStep(MINUTE)
LOSS = IllegalMoveStep(loses=True)

#: The default sequence of penalties for breaches of good conduct.
STEPS = (
    PenaltyStep(Measure.WARNING),
    PenaltyStep(Measure.OPPONENT_TIME, 2 * MINUTE),
    PenaltyStep(Measure.TIME_OFF, 2 * MINUTE),
    PenaltyStep(Measure.LOSS),
)

# Chess by the FIDE Laws: standard; rapid and blitz, each as usually played and with adequate supervision.
#
# If an arbiter supervises at most three games of rapid (A.4), or one of blitz (B.2), and the games are recorded, the
# Competition Rules apply in full; otherwise A.5 changes them.  The one minute of A.3 applies to all rapid games, and to
# blitz without that supervision (B.3).

STANDARD = Regime(
    key="fide-2023",
    game="chess",
    book="fide-2023",
    name=label("regime_fide-2023", N_("FIDE Laws 2023, standard")),
    articles=MappingProxyType(
        {
            "powers": "12.9",
            "illegal_move": "7.5.1",
            "illegal_move_penalty": "7.5.5",
            "not_completed": "7.5.1",
            "touch": "4.3",
            "touch_late": "4.8",
            "displaced": "7.4.1",
            "restored": "7.6",
            "wrong_pieces": "7.2.1",
            "wrong_board": "7.2.2",
            "wrong_colours": "7.3",
            "absence": "6.7.1",
            "clock_place": "6.5",
            "defective_clock": "6.10.1",
            "wrong_setting": "6.10.2",
            "flag": "6.9",
            "both_flags": "III.3.1.1",
            "both_flags_last": "III.3.1.2",
            "disturbance": "12.5",
            "interruption": "6.11.1",
            "record": "8.4",
            "deduction": "8.1.6",
            "unproven": "8.6",
            "touched_before_answer": "9.1.2.1",
            "touched_before_claim": "9.4",
            "claim_late": "9.4",
            "wrong_claim": "9.5.3",
            "quickplay": "III.5",
            "quickplay_agreed": "III.5.1",
            "quickplay_postponed": "III.5.2",
            "quickplay_rejected": "III.5.3",
            "quickplay_with_bonus": "III.2.2",
            "no_quickplay": "III.2.1",
            "increment": "III.4",
            "refusal": "11.7",
            "both_guilty": "11.8",
            "agreement": "9.1.1",
            "points": "10.1",
            "rate": ("A.1", "B.1"),
            "seal": "I.1",
            "bad_sealed_move": "I.8",
            "late_to_resumption": "I.10",
            "lost_envelope": "I.12",
            "wrong_resumption": "I.13",
        }
    ),
    penalty_articles=MappingProxyType(
        {
            Measure.WARNING: "12.9.1",
            Measure.OPPONENT_TIME: "12.9.2",
            Measure.TIME_OFF: "12.9.3",
            Measure.OPPONENT_POINTS: "12.9.4",
            Measure.POINTS_OFF: "12.9.5",
            Measure.LOSS: "12.9.6",
            Measure.FINE: "12.9.7",
            Measure.ROUNDS: "12.9.8",
            Measure.EXCLUSION: "12.9.9",
        }
    ),
    claim_articles=MappingProxyType({ClaimKind.REPETITION: "9.2", ClaimKind.FIFTY_MOVES: "9.3"}),
    illegal_acts=MappingProxyType({"not_promoted": "7.5.2", "press_without_move": "7.5.3", "two_hands": "7.5.4"}),
    incidents=MappingProxyType(
        {
            "distracting": "11.5",
            "improper_offer": "11.5",
            "notes": "11.3.1",
            "analysis": "11.3.1",
            "leaving": "11.2.3",
            "clock_misuse": "6.2.4",
            "not_recording": "8.1.1",
            "notation": "8.1.1",
            "phone": "11.3.2.2",
            "device_put_away": "11.3.2.1",
            "disrepute": "11.1",
            "spectators": "12.7",
            "displaced": "7.4.1",
            "refusal": "11.7",
            "late": "6.7.1",
        }
    ),
    time_reasons=(
        TimeReason("6.10.2", say("time_for_wrong_setting")),
        TimeReason("6.11.1", say("time_after_stop")),
        TimeReason("12.9.2", say("time_as_penalty")),
    ),
    illegal_moves=(TWO_MINUTES, LOSS),
    wrong_claim=WrongClaim(2 * MINUTE),
    claim_offers_draw=True,
    no_win_without_mating=True,
    default_time_ms=0,
    agreed_draw_moves=1,
    setup=SetupRules(pieces=Setup.REPLAY, board=Setup.TRANSFER, colours=Setup.CONTINUE, colours_new_game_below=10),
    record=RecordDuty(),
    quickplay=Quickplay(
        2 * MINUTE,
        postpone_gains_ms=2 * MINUTE,
        reject_gains_ms=2 * MINUTE,
        grounds=(QuickplayGround.NO_EFFORT, QuickplayGround.CANNOT_WIN),
        in_force=False,
        on_move_only=True,
        without_bonus=True,
        bonus_ms=5_000,
        bonus_gains_ms=2 * MINUTE,
    ),
    opponent_wins=frozenset({"11.3.2.2"}),
    penalties=STEPS,
    # A fine must be announced: the regulations of the event add it.
    measures=frozenset(Measure) - {Measure.FINE},
    rate_limits=FIDE_RATES,
)
SUPERVISED_RAPID = replace(
    STANDARD,
    key="fide-2023-rapid-supervised",
    name=label("regime_fide-2023-rapid-supervised", N_("FIDE Laws 2023, rapid with adequate supervision (A.4)")),
    articles=MappingProxyType(
        {
            **STANDARD.articles,
            "illegal_move_penalty": ("7.5.5", "A.3"),
            "record": "A.2",
            "wrong_claim": ("9.5.3", "A.3"),
        }
    ),
    illegal_moves=(ONE_MINUTE, LOSS),
    wrong_claim=WrongClaim(MINUTE),
    record=RecordDuty(below_ms=None),
    rate=RateOfPlay.RAPID,
)
RAPID = replace(
    SUPERVISED_RAPID,
    key="fide-2023-rapid",
    name=label("regime_fide-2023-rapid", N_("FIDE Laws 2023, rapid")),
    articles=MappingProxyType(
        {
            **SUPERVISED_RAPID.articles,
            "illegal_move": ("7.5.1", "A.5.2"),
            "illegal_position": "A.5.4",
            "no_setup_claim": "A.5.1.2",
            "late_setting": "A.5.1.1",
        }
    ),
    illegal_until_reply=True,
    setup=replace(STANDARD.setup, no_claim_after=10),
)
SUPERVISED_BLITZ = replace(
    STANDARD,
    key="fide-2023-blitz-supervised",
    name=label("regime_fide-2023-blitz-supervised", N_("FIDE Laws 2023, blitz with adequate supervision (B.2)")),
    articles=MappingProxyType(
        {
            **STANDARD.articles,
            "illegal_move_penalty": ("7.5.5", "B.2"),
            "record": "B.2",
            "wrong_claim": ("9.5.3", "B.2"),
            "no_quickplay": "III.2.2",
        }
    ),
    record=RecordDuty(below_ms=None),
    quickplay=None,
    rate=RateOfPlay.BLITZ,
)
BLITZ = replace(
    RAPID,
    key="fide-2023-blitz",
    name=label("regime_fide-2023-blitz", N_("FIDE Laws 2023, blitz")),
    articles=MappingProxyType(
        {
            **RAPID.articles,
            "illegal_move": ("7.5.1", "A.5.2", "B.3"),
            "illegal_move_penalty": ("7.5.5", "B.3"),
            "illegal_position": ("A.5.4", "B.3"),
            "no_setup_claim": ("A.5.1.2", "B.3"),
            "late_setting": ("A.5.1.1", "B.3"),
            "record": ("A.2", "B.3"),
            "wrong_claim": ("9.5.3", "B.3"),
            "no_quickplay": "III.2.2",
        }
    ),
    quickplay=None,
    rate=RateOfPlay.BLITZ,
)

# Tavreli by the rules of 1997: classical, rapid, blitz.

_TAVRELI_CLASSICAL = Regime(
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
_TAVRELI_RAPID = replace(
    _TAVRELI_CLASSICAL,
    key="tavreli-1997-rapid",
    name=label("regime_tavreli-1997-rapid", N_("Tavreli 1997, rapid")),
    articles=MappingProxyType({**_TAVRELI_CLASSICAL.articles, "no_setup_claim": "B.4", "record": "B.3"}),
    flag_caller=FlagCaller.PLAYER,
    on_claim_only=True,
    setup=replace(_TAVRELI_CLASSICAL.setup, no_claim_after=3),
    record=RecordDuty(below_ms=None),
    rate=RateOfPlay.RAPID,
)
_TAVRELI_BLITZ = replace(
    _TAVRELI_RAPID,
    key="tavreli-1997-blitz",
    name=label("regime_tavreli-1997-blitz", N_("Tavreli 1997, blitz")),
    articles=MappingProxyType(
        {**_TAVRELI_RAPID.articles, "illegal_move": "V.3", "illegal_move_penalty": "V.3", "no_quickplay": "V.4"}
    ),
    illegal_moves=(LOSS,),
    illegal_until_reply=True,
    quickplay=None,
    rate=RateOfPlay.BLITZ,
)

# Russian draughts: by the code of draughts 64, and with the draw counters of the FMJD.

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

REGIMES = (
    _TAVRELI_CLASSICAL,
    _TAVRELI_RAPID,
    _TAVRELI_BLITZ,
    STANDARD,
    RAPID,
    SUPERVISED_RAPID,
    BLITZ,
    SUPERVISED_BLITZ,
    _DRAUGHTS64,
    _FMJD64,
)
