"""Records of team tournaments (TRF26)."""

import re
from dataclasses import dataclass
from typing import Any

from tavleya.formats.trf.columns import (
    IntegerColumn,
    Layout,
    Maybe,
    Points,
    RightText,
    Series,
    Text,
    read_points,
    read_whole,
    unreadable,
)
from tavleya.formats.trf.records import TrfRecord


@dataclass(frozen=True, kw_only=True)
class TeamRecord(TrfRecord):
    """310: a team; `members` are starting ranks of its players in board order, points are half-points."""

    since = 26
    codes = ("310",)
    layout = Layout(
        (
            IntegerColumn("number", 5, 7),
            Text("name", 9, 40),
            Text("nickname", 42, 46),
            RightText("strength", 48, 53),
            Points("match_points", 55, 60),
            Points("game_points", 62, 67),
            Maybe("rank", 69, 71),
        ),
        Series("members", Maybe("member", 74, 77), 5),
    )

    number: int
    name: str
    nickname: str = ""
    strength: str = ""
    match_points: int | None = None
    game_points: int | None = None
    rank: int | None = None
    members: tuple[int | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LineUpRecord(TrfRecord):
    """300: the players of a team, if not its first boards in order; None is an empty board."""

    since = 26
    codes = ("300",)
    layout = Layout(
        (IntegerColumn("round", 5, 7), IntegerColumn("team", 9, 11), Maybe("opponent", 13, 15)),
        Series("players", Maybe("player", 17, 20), 5),
    )

    round: int
    team: int
    opponent: int | None = None
    players: tuple[int | None, ...]


@dataclass(frozen=True, kw_only=True)
class TeamByes(TrfRecord):
    """320: the teams with the pairing-allocated bye, round by round, and its points."""

    since = 26
    codes = ("320",)
    layout = Layout(
        (Points("match_points", 5, 8), Points("game_points", 10, 13)), Series("teams", Maybe("team", 15, 17), 4)
    )

    match_points: int | None = None
    game_points: int | None = None
    teams: tuple[int | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TeamForfeit(TrfRecord):
    """330: a match that one team (`+-`, `-+`) or both (`--`) forfeited."""

    since = 26
    codes = ("330",)
    layout = Layout(
        (
            Text("kind", 5, 6),
            IntegerColumn("round", 8, 10),
            IntegerColumn("white", 12, 14),
            IntegerColumn("black", 16, 18),
        )
    )

    kind: str
    round: int
    white: int
    black: int


_WORD = re.compile(r"\S+")
#: The offset of the first id in a line 299.
_FIRST_ID = 23


@dataclass(frozen=True, kw_only=True)
class AbnormalPoints(TrfRecord):
    """299: points that do not follow from the results; `kind` is a result's letter, empty for a penalty or bonus."""

    since = 26
    codes = ("299",)
    layout = Layout(
        (Text("kind", 5, 5), Points("match_points", 7, 11), Points("game_points", 13, 17), Maybe("round", 20, 22)),
        Series("ids", Maybe("id", 24, 27), 5),
    )

    kind: str = ""
    match_points: int | None = None
    game_points: int | None = None
    round: int | None = None
    ids: tuple[int | None, ...] = ()

    @classmethod
    def read(cls, text: str) -> dict[str, Any]:
        """Read the line by words: drafts of the specification had other columns.

        Numbers that start in the columns of the ids have a blank round before them.
        """
        words = text[5:].split()
        points = [read_points(word) for word in words if "." in word]
        numbers: list[int | None] = [read_whole(word) for word in words if "." not in word]
        starts = [match.start() for match in _WORD.finditer(text, 5) if "." not in match.group()]
        if starts and starts[0] >= _FIRST_ID:
            numbers.insert(0, None)
        if not 1 <= len(points) <= 2 or any("." in word for word in words[len(points) :]):
            raise unreadable("trf_points", text=text[5:].strip())
        match_points, game_points = points if len(points) == 2 else (None, points[0])
        return {
            "kind": text[4:5].strip(),
            "match_points": match_points,
            "game_points": game_points,
            "round": numbers[0] if numbers else None,
            "ids": tuple(numbers[1:]),
        }
