"""Terms of a regime: penalty steps, prices, deadlines, claimants, and the articles that define them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from tavleya.clocks.controls import RateLimits, RateOfPlay
from tavleya.law.messages import say
from tavleya.messages import Message
from tavleya.record.results import game_points
from tavleya.rules.contract import ClaimKind

# Ways of play (draughts ways.1–7), and the rules around the board that each of them changes.


class ModeOfPlay(StrEnum):
    OVER_BOARD = "over_board"
    SIMULTANEOUS = "simultaneous"
    CORRESPONDENCE = "correspondence"
    BLINDFOLD = "blindfold"
    BLINDFOLD_SIMULTANEOUS = "blindfold_simultaneous"
    BLIND = "blind"
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class ModeRules:
    """`at_board`: the players sit at one board, and absence can lose the game.

    `one_board`: it is a physical board between them, which can be placed wrongly.  `touch`: touch-move applies;
    `sightless_exempt`: but not to a player without sight of a board, or with a tactile one.  `days`: each move has a
    limit in days.
    """

    name: Message
    at_board: bool = True
    one_board: bool = True
    touch: bool = True
    sightless_exempt: bool = False
    days: bool = False


MODES: dict[ModeOfPlay, ModeRules] = {
    ModeOfPlay.OVER_BOARD: ModeRules(say("way_over_board")),
    ModeOfPlay.SIMULTANEOUS: ModeRules(say("way_simultaneous")),
    ModeOfPlay.CORRESPONDENCE: ModeRules(
        say("way_correspondence"), at_board=False, one_board=False, touch=False, days=True
    ),
    ModeOfPlay.BLINDFOLD: ModeRules(say("way_blindfold"), one_board=False, sightless_exempt=True),
    ModeOfPlay.BLINDFOLD_SIMULTANEOUS: ModeRules(
        say("way_blindfold_simultaneous"), one_board=False, sightless_exempt=True
    ),
    ModeOfPlay.BLIND: ModeRules(say("way_blind"), sightless_exempt=True),
    ModeOfPlay.HANDICAP: ModeRules(say("way_handicap")),
}

MINUTE = 60_000

#: Article numbers in one book: a single number, or several that apply together.
Numbers = str | tuple[str, ...]

#: The topics of rulings that an article of the laws can cover.
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
    "late_setting",
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
    "rate",
    "seal",
    "bad_sealed_move",
    "late_to_resumption",
    "lost_envelope",
    "wrong_resumption",
    "insistence",
    "touched_before_answer",
    "touched_before_claim",
    "claim_late",
    "free_take",
    "correction",
    "acceptance",
]


@dataclass(frozen=True, slots=True)
class IllegalMoveStep:
    """The penalty for the n-th illegal move of a player: time for the opponent, or loss of the game."""

    opponent_gains_ms: int = 0
    loses: bool = False


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """The price of a draw claim that the record refutes.

    `claimant_loses_half` of the remaining time, but at most `claimant_loses_at_most_ms` (tavreli 9.5); not in FIDE's
    Laws.
    """

    opponent_gains_ms: int
    claimant_loses_half: bool = False
    claimant_loses_at_most_ms: int = 0


class FlagCaller(StrEnum):
    """The people who may establish that a flag has fallen."""

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


TIMED = (Measure.OPPONENT_TIME, Measure.TIME_OFF)
OF_POINTS = (Measure.OPPONENT_POINTS, Measure.POINTS_OFF)

#: The measures of the Tavreli rules (13.4); an event's regulations can add others.
COMMON_MEASURES = frozenset({Measure.WARNING, Measure.OPPONENT_TIME, Measure.TIME_OFF, Measure.LOSS, Measure.EXCLUSION})


@dataclass(frozen=True, slots=True)
class PenaltyStep:
    """The penalty for the n-th breach of good conduct in a game.

    `size` is milliseconds for the two time measures, half-points for those of points, whole units of the currency for a
    fine, the number of rounds for an exclusion from rounds; not used for the others.
    """

    measure: Measure
    size: int = 0


@dataclass(frozen=True, slots=True)
class Fines:
    """The tariff that an event announced in advance (FIDE 12.9.7): amounts in whole units of `currency` (ISO 4217)."""

    currency: str
    amounts: tuple[int, ...]


class QuickplayGround(StrEnum):
    """The ground of a draw claim in the quickplay finish."""

    NO_EFFORT = "no_effort"
    CANNOT_WIN = "cannot_win"


@dataclass(frozen=True, slots=True)
class Quickplay:
    """A claim of a draw by a player short of time (tavreli 10.2; FIDE Guidelines III.5).

    It is possible on `grounds` with less than `below_ms` on the claimant's clock.  `postpone_gains_ms`: time for the
    opponent if the decision is postponed; `reject_gains_ms` if it is rejected, None if the laws have no rejection
    (tavreli 10.2).  `on_move_only`: only by the player to move.  `without_bonus`: only without added time for each
    move.  `in_force`: off if an event must announce it first (FIDE III.2.1), until its regulations do.

    Instead, the player may request `bonus_ms` for each move of both, which is also a draw offer.  If it is refused and
    the arbiter grants the request, the opponent gets `bonus_gains_ms` (FIDE Guidelines III.4).
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
    """The consequence of a wrong start of the game."""

    REPLAY = "replay"  # annulled, a new game is played
    TRANSFER = "transfer"  # continues, corrected
    CONTINUE = "continue"  # continues unless the arbiter decides otherwise
    OPPONENT = "opponent"  # the opponent decides whether it is corrected


