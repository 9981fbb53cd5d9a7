"""The examiner's cases: records that an arbiter can read, and their comparison with the program.

A record says the events and, by hand from the text of the laws, their consequences:

- `regime`, `control`, `start` (a position; else the usual one), `own` (the event's own regulations), and `depth`:
  `live`, the record follows the board and its clock; `sheets`, the arbiter types in the moves that prove it (with the
  ruling, or before it as `play`); `paper`, the arbiter's word is the fact.
- `happened`: acts in their order, each ten seconds after the one before: `play e2e4 e7e5` (every move ten seconds),
  `repeat 2 …`, `illegal a1a5` (against the rules, and the clock pressed), `unpressed …` and `illegal_unpressed …` (the
  clock not pressed), `press`, `wait 1:30:00`, `stop`, `offer white`, `accept black`, `decline black`, `resign white`,
  `call black illegal_move`; `seal g1f3`, `set_up` (a day later), `open white black` (who is present), `late black` for
  adjourned games; a table is an earlier ruling.  `not_started = true`: the clock was not started.
- `ruling` with its `facts`, ten seconds after the last act; without one the case asks about the last act itself.
- what follows: `refused` (why nothing can be ruled), or `articles` (the broken or invoked article, then the one
  that sets the price), `outcome`, `result`, `by` (how the game ended), `shows` (both clocks after it), `gains` (seconds
  that each clock gets or loses), `illegal`, `penalties`, `claims` (how many of each side then stand), `bound` (the
  moves to choose from; empty: any), `must_play`, `to_move`, `phase`, `offer` (whose draw offer stands), `board` (the
  placement), `anew` (a new game is played), `duty` (whether each side must write), `may_agree` (whether a draw can
  be agreed without the arbiter), `then_refused` and `then_allowed` (moves after it).
- `note`: where the text leaves room, which reading it is.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tavleya.errors import DomainError
from tavleya.law import adjournment, resumption
from tavleya.law.claims import agreement_bar
from tavleya.law.remedies import Remedy, ReplayGame, readings
from tavleya.law.terms import Regime
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.state import State
from tavleya.sides import Side
from tests.paths import DATA
from tests.tavleya.law.adjourning import do, sealed, unseal_all
from tests.tavleya.law.cases import SECOND, Table
from tests.tavleya.record.build import START, Board

PACE = 10 * SECOND
_DAY = 24 * 60 * 60 * SECOND
_IDS = {"chess": "chess", "draughts64": "draughts", "fmjd64": "draughts", "tavreli": "tavreli"}


@dataclass(frozen=True)
class ExamCase:
    """One record of the files; `said` is everything in it."""

    key: str
    said: Mapping[str, Any]

    def get(self, name: str, default: Any = None) -> Any:
        return self.said.get(name, default)

    @property
    def articles(self) -> list[str]:
        """The articles of the laws that it is about, as the tests name them."""
        game = "chess" if self.said["regime"].startswith("fide") else self.said["regime"].split("-")[0]
        texts = (*self.get("articles", ()), *self.get("on", ()))
        numbers = [number for text in texts for number in text.split(",")]
        return [f"{_IDS[game]}:{number}" for number in numbers]


def exam_cases() -> Iterator[ExamCase]:
    for path in sorted((DATA / "examiners").glob("*.toml")):
        for number, record in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], start=1):
            yield ExamCase(f"{path.stem}-{number}: {record['title']}", record)


def params() -> list[Any]:
    """The cases for `parametrize`."""
    return [pytest.param(case, id=case.key, marks=pytest.mark.article(*case.articles)) for case in exam_cases()]


def milliseconds(text: str) -> int:
    """`1:30:00`, `2:15` or `40` (seconds)."""
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total * SECOND


@dataclass
class Outcome:
    """The program's result of a case: the state after it, and the ruling or the refusal."""

    regime: Regime
    state: State
    remedy: Remedy | None = None
    refusal: DomainError | None = None
    at: int = 0


