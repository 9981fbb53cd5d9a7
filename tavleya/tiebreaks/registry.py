"""The tie-breaks by name."""

from collections.abc import Iterable

from tavleya.errors import BadInput
from tavleya.tiebreaks import opponents, own, standings, team_breaks
from tavleya.tiebreaks.base import Descriptor, TieBreak
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.own import DirectEncounter

TIEBREAKS: dict[str, type[TieBreak]] = {
    tie_break.name: tie_break
    for tie_break in (
        DirectEncounter,
        own.Wins,
        own.GamesWon,
        own.BlackGames,
        own.BlackWins,
        own.ProgressiveScore,
        own.RoundsElected,
        own.StandardPoints,
        own.PairingNumber,
        own.Rating,
        opponents.Buchholz,
        opponents.ForeBuchholz,
        opponents.AverageOpponentsBuchholz,
        opponents.SonnebornBerger,
        opponents.Koya,
        own.Solkoff,
        own.Shmulyan,
        opponents.AverageRating,
        opponents.PerformanceRating,
        opponents.PerfectPerformance,
        opponents.AverageOpponentsPerformance,
        opponents.AverageOpponentsPerfectPerformance,
        team_breaks.OtherScore,
        team_breaks.MatchByMatch,
        team_breaks.MatchByGame,
        team_breaks.GameByMatch,
        team_breaks.GameByGame,
        team_breaks.ScoreAndStrength,
        team_breaks.ExtendedDirect,
        team_breaks.ExtendedDirectTop,
        team_breaks.ExtendedDirectBottom,
        team_breaks.ExtendedDirectCountTop,
        team_breaks.ExtendedDirectCountBottom,
        standings.ExternalValue,
        standings.HandOrder,
        team_breaks.BoardCount,
        team_breaks.TopBoards,
        team_breaks.BottomBoards,
    )
}


def tiebreak(text: str) -> TieBreak:
    """Return the tie-break that `text` describes.

    Raises: BadInput ("bad_tiebreak", "unknown_tiebreak", "tiebreak_modifier").
    """
    descriptor = Descriptor.parse(text)
    kind = TIEBREAKS.get(descriptor.name)
    if kind is None:
        raise BadInput(say("unknown_tiebreak", name=descriptor.name))
    unsupported = descriptor.modifiers - kind.modifiers
    if unsupported:
        raise BadInput(say("tiebreak_modifier", name=descriptor.name, modifier=", ".join(sorted(unsupported))))
    return kind(descriptor)


def tiebreaks(texts: Iterable[str]) -> tuple[TieBreak, ...]:
    return tuple(tiebreak(text) for text in texts)
