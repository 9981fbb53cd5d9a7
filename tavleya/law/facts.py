"""The facts of a ruling: the findings of an arbiter, by a schema from which forms are created.

If a fact permits `unknown`, the arbiter decides and states a reason.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from tavleya.errors import BadInput
from tavleya.law.messages import say
from tavleya.law.terms import Regime
from tavleya.messages import N_, Message, label
from tavleya.record.results import Result
from tavleya.sides import Side

UNKNOWN = "unknown"
BOTH = "both"
_LONGEST_MS = 48 * 60 * 60 * 1000
_LONGEST_TEXT = 2000
_LONGEST_LIST = 64
_LAST_MOVE = 999


class FactKind(StrEnum):
    """The JSON type of a fact."""

    SIDE = "side"  # white | black
    SIDES = "sides"  # white | black | both
    CHOICE = "choice"  # one of `choices`
    TIME = "time"  # whole milliseconds, negative if the fact permits
    CLOCKS = "clocks"  # {"white": ms, "black": ms}
    INSTANT = "instant"  # ms since the epoch
    WHOLE = "whole"  # a whole number from 0
    YES_NO = "yes_no"
    TEXT = "text"
    MOVE = "move"  # in any notation of the game
    SQUARES = "squares"  # ["c3", "e5"]
    TOUCHES = "touches"  # [["e2", false]]: square, whether adjusting was announced
    RESULT = "result"  # a result code
    AT_MOVE = "at_move"  # {"number": 23, "side": "black"}: a move by its number; default side: the ruling's
    MOVES = "moves"  # consecutive moves, in any notation of the game
    POSITION = "position"  # the position text of the game; the board alone is enough
    ARTICLE = "article"  # its address, number or citation in the laws or the regulations of the event


@dataclass(frozen=True, slots=True)
class Fact:
    """`choices`: the possible answers, each with its label (a msgid).  `unknown`: the word `unknown` is an answer too.

    `default`: the value if it is left out.  `needed_for`: another fact and its answers for which this fact is relevant.
    `asked(regime, live)`: whether the fact is asked, and `offered(regime, live)`: the available choices; None means
    always and all.  `decides(regime, live)`: whether the answer decides; then it is required and has no default.
    `live`: the board is followed during play.
    """

    name: str
    kind: FactKind
    about: Message
    required: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    unknown: bool = False
    negative: bool = False
    default: object = None
    needed_for: tuple[str, tuple[str, ...]] | None = None
    asked: Callable[[Regime, bool], bool] | None = None
    offered: Callable[[Regime, bool], Collection[str]] | None = None
    decides: Callable[[Regime, bool], bool] | None = None

    @property
    def answers(self) -> tuple[str, ...]:
        """The possible answers of a choice, without `unknown`."""
        return tuple(answer for answer, _ in self.choices) or _SIDES.get(self.kind, ())


def fact(name: str, kind: FactKind, about: str, **options: object) -> Fact:
    return Fact(name, kind, label(f"fact_{name}", about), **options)  # type: ignore[arg-type]


def where_followed(_: Regime, live: bool) -> bool:
    return live


def where_not_followed(_: Regime, live: bool) -> bool:
    return not live


def asked_of(schema: Sequence[Fact], regime: Regime, *, live: bool) -> tuple[Fact, ...]:
    """Return the facts of a schema that are asked under a regime, with their available choices."""
    facts = [fact for fact in schema if fact.asked is None or fact.asked(regime, live)]
    names = {fact.name for fact in facts}
    return tuple(_within(_narrowed(fact, regime, live=live), names) for fact in facts)


def _within(fact: Fact, names: Collection[str]) -> Fact:
    """Return the fact without its condition if the fact it depends on is not asked."""
    alone = fact.needed_for is not None and fact.needed_for[0] not in names
    return replace(fact, needed_for=None) if alone else fact


def _narrowed(fact: Fact, regime: Regime, *, live: bool) -> Fact:
    if fact.decides is not None and fact.decides(regime, live):
        fact = replace(fact, required=True, default=None)
    if fact.offered is None:
        return fact
    offered = fact.offered(regime, live)
    return replace(fact, choices=tuple(choice for choice in fact.choices if choice[0] in offered))


#: Facts and answers that several kinds of ruling share.  `SHOWN`: the physical clock, which is not in the record; the
#: new readings are computed from it.  `CAN_MATE`: asked if the position is not in the record and inability to mate
#: would turn a loss into a draw (FIDE 6.9, 7.5.5); a typed position answers it.
CAN_MATE = fact(
    "can_mate",
    FactKind.YES_NO,
    N_("whether the opponent can mate by any series of legal moves"),
    asked=lambda regime, live: not live and regime.no_win_without_mating,
)
#: `AT_MOVE`: links the ruling to moves that are entered later.  `BY_MOVES`, `POSITION`, `MOVES`: the arbiter enters the
#: moves that prove it, from a position or from the start, and the rules decide.
AT_MOVE = fact("at_move", FactKind.AT_MOVE, N_("at which move, where it is known"), asked=where_not_followed)
BY_MOVES = "moves"
POSITION = fact(
    "position",
    FactKind.POSITION,
    N_("the position before them, unless they begin the game"),
    needed_for=("decision", (BY_MOVES,)),
    asked=where_not_followed,
)
MOVES = fact(
    "moves",
    FactKind.MOVES,
    N_("the moves that prove it"),
    needed_for=("decision", (BY_MOVES,)),
    asked=where_not_followed,
)
EARLIER_MOVES = fact(
    "moves", FactKind.MOVES, N_("the moves up to then, from that position or from the start"), asked=where_not_followed
)
SHOWN = fact("shown", FactKind.CLOCKS, N_("what the clocks show"), asked=where_not_followed)
RESUME = fact("resume", FactKind.YES_NO, N_("whether play continues at once"), asked=where_followed)
PLAYER_OR_ARBITER = (("white", N_("White")), ("black", N_("Black")), ("arbiter", N_("the arbiter")))
OPPONENT_WISHES = (("correct", N_("it is corrected")), ("accept", N_("it stays as it is")))
OPPONENT_SCORES = (("win", N_("a win")), ("draw", N_("a draw")), ("loss", N_("nothing: both lose")))


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts validated against their schema."""

    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def plain(self) -> dict[str, object]:
        return dict(self.values)

    def has(self, name: str) -> bool:
        """Return whether the fact is present and not unknown."""
        return self.values.get(name) not in (None, "", UNKNOWN)

    def text(self, name: str) -> str:
        value = self.values.get(name)
        return value if isinstance(value, str) else ""

    def side(self, name: str) -> Side | None:
        value = self.text(name)
        return Side(value) if value in ("white", "black") else None

    def required_side(self, name: str) -> Side:
        """Return the side of a required fact of kind `SIDE`."""
        return Side(self.text(name))

    def sides(self, name: str) -> tuple[Side, ...]:
        return tuple(Side) if self.text(name) == BOTH else tuple(filter(None, (self.side(name),)))

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def yes(self, name: str) -> bool:
        return self.values.get(name) is True

    def clocks(self, name: str = "clocks") -> dict[Side, int] | None:
        value = self.values.get(name)
        return {side: int(value[side.value]) for side in Side} if isinstance(value, Mapping) else None

    def at_move(self) -> tuple[int, Side] | None:
        """Return the number of the move and its side: as the arbiter entered it, or the player of the ruling."""
        value = self.values.get(AT_MOVE.name)
        if not isinstance(value, Mapping):
            return None
        own = next(filter(None, (self.side(name) for name in ("offender", "claimant", "side"))), Side.WHITE)
        return int(value["number"]), Side(value["side"]) if value.get("side") else own

    def squares(self, name: str) -> tuple[str, ...]:
        value = self.values.get(name)
        return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()

    def touches(self, name: str) -> tuple[tuple[str, bool], ...]:
        value = self.values.get(name)
        return tuple((str(item[0]), bool(item[1])) for item in value) if isinstance(value, (list, tuple)) else ()


