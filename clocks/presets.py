"""Time controls that an organiser picks by name instead of spelling them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tavleya.clocks.controls import BonusKind, Carry, TimeControl, parse_control
from tavleya.messages import N_, Message, label


@dataclass(frozen=True, slots=True)
class Preset:
    """`key` is stable: the record of a game lists its presets by it."""

    key: str
    name: Message
    control: TimeControl


def _preset(key: str, name: str, control: TimeControl) -> Preset:
    return Preset(key, label(f"preset_{key}", name), control)


def _tavreli(text: str) -> TimeControl:
    # 6.2: unused time passes to the next period, except with a fixed time for each move.
    plain = parse_control(text)
    return TimeControl(plain.periods, carry=Carry.UNLESS_BONUS)


_PRESETS: tuple[Preset, ...] = (
    _preset(
        "classical_40_90",
        N_("Classical: 40 moves in 90 min, then 30 min, with 30 s a move from the first"),
        parse_control("40/90+30:30+30"),
    ),
    _preset(
        "classical_40_100",
        N_("Classical: 40 moves in 100 min, 20 in 50, then 15 min, with 30 s a move from the first"),
        parse_control("40/100+30:20/50+30:15+30"),
    ),
    _preset("classical_90_30", N_("Classical: 90 min and 30 s a move"), TimeControl.of(90, 30)),
    _preset(
        "tavreli_40_90",
        N_("Classical: 40 moves in 90 min, then 30 min, no time per move"),
        _tavreli("40/90:30"),
    ),
    _preset(
        "tavreli_90_d30",
        N_("Classical: 90 min, after 30 s of each move that cost nothing (delay)"),
        _tavreli("90 d30"),
    ),
    _preset("tavreli_30", N_("Rapid: 30 min for all moves"), _tavreli("30")),
    _preset("tavreli_10", N_("Blitz: 10 min for all moves"), _tavreli("10")),
    _preset("draughts_45_15", N_("Classical: 45 min and 15 s a move"), TimeControl.of(45, 15)),
    _preset("draughts_60", N_("Classical: 60 min for all moves"), TimeControl.of(60)),
    _preset("rapid_15_10", N_("Rapid: 15 min and 10 s a move"), TimeControl.of(15, 10)),
    _preset("rapid_25_d5", N_("Rapid: 25 min, delay of 5 s"), TimeControl.of(25, 5, BonusKind.DELAY)),
    _preset("blitz_3_2", N_("Blitz: 3 min and 2 s a move"), TimeControl.of(3, 2)),
    _preset("blitz_5", N_("Blitz: 5 min for all moves"), TimeControl.of(5)),
    _preset("days_3", N_("Classical, by correspondence: 3 days for each move"), TimeControl.of_days(3)),
    _preset("days_5", N_("Classical, by correspondence: 5 days for each move"), TimeControl.of_days(5)),
)

#: Every preset by its key.
PRESETS: Mapping[str, Preset] = MappingProxyType({one.key: one for one in _PRESETS})
