"""The check of all records: each run continues after the last one, and begins again at the end."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games import hooks
from games.messages import say
from games.models.game import CheckPass, CheckScope, Game, TrackingLevel
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from games.verification import RecordCheck, next_page, verify_page
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.replay import result_of
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.registry import spec_of

#: The maximum age of the last change of a recent record.
RECENT = timedelta(hours=2)
#: The interval between the starts of passes: half the period in which everything must be checked once.
EVERY = {CheckScope.RECENT: timedelta(minutes=30), CheckScope.ALL: timedelta(hours=12)}
#: The duration of a run.  Recent records come first and have half of it, so that the others always get a turn.
SECONDS = 20.0


def check_records(
    *,
    now: datetime,
    report: Callable[[RecordCheck], None],
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Check records for some `seconds`, recently changed ones first; return their number.

    `report` is called with each before it counts as checked: a killed run forgets none, and the next one checks
    its last few again.  Two simultaneous runs check different records.
    """
    CheckPass.objects.bulk_create(map(CheckPass, CheckScope.values), ignore_conflicts=True)
    checked, began = 0, clock()
    for scope, until in ((CheckScope.RECENT, began + seconds / 2), (CheckScope.ALL, began + seconds)):
        while clock() < until and (count := _check_page(scope, now, report)):
            checked += count
    return checked


@dataclass(frozen=True, slots=True)
class CheckState:
    """The ends of the last checks of recent and of all records, None before the first; the number of broken ones."""

    recent: datetime | None
    full: datetime | None
    broken: int


def check_state() -> CheckState:
    """Return the state of the check of the records."""
    rows = {row.scope: row for row in CheckPass.objects.all()}
    ended = {scope: row.ended_at for scope, row in rows.items()}
    broken = max((max(row.broken, row.broken_before) for row in rows.values()), default=0)
    return CheckState(ended.get(CheckScope.RECENT), ended.get(CheckScope.ALL), broken)


@transaction.atomic
def _check_page(scope: CheckScope, now: datetime, report: Callable[[RecordCheck], None]) -> int:
    """Check the next few games; return how many.  0 at the end of the pass, or if another run has it."""
    row = CheckPass.objects.select_for_update(skip_locked=True).filter(scope=scope).first()
    if row is None:
        return 0
    if not row.going_on:
        if row.began_at is not None and now - row.began_at < EVERY[scope]:
            return 0
        row.after, row.began_at = 0, now
        row.broken, row.broken_before = 0, row.broken
    page = next_page(_games(scope, row), row.after)
    for record in verify_page(page):
        row.broken += bool(record.broken)
        report(record)
    if page:
        row.after = page[-1]
    else:
        row.ended_at = now
    row.save()
    return len(page)


def _games(scope: CheckScope, row: CheckPass) -> QuerySet[Game]:
    if scope == CheckScope.RECENT and row.began_at is not None:
        return Game.objects.filter(changed_at__gte=row.began_at - RECENT)
    return Game.objects.all()


# Reconstruction of a game from its score sheets, entered into the record with a reason (tavreli 8.5).


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """The changes of a record by entering moves, and a result.

    The first `kept` half-moves are in the record already; `struck` moves of the record are struck out, `added` are new.
    `result` is the game's new result, or None; `ended`: the rules of the board give it with the last move.
    """

    moves: tuple[str, ...]
    kept: int
    struck: tuple[str, ...]
    added: tuple[str, ...]
    line: LineOfPlay
    was: Result | None
    result: Result | None
    ended: bool
    deepened: bool

    @property
    def empty(self) -> bool:
        """Whether the record has exactly these moves and this result."""
        return not self.struck and not self.added and self.result is self.was


def preview_reconstruction(
    *, actor: Actor, game: Game, moves: Sequence[str], result: Result | str | None = None
) -> Reconstruction:
    """Return the effect of `enter_reconstruction`; raises the same errors, except for the reason."""
    require(hooks.standing_of(actor, game), Action.RECONSTRUCT)
    return _plan(game, state_of(game), moves, Result(result) if result else None)