def read(schema: Sequence[Fact], data: Mapping[str, object]) -> Facts:
    """Validate facts.

    Raises: BadInput ("unknown_fact", "fact_missing", "bad_fact", "negative_time", with the fact's name).
    """
    names = {fact.name for fact in schema}
    for name in data:
        if name not in names:
            raise BadInput(say("unknown_fact", fact=name), fact=name)
    values: dict[str, object] = {}
    for fact in schema:
        value = data.get(fact.name, fact.default)
        if value is None or value == "":
            if fact.required:
                raise BadInput(say("fact_missing", fact=fact.about), fact=fact.name)
            continue
        values[fact.name] = value if value == UNKNOWN and fact.unknown else _read(fact, value)
    return Facts(MappingProxyType(values))


def _read(fact: Fact, value: object) -> object:
    result = _READERS[fact.kind](fact, value)
    if result is None:
        raise BadInput(say("bad_fact", fact=fact.about), fact=fact.name)
    return result


def _word(fact: Fact, value: object) -> object:
    return value if isinstance(value, str) and value in fact.answers else None


def _checked_int(fact: Fact, value: object) -> object:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**15:
        return None
    if fact.kind is FactKind.TIME and abs(value) > _LONGEST_MS:
        return None
    if value < 0 and not fact.negative:
        raise BadInput(say("negative_time"), fact=fact.name, ms=value)
    return value


