"""Settings of a pairing system other than its rounds; read from and written to plain JSON.

Points are half-points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar, Protocol, TypeVar

from tavleya.errors import BadInput
from tavleya.pairing import keizer
from tavleya.pairing.messages import say
from tavleya.sides import Side

# A simultaneous display: one player against many, at consecutive boards.

SYSTEM = "simul"


class Colours(StrEnum):
    """The colours of the player who gives the display."""

    WHITE = "white"
    BLACK = "black"
    ALTERNATE = "alternate"  # White at odd boards


@dataclass(frozen=True, slots=True)
class DisplaySeat:
    """One board: `side` is the giver's."""

    board: int
    opponent: int
    side: Side

    @property
    def white(self) -> int | None:
        """The opponent if they have White; None for the giver."""
        return self.opponent if self.side is Side.BLACK else None


def seats(opponents: Sequence[int], colours: Colours = Colours.WHITE) -> tuple[DisplaySeat, ...]:
    """Return boards 1, 2 … in the order of `opponents`, each at one of them."""
    if len(set(opponents)) != len(opponents):
        raise ValueError("an opponent sits at one board")
    return tuple(
        DisplaySeat(board, opponent, _side(colours, board)) for board, opponent in enumerate(opponents, start=1)
    )


def _side(colours: Colours, board: int) -> Side:
    if colours is Colours.ALTERNATE:
        return Side.WHITE if board % 2 else Side.BLACK
    return Side(colours.value)


MOST_BOARDS = 60
MOST_MOLTER_ROUNDS = 15
#: The most games of a match between two players.
MOST_GAMES = 12


#: Colour preferences of teams (C.04.6, 1.7).
PREFERENCES_A, PREFERENCES_B, NO_PREFERENCES = "A", "B", "none"


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """`rank_by`: MP or GP, the score that ranks (and pairs, in a Swiss); points of a match in half-points."""

    rank_by: str = "MP"
    match_win: int = 4
    match_draw: int = 2
    match_loss: int = 0

    def __post_init__(self) -> None:
        _one_of("rank_by", self.rank_by, ("MP", "GP"))
        for name in ("match_win", "match_draw", "match_loss"):
            _between(name, getattr(self, name), 0, 200)
        if not self.match_win > self.match_draw >= self.match_loss:
            raise BadInput(say("bad_match_points"), field="match_win")


@dataclass(frozen=True, slots=True)
class MolterOptions:
    """`rounds`: the number of rounds of a Molter, fewer than the number of teams."""

    rounds: int = 3

    def __post_init__(self) -> None:
        _between("rounds", self.rounds, 1, MOST_MOLTER_ROUNDS)


@dataclass(frozen=True, slots=True)
class RoundRobinOptions:
    """`exchange_last`: whether the last two rounds of the first of two cycles are swapped (C.05, Annex 1)."""

    exchange_last: bool = True

    def __post_init__(self) -> None:
        _one_of("exchange_last", self.exchange_last, (True, False))


@dataclass(frozen=True, slots=True)
class KeizerOptions:
    """The terms of `tavleya.pairing.keizer`; `top` None: one and a half times the number of players.

    `excused`: how many excused evenings give their share; None for all.
    """

    top: int | None = None
    step: int = 1
    own: int = 1
    gap: int = 4
    excused: int | None = None

    def __post_init__(self) -> None:
        if self.top is not None:
            _between("top", self.top, 1, 10_000)
        if self.excused is not None:
            _between("excused", self.excused, 0, 400)
        _between("step", self.step, 1, 100)
        _between("own", self.own, 0, 10)
        _between("gap", self.gap, 0, 100)

    @property
    def terms(self) -> keizer.KeizerTerms:
        return keizer.KeizerTerms(top=self.top, step=self.step, own=self.own, excused=self.excused, gap=self.gap)


@dataclass(frozen=True, slots=True)
class SwissOptions:
    """`match_games`: how many games opponents play; a Double-Swiss always has two.

    `match_score` if there are several: `games` for the points of each, `match` for one result.
    """

    match_games: int = 1
    match_score: str = "games"

    def __post_init__(self) -> None:
        _between("match_games", self.match_games, 1, MOST_GAMES)
        _one_of("match_score", self.match_score, ("games", "match"))


@dataclass(frozen=True, slots=True)
class SimulOptions:
    """`colours`: the colours of the player who gives the display."""

    colours: str = Colours.WHITE.value

    def __post_init__(self) -> None:
        _one_of("colours", self.colours, tuple(colour.value for colour in Colours))


@dataclass(frozen=True, slots=True)
class FreeOptions:
    """`meetings`: how often each pair must meet; 0: as paired by the organiser."""

    meetings: int = 0

    def __post_init__(self) -> None:
        _between("meetings", self.meetings, 0, 2)


class IsDataclass(Protocol):
    """Any frozen dataclass whose fields all have defaults."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Options = TypeVar("Options", bound=IsDataclass)


def read(kind: type[Options], values: Mapping[str, Any]) -> Options:
    """Read options; missing ones have their defaults.  Raises: BadInput ("bad_option", "bad_match_points")."""
    names = kind.__dataclass_fields__
    for name in values:
        if name not in names:
            raise _bad(name, values[name])
    return kind(**values)


def checked(kind: type[IsDataclass] | None, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a kind; empty without a kind, whatever the values."""
    return asdict(read(kind, values)) if kind is not None else {}


def _between(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad(name, value)


def _one_of(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise _bad(name, value)


def _bad(name: str, value: object) -> BadInput:
    return BadInput(say("bad_option", name=name, value=value), field=name)


@dataclass(frozen=True, slots=True)
class MatchOptions(MatchPoints):
    """Teams that meet `cycles` times."""

    cycles: int = 1

    def __post_init__(self) -> None:
        _between("cycles", self.cycles, 1, 2)
        MatchPoints.__post_init__(self)


@dataclass(frozen=True, slots=True)
class TeamOptions(MatchOptions):
    """Teams with a line-up for the `boards` of a match.

    `keep_order`: whether players sit in the order of the team's list.  `exchange_last`: as in `RoundRobinOptions`.
    """

    boards: int = 4
    keep_order: bool = True
    exchange_last: bool = True

    def __post_init__(self) -> None:
        _between("boards", self.boards, 1, MOST_BOARDS)
        _one_of("exchange_last", self.exchange_last, (True, False))
        MatchOptions.__post_init__(self)


@dataclass(frozen=True, slots=True)
class TeamSwissOptions(MatchPoints):
    """Teams paired by the team Swiss (C.04.6).

    `preferences`: their kind of colour preferences (1.7).  `secondary`: whether the score that does not pair decides
    the first choice of colours (4.2.2).
    """

    boards: int = 4
    keep_order: bool = True
    preferences: str = PREFERENCES_A
    secondary: bool = True

    def __post_init__(self) -> None:
        _between("boards", self.boards, 1, MOST_BOARDS)
        _one_of("preferences", self.preferences, (PREFERENCES_A, PREFERENCES_B, NO_PREFERENCES))
        MatchPoints.__post_init__(self)
