"""Time controls that an organiser picks by name instead of spelling them."""

from __future__ import annotations

from dataclasses import dataclass

from clocks.controls import BonusKind, Carry, TimeControl, parse
from common.messages import N_, Message, label

_ALL_GAMES = ("chess", "draughts", "tavreli")


@dataclass(frozen=True, slots=True)
class Preset:
    """`key` is stable; `games` are those that the preset is offered for first."""

    key: str
    name: Message
    control: TimeControl
    games: tuple[str, ...]


def _preset(key: str, name: str, control: TimeControl, *games: str) -> Preset:
    return Preset(key, label(f"preset_{key}", name), control, games or _ALL_GAMES)


def _tavreli(text: str) -> TimeControl:
    # 6.2: unused time goes over to the next period, except where there is a fixed time for each move.
    plain = parse(text)
    return TimeControl(plain.periods, carry=Carry.UNLESS_BONUS)


PRESETS: tuple[Preset, ...] = (
    _preset(
        "classical_40_90",
        N_("Classical: 40 moves in 90 min, then 30 min, with 30 s a move from the first"),
        parse("40/90+30:30+30"),
        "chess",
    ),
    _preset(
        "classical_40_100",
        N_("Classical: 40 moves in 100 min, 20 in 50, then 15 min, with 30 s a move from the first"),
        parse("40/100+30:20/50+30:15+30"),
        "chess",
    ),
    _preset("classical_90_30", N_("Classical: 90 min and 30 s a move"), TimeControl.of(90, 30), "chess"),
    _preset(
        "tavreli_40_90",
        N_("Classical: 40 moves in 90 min, then 30 min, no time per move"),
        _tavreli("40/90:30"),
        "tavreli",
    ),
    _preset(
        "tavreli_90_d30",
        N_("Classical: 90 min, after 30 s of each move that cost nothing (delay)"),
        _tavreli("90 d30"),
        "tavreli",
    ),
    _preset("tavreli_30", N_("Rapid: 30 min for all moves"), _tavreli("30"), "tavreli"),
    _preset("tavreli_10", N_("Blitz: 10 min for all moves"), _tavreli("10"), "tavreli"),
    _preset("draughts_45_15", N_("Classical: 45 min and 15 s a move"), TimeControl.of(45, 15), "draughts"),
    _preset("draughts_60", N_("Classical: 60 min for all moves"), TimeControl.of(60), "draughts"),
    _preset("rapid_15_10", N_("Rapid: 15 min and 10 s a move"), TimeControl.of(15, 10), "chess", "draughts"),
    _preset("rapid_25_d5", N_("Rapid: 25 min, delay of 5 s"), TimeControl.of(25, 5, BonusKind.DELAY)),
    _preset("blitz_3_2", N_("Blitz: 3 min and 2 s a move"), TimeControl.of(3, 2), "chess", "draughts"),
    _preset("blitz_5", N_("Blitz: 5 min for all moves"), TimeControl.of(5)),
    _preset("days_3", N_("Classical, by correspondence: 3 days for each move"), TimeControl.of_days(3)),
    _preset("days_5", N_("Classical, by correspondence: 5 days for each move"), TimeControl.of_days(5)),
)


def presets_for(game: str) -> tuple[Preset, ...]:
    return tuple(preset for preset in PRESETS if game in preset.games)