@transaction.atomic
def enter_reconstruction(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    moves: Sequence[str],
    reason: str,
    result: Result | str | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Enter the reconstructed moves of the whole game into the record, with the arbiter's reason (8.5).

    Moves typed in earlier that differ are struck out and stay.  Moves that were followed live are not overruled here:
    that takes a ruling.  `result`: the game's result by the sheets; an existing one is corrected.
    Raises: BadInput ("reason_missing", "bad_ply"); Conflict ("stop_the_clocks", "record_differs", "nothing_to_enter").
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.RECONSTRUCT)
    check_expected(game, expected)
    if not reason.strip():
        raise BadInput(say("reason_missing.reconstruction"))
    state = state_of(game)
    plan = _plan(game, state, moves, Result(result) if result else None)
    if plan.empty:
        raise Conflict(say("nothing_to_enter"))
    if result:
        require(standing, Action.CORRECT_RESULT if state.result else Action.ENTER_RESULT)
    drafts = [_decision(game, state, plan, reason)]
    if plan.struck:
        drafts.append(EntryDraft(EntryKind.RESTORATION, data={"ply": plan.kept, "set": {}}))
    if plan.deepened:
        game.tracking = TrackingLevel.SHEETS
        game.save(update_fields=["tracking"])
    state = append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    written = _reconstruction_drafts(state, plan)
    if state.result is not None and plan.result is not None and plan.result is not state.result:
        written += commands.correct_result(state, plan.result, termination="score_sheet", reason=reason)
    append(game, state, written, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


def _reconstruction_drafts(state: State, plan: Reconstruction) -> tuple[EntryDraft, ...]:
    """Return the entries of the moves, and of the result if the game has no result yet."""
    return commands.sheet(state, plan.added, None if plan.ended else plan.result, "score_sheet")


def _plan(game: Game, state: State, moves: Sequence[str], by_sheets: Result | None) -> Reconstruction:
    if state.phase is GamePhase.PLAYING and state.clock is not None:
        raise Conflict(say("stop_the_clocks"))
    line = _line(state, moves)
    canonical = tuple(ply.text for ply in line.plies)
    common = _common(state, canonical)
    struck = tuple(ply.text for ply in state.line.plies[common:])
    if struck and game.tracking == TrackingLevel.LIVE:
        raise Conflict(say("record_differs", ply=common + 1), ply=common + 1)
    added = canonical[common:]
    by_rules = result_of(state.rules.ending(line) if added and state.result is None else None)
    return Reconstruction(
        moves=canonical,
        kept=common,
        struck=struck,
        added=added,
        line=line,
        was=state.result,
        result=by_sheets or state.result or by_rules,
        ended=by_rules is not None and by_sheets in (None, by_rules),
        deepened=game.tracking == TrackingLevel.RESULT and bool(canonical),
    )


def _line(state: State, moves: Sequence[str]) -> LineOfPlay:
    """Return the moves from the start of the game; a recorded irregular move is taken unchanged."""
    played, line = state.line.plies, LineOfPlay(state.line.start)
    for index, text in enumerate(moves):
        if index < len(played) and played[index].irregular and text == played[index].text:
            line = line.add(played[index])
        else:
            line, _ = commands.written_ply(state, line, text)
    return line


def _common(state: State, moves: Sequence[str]) -> int:
    count = 0
    for ply, text in zip(state.line.plies, moves, strict=False):
        if ply.text != text:
            break
        count += 1
    return count


def _decision(game: Game, state: State, plan: Reconstruction, reason: str) -> EntryDraft:
    newest = {sheet.keeper: sheet for sheet in game.sheets.order_by("version").select_related("game")}
    sheets = [{"keeper": sheet.keeper, "version": sheet.version, "sha256": sheet.sha256} for sheet in newest.values()]
    photos = game.sheet_photos.filter(void=None).values("keeper", "number", "sha256")
    data = {
        "decides": "score_sheets",
        "outcome": "reconstructed",
        "article": state.article(spec_of(game.game).reconstruction_article),
        "reason": reason,
        "from": plan.kept + 1,
        "plies": len(plan.moves),
        "sheets": sheets,
    }
    if photos:
        data["photos"] = list(photos)
    return EntryDraft(EntryKind.DECISION, data=data)