def examined(case: ExamCase) -> tuple[Table, Outcome]:
    """Play the case and rule on it with the engine."""
    control, start = case.get("control", "90+30"), case.get("start", "start")
    table = Table(case.said["regime"], control, start, **case.get("own", {}))
    if "game" in case.said:
        table.board = Board(case.said["game"], control, start, table.regime.book)
    table.live = case.get("depth", "live") == "live"
    if table.live and not case.get("not_started"):
        table.started()
    at, acts = 0, list(case.get("happened", ()))
    refusal = None
    try:
        for act in acts:
            at = _perform(table, act, at)
        if case.get("ruling"):
            at += PACE
            remedy = table.rule(case.said["ruling"], at, **case.get("facts", {}))
            return table, Outcome(table.regime, table.state, remedy, at=at)
    except DomainError as error:
        if "refused" not in case.said:
            raise
        refusal = error
    return table, Outcome(table.regime, table.state, refusal=refusal, at=at)


def moves_of(act: str) -> list[str]:
    """The moves of `play` and `repeat`, one after another."""
    verb, *words = act.split()
    return words[1:] * int(words[0]) if verb == "repeat" else words


def _perform(table: Table, act: str | Mapping[str, Any], at: int) -> int:
    if not isinstance(act, str):
        table.rule(act["ruling"], at + PACE, **{name: value for name, value in act.items() if name != "ruling"})
        return at + PACE
    verb, _, rest = act.partition(" ")
    if verb == "wait":
        return at + milliseconds(rest)
    if verb in ("play", "repeat") and not table.live:
        at += PACE * len(moves_of(act))
        table.board.do(commands.sheet, tuple(moves_of(act)), at=at)
        return at
    if verb in ("play", "repeat"):
        for move in moves_of(act):
            at += PACE
            table.board.do(commands.move, None, move, at=at)
        return at
    at += PACE
    board, words = table.board, rest.split()
    match verb:
        case "illegal":
            board.do(commands.move, None, rest, irregular=True, at=at)
        case "unpressed":
            board.do(commands.move, None, rest, press=False, at=at)
        case "illegal_unpressed":
            board.do(commands.move, None, rest, irregular=True, press=False, at=at)
        case "press":
            board.do(commands.press, None, at=at)
        case "stop":
            board.do(commands.pause, "arbiter", at=at)
        case "offer":
            board.do(commands.offer_draw, Side(rest), at=at)
        case "accept" | "decline":
            board.do(commands.answer_draw, Side(rest), accept=verb == "accept", at=at)
        case "resign":
            board.do(commands.resign, Side(rest), at=at)
        case "call":
            board.do(commands.call_arbiter, Side(words[0]), words[1], {}, at=at)
        case "seal" | "set_up" | "open" | "late":
            return _adjourning(table, verb, words, at)
        case _:
            raise AssertionError(f"no such act: {act}")
    return at


def _adjourning(table: Table, verb: str, words: list[str], at: int) -> int:
    """`seal MOVE`: called to seal, sealed and stopped; `set_up` a day later; `open` with who is present; `late`."""
    board, book, sides = table.board, table.regime, [Side(word) for word in words if verb in ("open", "late")]
    if verb == "seal":
        do(board, at, adjournment.call_to_seal, session_ends=None)
        table.envelope = sealed(board, words[0], board.state.turn)
        board.do(adjournment.seal_move, board.state.turn, table.envelope.stored, at=at)
        due = START + _DAY
        do(board, at, adjournment.adjourn, book, session_ends=START + at, due=due, place="Hall 2", times=None)
        return at
    if verb == "set_up":
        do(board, _DAY, resumption.set_up)
        return _DAY
    if verb == "late":
        remedy = resumption.rule_late(board.state, book, sides, at=START + at)
        board.do(lambda _: remedy.drafts, at=at)
        return at
    do(board, at, resumption.open_envelope, book, unseal_all(table.envelope), present=sides)
    if any(move.opened and move.outcome != "made" for move in board.state.sealed):
        remedy = resumption.rule_sealed_move(board.state, book)
        board.do(lambda _: remedy.drafts, at=at)
    return at


