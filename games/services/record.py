"""Writing to a game's record: the only place that appends entries and updates the game's row."""

import dataclasses
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType

from django.db import transaction
from django.db.models import Max

from games import gate, hooks, texts
from games.live.events import Step
from games.live.publishing import tell
from games.messages import say
from games.models.game import Game, TrackingLevel
from games.models.record import RecordEntry, milliseconds, moment
from games.states import earlier_state, remember, state_of
from games.texts import with_texts
from games.verification import entries_of
from tavleya.actors import Actor, Standing
from tavleya.clocks.controls import parse_control
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.frozen import replace
from tavleya.law.library import regime as law_regime
from tavleya.permissions import Action, require
from tavleya.record import commands
from tavleya.record.entries import Entry, EntryDraft, EntryKind, GamePhase, digest_of, genesis
from tavleya.record.fold import apply, fold, snapshot
from tavleya.record.ndjson import SheetLine, write
from tavleya.record.replay import clock_after
from tavleya.record.results import FACTS, Result
from tavleya.record.ruling_lines import SALT_BYTES, taken_out
from tavleya.record.state import State
from tavleya.rules.registry import rules_for, spec_of
from tavleya.sides import Side

#: The columns of a game's row that follow its record.
FOLLOWING = ["phase", "result", "termination", "seq", "digest", "calls", "snapshot", "changed_at"]
_AT_ONCE = 200  # rows of one update
_STAFF_MAY_MOVE_EITHER = frozenset({"organiser", "chief_arbiter", "arbiter", "helper"})


def lock_game(game_id: int) -> Game:
    """Return the locked row of the game.  It is last in the lock order event → section → round → game."""
    try:
        return Game.objects.select_for_update().get(pk=game_id)
    except Game.DoesNotExist:
        raise NotFound(say("no_such_game")) from None


def check_expected(game: Game, expected: int | None) -> None:
    """Check that the caller has seen the last entry.  Raises: Conflict ("stale")."""
    if expected is not None and expected != game.seq:
        raise Conflict(say("stale"), seq=game.seq, expected=expected)


def followed(game: Game) -> None:
    """Require a board that is followed live.  Raises: Conflict ("not_live")."""
    if game.tracking != TrackingLevel.LIVE:
        raise Conflict(say("not_live"))


def acting_side(standing: Standing, action: Action, side: Side | None, state: State, turn: Side | None = None) -> Side:
    """Return the side for which the actor acts: staff for either, a player for a side that they play.

    Without `side`: the player's own, or the side to move (`turn`, if the other clock runs) if they (or
    the officer) have both.
    """
    require(standing, action)
    turn = turn or state.turn
    if standing.roles & _STAFF_MAY_MOVE_EITHER:
        return side or turn
    if side is None:
        side = turn if turn in standing.sides or not standing.sides else next(iter(standing.sides))
    if side not in standing.sides:
        raise NotPermitted(say("not_your_board"))
    return side


def append(
    game: Game,
    state: State,
    drafts: Sequence[EntryDraft],
    *,
    actor: Actor,
    now: datetime,
    idempotency_key: str = "",
    cause: hooks.Cause | None = None,
) -> State:
    """Append `drafts` to the locked game and update its row; return the new state.

    Notifies the apps above of a changed result, and the live boards after the commit.
    """
    entries, after = write_entries(state, drafts, actor, now, idempotency_key)
    keep(game, entries, after, actor=actor, now=now, cause=cause)
    return after