@dataclass(frozen=True, slots=True)
class SetupRules:
    """`pieces`, `board`, `colours`: the consequence if they were wrong.

    `colours_new_game_below`: reversed colours mean a new game before so many moves by both (FIDE 7.3).
    `no_claim_after`: the number of moves by each player after which claims about pieces, board and clock setting are
    too late (tavreli B.4; FIDE A.5.1).
    """

    pieces: Setup
    board: Setup
    colours: Setup
    colours_new_game_below: int = 0
    no_claim_after: int | None = None


@dataclass(frozen=True, slots=True)
class RecordDuty:
    """The limit of the duty to record: not below `below_ms` without a bonus of `bonus_ms` (8.4); None: no duty."""

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
    """A common reason for adding or deducting time by hand, and its article, a number in the regime's book."""

    number: str
    name: Message


@dataclass(frozen=True, slots=True)
class Regime:
    """The rules under which a section is played.

    `book`: the law book; every article of a regime is a number in that book, and `article` and its variants return the
    address.  `articles` by topic: one number, or several that apply together; `penalty_articles` by measure,
    `claim_articles` by the ground of a draw claim, `illegal_acts` by acts that count as an illegal move, `incidents` by
    incident (`tavleya.law.kinds`), `way_articles` by way of play.

    `illegal_moves`: the penalty steps in order; the last one is repeated; empty: no penalty, the move is only undone.
    `illegal_until_reply`: no claim after the opponent's reply, which accepts the move.  `claim_offers_draw`: a rejected
    draw claim remains as a draw offer (FIDE 9.1.2.3).  `no_win_without_mating`: a loss is a draw if the opponent cannot
    mate by any series of legal moves (FIDE 6.9, 7.5.5).  `on_claim_only`: touch-move and the quickplay finish only on a
    player's claim (tavreli B.5).  `both_flags_draw`: both flags down in the last period, in unknown order, is a draw
    (10.4).  `default_time_ms` None: the text sets no time; `resumption_late_ms`: the time at the resumption of an
    adjourned game instead (tavreli A.10).  `agreed_draw_moves`: moves by each before a draw may be agreed without the
    arbiter.  `refusal_insisted`: a refusal loses the game only if the opponent insists (draughts violations.6).
    `opponent_wins`: numbers of the articles under which a loss for conduct is a win of the opponent; under others the
    arbiter sets their score.  `rules`: options of the rules of the board, such as draws by counters.  `penalties`:
    the steps in order; `measures`: the choices of an arbiter; `fines`: None if no tariff was announced.  `way`:
    over the board, by correspondence …; `move_days`: days for each move by correspondence.  `own_articles`: the
    articles of the event's regulations by number.  `rate`: the rate of play that it is for; `rate_limits` classify a
    time control (None: these laws do not).
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
    rules: Mapping[str, object] = field(default_factory=dict)
    points: Points = field(default_factory=Points)
    way: ModeOfPlay = ModeOfPlay.OVER_BOARD
    move_days: int | None = None
    own_articles: Mapping[str, str] = field(default_factory=dict)
    rate: RateOfPlay = RateOfPlay.CLASSICAL
    rate_limits: RateLimits | None = None

    @property
    def mode_rules(self) -> ModeRules:
        return MODES[self.way]

    @property
    def quickplay_in_force(self) -> Quickplay | None:
        """The quickplay finish if it is in force: part of the text, and announced by the event if required."""
        return self.quickplay if self.quickplay and self.quickplay.in_force else None

    @property
    def late_ms(self) -> int | None:
        """The delay (ms) that loses the game at the resumption of an adjourned game; None: the arbiter decides."""
        return self.default_time_ms if self.resumption_late_ms is None else self.resumption_late_ms

    @property
    def cited(self) -> set[str]:
        """The numbers of its book that it cites."""
        tables: tuple[Iterable[str], ...] = (
            *((numbers,) if isinstance(numbers, str) else numbers for numbers in self.articles.values()),
            self.penalty_articles.values(),
            self.claim_articles.values(),
            self.illegal_acts.values(),
            self.incidents.values(),
            self.way_articles.values(),
            self.opponent_wins,
            (time_reason.number for time_reason in self.time_reasons),
        )
        return {number for table in tables for number in table}

    def address(self, numbers: Numbers) -> str:
        """Return the address of articles of its book, empty for no number.

        `7.5.1` is `fide-2023:7.5.1`; `7.5.5` with `A.3` is `fide-2023:7.5.5,A.3`.
        """
        text = numbers if isinstance(numbers, str) else ",".join(numbers)
        return f"{self.book}:{text}" if text else ""

    def article(self, *topics: Topic) -> str:
        """Return the articles on the first of `topics` (`displaced` …) in the book, or on the arbiter's powers."""
        return self.own_article(*topics, "powers")

    def own_article(self, *topics: Topic) -> str:
        """Return the articles on the first of `topics` in the book, or an empty text."""
        return next((self.address(self.articles[topic]) for topic in topics if topic in self.articles), "")

    def penalty_article(self, measure: Measure) -> str:
        """Return the article on this penalty, or on the arbiter's powers."""
        return self.address(self.penalty_articles.get(measure) or self.articles["powers"])

    def claim_article(self, kind: ClaimKind) -> str:
        """Return the article on a draw claim on this ground, or on the arbiter's powers."""
        return self.address(self.claim_articles.get(kind) or self.articles["powers"])

    def opponent_wins_by(self, address: str) -> bool:
        """Return whether a loss under the articles at `address` is a win of the opponent."""
        return any(self.address(number) == address for number in self.opponent_wins)

    @property
    def way_article(self) -> str:
        """The article on the way of play, or on the arbiter's powers."""
        return self.address(self.way_articles.get(self.way) or self.articles["powers"])

    def penalty_step(self, earlier: int) -> PenaltyStep:
        """Return the penalty for a breach after `earlier` penalties of the same player in the game."""
        if not self.penalties:
            return PenaltyStep(Measure.WARNING)
        return self.penalties[min(earlier, len(self.penalties) - 1)]