#: A key of the record, its answer, and the program's.
Difference = tuple[str, object, object]


def differences(case: ExamCase, outcome: Outcome) -> list[Difference]:
    """Compare every key of the record with the outcome."""
    expected = {name: _read(name, value) for name, value in case.said.items() if name in _CHECKS}
    assert expected, "a case without an answer"
    actual = {name: _CHECKS[name](case, outcome) for name in expected}
    return [(name, value, actual[name]) for name, value in expected.items() if actual[name] != value]


def _read(name: str, value: Any) -> Any:
    if name == "shows":
        return tuple(milliseconds(word) for word in value.split())
    if name == "bound":
        return sorted(value)
    return value


def _articles(case: ExamCase, outcome: Outcome) -> list[str]:
    addresses = [outcome.remedy.article, outcome.remedy.penalty_article]
    return [address.partition(":")[2] for address in addresses][: len(case.said["articles"])]


def _shows(_: ExamCase, outcome: Outcome) -> tuple[int, int]:
    readings = outcome.state.clock.readings(outcome.state.at)
    return readings.white.ms, readings.black.ms


def _gains(_: ExamCase, outcome: Outcome) -> dict[str, float]:
    change = outcome.remedy.clock
    if change is not None:
        gains = {side.value: change.after[side] - change.before[side] for side in Side}
    else:
        changes = [draft.data["at_the_board"] for draft in outcome.remedy.drafts if draft.kind is EntryKind.ADJUSTMENT]
        gains = dict(changes[0]["add"]) if changes else {}  # type: ignore[index]
    return {side: ms / SECOND for side, ms in gains.items() if ms}


def _counted(name: str) -> Any:
    return lambda _, outcome: {side.value: count for side, count in getattr(outcome.state, name).items() if count}


def _duty(_: ExamCase, outcome: Outcome) -> dict[str, str]:
    return {side.value: duty_to_record(outcome.state, outcome.regime, side, outcome.at) for side in Side}


def duty_to_record(state: State, regime: Regime, side: Side, at: int) -> str:
    """Return the duty of `side` to write its moves: it ends if less time is left than the regime says."""
    limits, clock, now = regime.record, state.clock, readings(state, START + at)
    if limits.below_ms is None:
        return "no duty"
    assert clock is not None and now is not None
    if clock.fallen(side, START + at):
        return "completes it now"
    if now[side] < limits.below_ms and clock.side(side).bonus.ms < limits.bonus_ms:
        return "no duty"
    return "must write"


_CHECKS: Mapping[str, Any] = {
    "refused": lambda _, outcome: outcome.refusal.code if outcome.refusal else "ruled on",
    "articles": _articles,
    "outcome": lambda _, outcome: outcome.remedy.outcome.value,
    "result": lambda _, outcome: outcome.state.result.value if outcome.state.result else "",
    "by": lambda _, outcome: outcome.state.termination,
    "shows": _shows,
    "gains": _gains,
    "illegal": _counted("illegal"),
    "penalties": _counted("penalties"),
    "claims": _counted("claims"),
    "bound": lambda _, outcome: sorted(outcome.state.bound),
    "must_play": lambda _, outcome: outcome.state.must_play,
    "to_move": lambda _, outcome: outcome.state.turn.value,
    "phase": lambda _, outcome: outcome.state.phase.value,
    "offer": lambda _, outcome: outcome.state.offer.side.value if outcome.state.offer else "",
    "board": lambda _, outcome: outcome.state.position.text().split()[0],
    "duty": _duty,
    "may_agree": lambda _, outcome: agreement_bar(outcome.state, outcome.regime) is None,
    "anew": lambda _, outcome: ReplayGame() in outcome.remedy.effects,
}
KNOWN = {
    *_CHECKS,
    *("chapter", "title", "regime", "game", "depth", "control", "start", "own", "happened", "not_started", "ruling"),
    *("facts", "on", "note", "then_refused", "then_allowed"),
}
