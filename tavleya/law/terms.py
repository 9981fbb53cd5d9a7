"""What a regime is made of: steps, prices, deadlines, who may claim, and which article says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from tavleya.law.modes_of_play import MODES, ModeOfPlay, ModeRules
from tavleya.messages import Message
from tavleya.record.results import game_points
from tavleya.rules.contract import ClaimKind

MINUTE = 60_000

#: Numbers of one book: of the article that says it, or of those that say it together.
Numbers = str | tuple[str, ...]

#: What a ruling can be about, where an article of the laws says it.
Topic = Literal[
    "powers",
    "illegal_move",
    "illegal_move_penalty",
    "illegal_position",
    "not_completed",
    "touch",
    "touch_late",
    "displaced",
    "restored",
    "wrong_pieces",
    "wrong_board",
    "wrong_colours",
    "no_setup_claim",
    "absence",
    "clock_place",
    "defective_clock",
    "wrong_setting",
    "flag",
    "both_flags",
    "both_flags_last",
    "disturbance",
    "interruption",
    "record",
    "deduction",
    "unproven",
    "wrong_claim",
    "quickplay",
    "quickplay_agreed",
    "quickplay_postponed",
    "quickplay_rejected",
    "quickplay_with_bonus",
    "no_quickplay",
    "increment",
    "refusal",
    "both_guilty",
    "agreement",
    "on_claim_only",
    "points",
    "seal",
    "bad_sealed_move",
    "late_to_resumption",
    "lost_envelope",
    "wrong_resumption",
    "insistence",
    "touched_before_answer",
    "touched_before_claim",
    "correction",
    "acceptance",
]


@dataclass(frozen=True, slots=True)
class IllegalMoveStep:
    """What the n-th illegal move of a player costs them: time to the opponent, or the game."""

    opponent_gains_ms: int = 0
    loses: bool = False


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """The price of a draw claim that the record refutes.

    `claimant_loses_half` of the time they have, `claimant_loses_at_most_ms` in all (tavreli 9.5); none in FIDE's Laws.
    """

    opponent_gains_ms: int
    claimant_loses_half: bool = False
    claimant_loses_at_most_ms: int = 0


class FlagCaller(StrEnum):
    """Who may establish that a flag has fallen."""

    ANYBODY = "arbiter_or_player"
    PLAYER = "player"


class Measure(StrEnum):
    """The penalties of an arbiter, from the mildest (tavreli 13.4; FIDE 12.9)."""

    WARNING = "warning"
    OPPONENT_TIME = "opponent_time"
    TIME_OFF = "time_off"
    OPPONENT_POINTS = "opponent_points"
    POINTS_OFF = "points_off"
    LOSS = "loss"
    FINE = "fine"
    ROUNDS = "rounds"
    EXCLUSION = "exclusion"


#: What the Tavreli rules have (13.4); an event's own regulations can add others.
COMMON_MEASURES = frozenset(
    {Measure.WARNING, Measure.OPPONENT_TIME, Measure.TIME_OFF, Measure.LOSS, Measure.EXCLUSION}
)


@dataclass(frozen=True, slots=True)
class PenaltyStep:
    """What the n-th breach of good conduct in a game costs.

    `size` is milliseconds with the two measures of time, half-points with those of points, whole units of the
    currency with a fine, the number of rounds with an exclusion from rounds; nothing with the others.
    """

    measure: Measure
    size: int = 0


@dataclass(frozen=True, slots=True)
class Fines:
    """The tariff that an event announced in advance (FIDE 12.9.7): amounts in whole units of `currency` (ISO 4217)."""

    currency: str
    amounts: tuple[int, ...]


class QuickplayGround(StrEnum):
    """Why a draw is claimed in the quickplay finish."""

    NO_EFFORT = "no_effort"
    CANNOT_WIN = "cannot_win"


@dataclass(frozen=True, slots=True)
class Quickplay:
    """A claim of a draw by a player short of time (tavreli 10.2; FIDE Guidelines III.5).

    It can be made on `grounds` with less than `below_ms` on one's clock.  `postpone_gains_ms`: what the opponent may be
    given when the decision is put off; `reject_gains_ms` when it is rejected, None where it is agreed to or put off
    and never rejected (tavreli 10.2).  `on_move_only`: by the player to move alone.  `without_bonus`: only where no
    time is added for each move.  `in_force`: off where it holds only at events that announced it (FIDE III.2.1), until
    the regulations do.

    Instead they may ask that `bonus_ms` be added for each move of both, which offers a draw; where
    that is refused and the arbiter agrees, their opponent gets `bonus_gains_ms` (FIDE Guidelines III.4).
    """

    below_ms: int
    postpone_gains_ms: int
    reject_gains_ms: int | None = None
    grounds: tuple[QuickplayGround, ...] = (QuickplayGround.NO_EFFORT,)
    in_force: bool = True
    on_move_only: bool = False
    without_bonus: bool = False
    bonus_ms: int = 0
    bonus_gains_ms: int = 0


class Setup(StrEnum):
    """What follows from a wrong beginning."""

    REPLAY = "replay"  # annulled, a new game is played
    TRANSFER = "transfer"  # goes on, put right where it stands
    CONTINUE = "continue"  # goes on unless the arbiter decides otherwise
    OPPONENT = "opponent"  # the opponent decides whether it is put right


@dataclass(frozen=True, slots=True)
class SetupRules:
    """`pieces`, `board`, `colours`: what follows where that was wrong.

    `colours_new_game_below`: moves by both below which reversed colours mean a new game (FIDE 7.3).  `no_claim_after`:
    moves by each after which nobody can claim any of this (tavreli B.4).
    """

    pieces: Setup
    board: Setup
    colours: Setup
    colours_new_game_below: int = 0
    no_claim_after: int | None = None


@dataclass(frozen=True, slots=True)
class RecordDuty:
    """Until when moves must be written down: not below `below_ms` without a bonus of `bonus_ms` (8.4); None: never."""

    below_ms: int | None = 5 * MINUTE
    bonus_ms: int = 30_000


@dataclass(frozen=True, slots=True)
class Points:
    """Half-points of a game (tavreli 11.1; FIDE 10.1)."""

    win: int = 2
    draw: int = 1
    loss: int = 0

    @property
    def game(self) -> int:
        """The points of one game, for both players together (FIDE 10.2)."""
        return game_points(self.win, self.draw, self.loss)


@dataclass(frozen=True, slots=True)
class TimeReason:
    """A usual reason for giving or taking time by hand, and its article, a number in the regime's book."""

    number: str
    name: Message