def _text(_: Fact, value: object) -> object:
    return value.strip() if isinstance(value, str) and len(value) <= _LONGEST_TEXT else None


def _clocks(fact: Fact, value: object) -> object:
    if not isinstance(value, Mapping) or set(value) != {side.value for side in Side}:
        return None
    read = {str(side): _checked_int(fact, ms) for side, ms in value.items()}
    return None if None in read.values() else read


def _at_move(_: Fact, value: object) -> object:
    if not isinstance(value, Mapping) or not {"number"} <= set(value) <= {"number", "side"}:
        return None
    number, side = value["number"], value.get("side", "")
    valid = isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= _LAST_MOVE
    if not valid or side not in ("", *_SIDES[FactKind.SIDE]):
        return None
    return {"number": number, **({"side": side} if side else {})}


def _squares(_: Fact, value: object) -> object:
    is_list = isinstance(value, (list, tuple)) and len(value) <= _LONGEST_LIST
    return [str(name) for name in value] if is_list and all(isinstance(name, str) for name in value) else None  # type: ignore[attr-defined]


def _touches(_: Fact, value: object) -> object:
    if not isinstance(value, (list, tuple)) or len(value) > _LONGEST_LIST:
        return None
    touches = []
    for item in value:
        pair = (item, False) if isinstance(item, str) else item
        if (
            not isinstance(pair, (list, tuple))
            or len(pair) != 2
            or not isinstance(pair[0], str)
            or not isinstance(pair[1], bool)
        ):
            return None
        touches.append([pair[0], pair[1]])
    return touches


_SIDES: dict[FactKind, tuple[str, ...]] = {FactKind.SIDE: ("white", "black"), FactKind.SIDES: ("white", "black", BOTH)}
_READERS: dict[FactKind, Callable[[Fact, object], object]] = {
    FactKind.SIDE: _word,
    FactKind.SIDES: _word,
    FactKind.CHOICE: _word,
    FactKind.TIME: _checked_int,
    FactKind.INSTANT: _checked_int,
    FactKind.WHOLE: _checked_int,
    FactKind.CLOCKS: _clocks,
    FactKind.YES_NO: lambda _, value: value if isinstance(value, bool) else None,
    FactKind.TEXT: _text,
    FactKind.MOVE: _text,
    FactKind.ARTICLE: _text,
    FactKind.RESULT: lambda _, value: value if value in [result.value for result in Result] else None,
    FactKind.SQUARES: _squares,
    FactKind.TOUCHES: _touches,
    FactKind.AT_MOVE: _at_move,
    FactKind.MOVES: _text,
    FactKind.POSITION: _text,
}