def keep(
    game: Game, entries: Sequence[Entry], state: State, *, actor: Actor, now: datetime, cause: hooks.Cause | None = None
) -> None:
    """Save `entries`, which `write_entries` has chained to the locked game's record, and the `state` after them."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("entries are appended inside the transaction that locked the game")
    had, had_calls = (game.phase, game.result), game.calls
    RecordEntry.objects.bulk_create([RecordEntry.of(game, entry, actor.user_id) for entry in entries])
    texts.keep([(game, entries)])
    bring_up(game, state, now)
    game.save(update_fields=FOLLOWING)
    remember(game, state)
    if (game.phase, game.result) != had:
        hooks.result_changed([game], actor, now, cause)
    if game.calls != had_calls:
        hooks.calls_changed(game, now, game.calls > had_calls)
    transaction.on_commit(partial(tell, [Step.of(game, entries, state)]))


@dataclass(frozen=True, slots=True)
class NewBoard:
    """The players and the start position of a game to open."""

    white: str
    black: str
    start_position: str = "start"


@transaction.atomic
def open_games(
    *,
    actor: Actor,
    now: datetime,
    game: str,
    regime: str,
    boards: Sequence[NewBoard],
    rules: Mapping[str, object] | None = None,
    control: str = "",
    tracking: str = TrackingLevel.RESULT,
    broadcast_delay: int = 0,
    results: Sequence[Result | str] = (),
    reason: str = "",
) -> list[Game]:
    """Open the records of new games on the same terms, in the order of `boards`, by a handful of queries.

    `results` of games that are already over, as `record_results` takes them, in the same order; empty if there are
    none.  A caller who passes them also links the games to their boards: listeners are not notified.

    `rules`: options of the game's rules, over those of the regime.  `broadcast_delay`: minutes until the public sees
    the moves of live boards (`games.gate`).

    The caller has checked the actor's permission.
    Raises: BadInput for an unknown game, regime, option, position or time control.
    """
    laws = law_regime(regime)
    # Another game by the same laws has rules with other options.
    options = {**(laws.rules if laws.game == game else {}), **(rules or {})}
    game_rules = rules_for(game, options)
    starts = {text: game_rules.position(text).text() for text in {board.start_position for board in boards}}
    control_text = _control_of(game, control)
    games, states, records = [], [], []
    for index, board in enumerate(boards):
        row = Game(
            game=game,
            rules=options,
            regime=regime,
            control=control_text,
            tracking=tracking,
            broadcast_delay=broadcast_delay if tracking == TrackingLevel.LIVE else 0,
            start_position=starts[board.start_position],
            white_name=board.white,
            black_name=board.black,
            opened_at=now,
            changed_at=now,
        )
        data = {
            "game": game,
            "rules": row.rules,
            "regime": regime,
            "laws": laws.book,
            "control": control_text,
            "start": row.start_position,
            "white": board.white,
            "black": board.black,
            "depth": str(tracking),
        }
        draft = EntryDraft(EntryKind.OPENED, data=MappingProxyType(data))
        entry = _entry(1, draft, milliseconds(now), actor, "")
        entry = replace(entry, digest=digest_of(entry, genesis(str(row.key))))
        state = fold([entry])
        drafts = decided(state, results[index], reason) if results and results[index] else ()
        following, state = write_entries(state, drafts, actor, now)
        bring_up(row, state, now)
        games.append(row)
        states.append(state)
        records.append((row, [entry, *following]))
    Game.objects.bulk_create(games)
    RecordEntry.objects.bulk_create(
        RecordEntry.of(row, entry, actor.user_id) for row, entries in records for entry in entries
    )
    texts.keep(records)
    for row, state in zip(games, states, strict=True):
        remember(row, state)
    return games


def _control_of(game: str, spelling: str) -> str:
    """Return the canonical control; unused time is carried over as in the game, unless the text states it."""
    if not spelling:
        return ""
    control = parse_control(spelling)
    if "carry=" not in spelling:
        control = dataclasses.replace(control, carry=spec_of(game).carry)
    return control.text()


def append_all(boards: Sequence[tuple[Game, State, Sequence[EntryDraft]]], *, actor: Actor, now: datetime) -> None:
    """Append to many locked games at once; the caller notifies the apps above of changed results."""
    rows, states, steps, records = [], [], [], []
    for game, before, drafts in boards:
        entries, state = write_entries(before, drafts, actor, now)
        rows += [RecordEntry.of(game, entry, actor.user_id) for entry in entries]
        records.append((game, entries))
        bring_up(game, state, now)
        states.append((game, state))
        if entries:
            steps.append(Step.of(game, entries, state))
    RecordEntry.objects.bulk_create(rows)
    texts.keep(records)
    Game.objects.bulk_update([game for game, _ in states], FOLLOWING, batch_size=_AT_ONCE)
    for game, state in states:
        remember(game, state)
    transaction.on_commit(partial(tell, steps))


def write_entries(
    state: State, drafts: Sequence[EntryDraft], actor: Actor, now: datetime, idempotency_key: str = ""
) -> tuple[list[Entry], State]:
    """Return the entries made from `drafts` after `state`, chained to it, and the new state; nothing is saved."""
    entries = []
    for draft in drafts:
        entry, state = _write(state, draft, actor, now, idempotency_key)
        entries.append(entry)
    return entries, state


def _write(state: State, draft: EntryDraft, actor: Actor, now: datetime, idempotency_key: str) -> tuple[Entry, State]:
    # The server's clock may be set back; the record's time never runs backwards.
    at = max(milliseconds(now), state.at)
    entry = _entry(state.seq + 1, draft, at, actor, idempotency_key)
    clock = clock_after(state, entry)
    if clock is not None:
        white_ms, black_ms = clock.left(at)
        entry = replace(entry, white_ms=white_ms, black_ms=black_ms)
    entry = replace(entry, digest=digest_of(entry, state.digest))
    return entry, apply(state, entry)


def _entry(seq: int, draft: EntryDraft, at: int, actor: Actor, idempotency_key: str) -> Entry:
    data, outside = taken_out(draft.kind, draft.data, _new_salt)
    return Entry(
        seq=seq,
        kind=draft.kind,
        at=at,
        actor=actor.key,
        side=draft.side,
        ply=draft.ply,
        move=draft.move,
        data=data,
        request=idempotency_key,
        texts=outside,
    )


def _new_salt() -> str:
    return secrets.token_hex(SALT_BYTES)


def bring_up(game: Game, state: State, now: datetime) -> None:
    """Update the unsaved row from the state."""
    gate.refuse_put_back(game)
    game.phase = state.phase.value
    game.result = state.result.value if state.result else ""
    game.termination = state.termination
    game.seq, game.digest = state.seq, state.digest
    game.calls = len(state.calls)
    game.snapshot = snapshot(state)
    game.changed_at = now


# The export of the whole record of one game.


def export_record(*, actor: Actor, game: Game) -> Iterator[str]:
    """Return the lines of the game's record with all versions of its score sheets and all rulings
    (`tavleya.record.ndjson`).

    For officers, because it contains statements of players to the arbiter.  Raises: NotPermitted.
    """
    require(hooks.standing_of(actor, game), Action.EXPORT_RECORD)
    entries = with_texts(game, entries_of(game))
    sheets = [
        SheetLine(
            keeper=sheet.keeper,
            version=sheet.version,
            language=sheet.language,
            text=sheet.text,
            file_name=sheet.file_name,
            file_sha256=sheet.file_sha256,
            actor=sheet.actor,
            at=milliseconds(sheet.at),
        )
        for sheet in game.sheets.order_by("keeper", "version")
    ]
    return write(str(game.key), game.tracking, entries, sheets, hooks.rulings_of(game))


# Results of many boards at once, as from a file: the entries are the same as with single results.

ADJOURNED = "adjourned"


@transaction.atomic
def record_results(*, actor: Actor, now: datetime, results: Mapping[int, Result | str], reason: str = "") -> list[Game]:
    """Enter the results of boards by the keys of their games; ADJOURNED for a game adjourned elsewhere.

    The number of queries does not grow with the boards.  The caller has checked the actor's permission.
    Raises: NotFound ("no_such_game"); Conflict ("already_finished") if one of them has a result.
    """
    rows = list(Game.objects.select_for_update().filter(pk__in=results).order_by("pk"))
    if len(rows) != len(results):
        raise NotFound(say("no_such_game"))
    had = {game.pk: (game.phase, game.result) for game in rows}
    states = [state_of(game) for game in rows]
    drafts = [decided(state, results[game.pk], reason) for game, state in zip(rows, states, strict=True)]
    append_all(list(zip(rows, states, drafts, strict=True)), actor=actor, now=now)
    if changed := [game for game in rows if had[game.pk] != (game.phase, game.result)]:
        hooks.result_changed(changed, actor, now, None)
    return rows


def decided(state: State, result: Result | str, reason: str) -> Sequence[EntryDraft]:
    """Return the entries for a result, or for an adjournment."""
    if result == ADJOURNED:
        return () if state.phase is GamePhase.ADJOURNED else (_adjourned(state, reason),)
    value = Result(result)
    manner = "reported" if FACTS[value].played else "forfeit"
    return commands.enter_result(state, value, termination=manner, article="", reason=reason)


def _adjourned(state: State, reason: str) -> EntryDraft:
    """Return an adjournment without its moves and envelope: the position is set up on resumption."""
    data = {"position": state.position.text(), "followed": False, "reason": reason}
    return EntryDraft(EntryKind.ADJOURNED, state.turn, state.ply + 1, data=MappingProxyType(data))


# Games at an earlier time: the public state of a game that is broadcast with a delay.


@gate.bypass_gate()
def put_back(game: Game, now: datetime) -> None:
    """Set the unsaved row to its state before the broadcast delay, at the earliest its first entry.

    No query for a game without entries since.
    """
    until = now - timedelta(minutes=game.broadcast_delay)
    if game.changed_at <= until or game.seq <= 1:
        return
    seq = RecordEntry.objects.filter(game=game.pk, at__lte=until).aggregate(last=Max("seq"))["last"] or 1
    if seq >= game.seq:
        return
    state = earlier_state(game, seq)
    bring_up(game, state, moment(state.at))
    game.was_put_back = True