@dataclass(frozen=True, slots=True)
class Regime:
    """One set of rules that a section is played under.

    `book`: the law book that it rests on; every article in a regime is a number in that book, and `article` and its
    sisters give its address.  `articles` by topic, one number or several that say it together; `penalty_articles` by
    measure, `claim_articles` by the ground of a draw claim, `illegal_acts` by what counts as an illegal move besides
    one, `incidents` by what happens in a hall (`tavleya.law.incidents`), `way_articles` by way of play.

    `illegal_moves`: the steps in order; the last one is for every further one too; empty: no penalty, the move is only
    taken back.  `illegal_until_reply`: nothing can be claimed once the opponent has replied (then the move stands).
    `claim_offers_draw`: a rejected draw claim stands as a draw offer (FIDE 9.1.2.3).  `no_win_without_mating`: a loss
    is a draw if the opponent cannot mate by any series of legal moves (FIDE 6.9, 7.5.5).
    `on_claim_only`: touch-move and the quickplay finish only when a player claims (tavreli B.5).
    `both_flags_draw`: both flags down in the last period, the order unknown, is a draw (10.4).  `default_time_ms` None:
    the text sets none; `resumption_late_ms`: what holds instead of it when an adjourned game is resumed (tavreli A.10).
    `agreed_draw_moves`: moves by each before a draw may be agreed without the arbiter.  `refusal_insisted`: a refusal
    costs the game only if the opponent insists (draughts violations.6).
    `opponent_wins`: numbers of the articles by which a loss for conduct is a win of the opponent; by the others the
    arbiter sets what they score.
    `penalties`: the steps in order; `measures`: what an arbiter may choose from; `fines`: None where none were
    announced.  `way`: over the board, by correspondence …; `move_days`: days for each move, where it is played so.
    """

    key: str
    game: str
    book: str
    name: Message
    articles: Mapping[Topic, Numbers]
    setup: SetupRules
    record: RecordDuty
    penalty_articles: Mapping[Measure, str] = field(default_factory=dict)
    claim_articles: Mapping[ClaimKind, str] = field(default_factory=dict)
    illegal_acts: Mapping[str, str] = field(default_factory=dict)
    incidents: Mapping[str, str] = field(default_factory=dict)
    way_articles: Mapping[ModeOfPlay, str] = field(default_factory=dict)
    time_reasons: tuple[TimeReason, ...] = ()
    illegal_moves: tuple[IllegalMoveStep, ...] = ()
    illegal_until_reply: bool = False
    wrong_claim: WrongClaim | None = None
    flag_caller: FlagCaller = FlagCaller.ANYBODY
    claim_offers_draw: bool = False
    no_win_without_mating: bool = False
    default_time_ms: int | None = None
    resumption_late_ms: int | None = None
    agreed_draw_moves: int = 0
    quickplay: Quickplay | None = None
    both_flags_draw: bool = True
    on_claim_only: bool = False
    refusal_insisted: bool = False
    opponent_wins: frozenset[str] = frozenset()
    penalties: tuple[PenaltyStep, ...] = ()
    measures: frozenset[Measure] = COMMON_MEASURES
    fines: Fines | None = None
    points: Points = field(default_factory=Points)
    way: ModeOfPlay = ModeOfPlay.OVER_BOARD
    move_days: int | None = None

    @property
    def mode_rules(self) -> ModeRules:
        return MODES[self.way]

    @property
    def quickplay_in_force(self) -> Quickplay | None:
        """The quickplay finish where it is played: the text has it, and the event announced it if it has to."""
        return self.quickplay if self.quickplay and self.quickplay.in_force else None

    @property
    def late_ms(self) -> int | None:
        """Who comes later than this to the resumption of an adjourned game loses; None: the arbiter decides."""
        return self.default_time_ms if self.resumption_late_ms is None else self.resumption_late_ms

    @property
    def cited(self) -> set[str]:
        """Every number of its book that it names."""
        tables: tuple[Iterable[str], ...] = (
            *((one,) if isinstance(one, str) else one for one in self.articles.values()),
            self.penalty_articles.values(),
            self.claim_articles.values(),
            self.illegal_acts.values(),
            self.incidents.values(),
            self.way_articles.values(),
            self.opponent_wins,
            (one.number for one in self.time_reasons),
        )
        return {number for table in tables for number in table}

    def address(self, numbers: Numbers) -> str:
        """The address of articles of its book: `7.5.1` is `fide-2023:7.5.1`, and `7.5.5` with `A.3`
        `fide-2023:7.5.5,A.3`; empty for no number."""
        told = numbers if isinstance(numbers, str) else ",".join(numbers)
        return f"{self.book}:{told}" if told else ""

    def article(self, *topics: Topic) -> str:
        """The articles on the first of `topics` (`displaced`, `absence` …) that the book has any on, or those on the
        arbiter's powers."""
        return self.own_article(*topics, "powers")

    def own_article(self, *topics: Topic) -> str:
        """The articles on the first of `topics` that the book has any on, empty where it has none."""
        return next((self.address(self.articles[topic]) for topic in topics if topic in self.articles), "")

    def penalty_article(self, measure: Measure) -> str:
        """The article that knows this penalty, or the one on the arbiter's powers."""
        return self.address(self.penalty_articles.get(measure) or self.articles["powers"])

    def claim_article(self, kind: ClaimKind) -> str:
        """The article on a draw that is claimed on this ground, or the one on the arbiter's powers."""
        return self.address(self.claim_articles.get(kind) or self.articles["powers"])

    def opponent_wins_by(self, address: str) -> bool:
        """Whether a loss under the articles at `address` is a win of the opponent."""
        return any(self.address(number) == address for number in self.opponent_wins)

    @property
    def way_article(self) -> str:
        """The article on the way of play, or the one on the arbiter's powers."""
        return self.address(self.way_articles.get(self.way) or self.articles["powers"])

    def penalty_step(self, earlier: int) -> PenaltyStep:
        """What a breach costs after `earlier` penalties of the same player in the game."""
        if not self.penalties:
            return PenaltyStep(Measure.WARNING)
        return self.penalties[min(earlier, len(self.penalties) - 1)]
