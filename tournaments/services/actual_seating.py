"""Boards recorded as they were played: colours, opponents or tables that differ from the published pairing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games.models.game import Game, TrackingLevel
from games.services.record import NewBoard, open_games
from games.services.results import annul, import_moves, record_result
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, GameOutcome, Result, read_result
from tavleya.sides import Side
from tournaments import kinds
from tournaments.activity import Fact, happened, happened_to_many
from tournaments.messages import say
from tournaments.models.pairing import Pairing, PointAdjustment
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Bye, Round, RoundKind, RoundStatus
from tournaments.models.swiss import Provenance, RatingCorrection, ResultReport
from tournaments.selectors.teams import team_of
from tournaments.services.restore_points import take_restore_point
from tournaments.services.results import changes_the_tournament
from tournaments.services.shared import as_organiser, lock_round_for

#: The results by the outcomes of White and Black, and whether less than one move was played.
_RESULTS = MappingProxyType({(facts.white, facts.black, facts.short): result for result, facts in FACTS.items()})
_POSITION = ("start_position", "opening", "drawn")
#: Fields of a board that move to another table with its game.
_OF_GAME = (
    "game_id", "result", "public_result", "public_from", "second_result", "second_by_id", "second_at", *_POSITION
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ActualSeats:
    """The keys of the entries that sat at a board; without `black`, `white` had the bye.

    An entry without an opponent in the round may sit opposite the player with the allocated bye.
    `result`: of players who were not paired with each other.  `version`: of the board as the actor has seen it.
    """

    board: int
    white: int
    black: int | None = None
    result: str = ""
    version: int | None = None


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A board as `paired`, and its players and result as played.

    `source`: the board at which the same two were paired, or else a board whose game theirs replaces; None for the
    opponent of a bye.
    """

    paired: Pairing
    white: Registration
    black: Registration | None
    result: str
    source: Pairing | None

    @property
    def turned(self) -> bool:
        """Two who were paired with each other had the other colours."""
        pair = (self.white.pk, self.black.pk if self.black else None)
        return self.source is not None and pair == (self.source.black_id, self.source.white_id)

    @property
    def moved(self) -> bool:
        """Two who were paired with each other sat at another table, where their game goes with them."""
        pair = (self.white.pk, self.black.pk if self.black else None)
        return self.source is not None and pair == (self.source.white_id, self.source.black_id)


@transaction.atomic
def record_actual_seating(
    *, actor: Actor, now: datetime, round_id: int, boards: Sequence[ActualSeats], reason: str, for_rating: bool = False
) -> Round:
    """Record who really sat at boards of a public round, and with which colours (C.04.2, 4.3 and 4.4).

    Each player keeps their result; new opponents have that of `boards`, unless it follows from their own.  The games
    that were not played so are annulled, and their records stay.  Later rounds stay too: the next one is paired from
    the actual boards.  `for_rating`: it is too late for the tournament, and only the report has a remark.
    Raises: BadInput ("reason_missing", "no_such_pairing", "seats_differ", "same_opponents"); Conflict
    ("round_not_open", "changed_meanwhile", "nothing_differs", "opponents_fixed", "game_in_progress", "recorded_live",
    "points_changed", "results_missing"; "correction_too_late" without `for_rating`, "correction_not_late" with it).
    """
    row = lock_round_for(actor, Action.CORRECT_RESULT, round_id)
    if not reason.strip():
        raise BadInput(say("reason_missing.correction"), field="reason")
    games = Game.objects.filter(pairing__round=row, pairing__board__in=[seats.board for seats in boards])
    list(games.select_for_update(of=("self",)).order_by("pk"))
    changes = plan_seating(row, boards, for_rating=for_rating)
    if not for_rating and any(change.paired.bye and change.black for change in changes):
        take_restore_point(row.section, actor=actor, now=now, before="late_entry", round_number=row.number)
    seated = [] if for_rating else _seat(row, changes, actor=as_organiser(actor), now=now, reason=reason.strip())
    before = [_describe(change.paired, change.paired.white, change.paired.black) for change in changes]
    after = [_describe(change.paired, change.white, change.black, change.result) for change in changes]
    happened(
        kinds.ROUND_PLAYED_DIFFERENTLY_FOR_RATING if for_rating else kinds.ROUND_PLAYED_DIFFERENTLY,
        row,
        actor=actor,
        now=now,
        before={"boards": before},
        after={"boards": after, "reason": reason.strip(), "round": row.number},
    )
    for kind, has_result in ((kinds.RESULT_RECORDED, True), (kinds.BOARD_SEATED, False)):
        rows = [board for board in seated if bool(board.result) is has_result]
        facts = [Fact(board, None, {"result": board.result, "version": board.version}) for board in rows]
        happened_to_many(kind, facts, actor=actor, now=now)
    return row


def _describe(board: Pairing, white: Registration, black: Registration | None, result: str | None = None) -> str:
    names = " – ".join(entry.player.full_name for entry in (white, black) if entry is not None)
    return f"{board.board}. {names} {board.result if result is None else result}".strip()


def plan_seating(row: Round, boards: Sequence[ActualSeats], *, for_rating: bool = False) -> tuple[SeatChange, ...]:
    """Return the boards that change, in order; nothing is saved.  The errors are those of `record_actual_seating`."""
    if row.status == RoundStatus.DRAFT:
        raise Conflict(say("round_not_open"))
    wanted = {seats.board: seats for seats in boards}
    rows = row.pairings.filter(board__in=wanted, bye__in=["", Bye.PAIRING_ALLOCATED]).order_by("board")
    paired = list(rows.select_related("round__section", "game", "team_match", "white__player", "black__player"))
    if len(paired) != len(boards):
        raise BadInput(say("no_such_pairing"), field="boards")
    entries: dict[int, tuple[Registration, Pairing | None]] = {
        entry.pk: (entry, board) for board in paired for entry in (board.white, board.black) if entry
    }
    seated = [key for seats in boards for key in (seats.white, seats.black) if key is not None]
    others = row.section.registrations.filter(pk__in=set(seated) - set(entries), status=RegistrationStatus.ACTIVE)
    late = {entry.pk: (entry, None) for entry in others.select_related("player")}
    elsewhere = row.pairings.filter(Q(white__in=late) | Q(black__in=late), bye__in=["", Bye.PAIRING_ALLOCATED])
    filled = [board for board in paired if board.bye and wanted[board.board].black is not None]
    emptied = any(not board.bye and wanted[board.board].black is None for board in paired)
    if emptied or elsewhere.exists() or len(late) != len(filled) or sorted(seated) != sorted([*entries, *late]):
        raise BadInput(say("seats_differ"), field="boards")
    entries |= late
    changes = []
    for board in paired:
        seats = wanted[board.board]
        if seats.version not in (None, board.version):
            current = {"board": board.board, "result": board.result}
            raise Conflict(say("changed_meanwhile", **current), **current, version=board.version)
        white, source = entries[seats.white]
        black, other = entries[seats.black] if seats.black is not None else (None, None)
        result = _result_of(seats, source, other)
        if (board.white_id, board.black_id) != (seats.white, seats.black):
            changes.append(SeatChange(board, white, black, result, source if source is other else None))
    if not changes:
        raise Conflict(say("nothing_differs"))
    changes = _with_sources(changes)
    too_late = not changes_the_tournament(changes[0].paired)
    if too_late != for_rating:
        raise Conflict(say("correction_too_late.boards") if too_late else say("correction_not_late"))
    _check(row, changes)
    if not for_rating:
        _check_games(row, changes)
    return tuple(changes)


def _result_of(seats: ActualSeats, source: Pairing | None, other: Pairing | None) -> str:
    """Return the result with which both players keep their own; for new opponents, that of `seats` if given."""
    if seats.black is None:
        return ""
    white, black = _outcome(source, seats.white), _outcome(other, seats.black)
    own = ""
    if white is not None and black is not None and white[1] == black[1]:
        own = _RESULTS.get((white[0], black[0], white[1]), "")
    if source is other and seats.result not in ("", own):
        raise BadInput(say("same_opponents", board=seats.board), field="boards", board=seats.board)
    return str(read_result(seats.result)) if seats.result else str(own)


def _outcome(board: Pairing | None, key: int) -> tuple[GameOutcome, bool] | None:
    if board is None or not board.result:
        return None
    facts = FACTS[Result(board.result)]
    return facts.of(Side.WHITE if board.white_id == key else Side.BLACK), facts.short


def _with_sources(changes: Sequence[SeatChange]) -> list[SeatChange]:
    """Return the changes; boards of new opponents get as source a board whose players did not meet."""
    together = {change.source.pk for change in changes if change.source is not None}
    parted = iter([change.paired for change in changes if change.paired.black and change.paired.pk not in together])
    return [
        change if change.source or not change.black or change.paired.bye else replace(change, source=next(parted))
        for change in changes
    ]


def _check(row: Round, changes: Sequence[SeatChange]) -> None:
    section = row.section
    for change in changes:
        match = change.paired.team_match
        in_place = change.turned and change.source is change.paired
        fixed = section.system.scheduled or change.paired.match_id is not None
        late = change.paired.bye and change.black
        if (fixed and not in_place) or (late and not section.seats_late_players):
            raise Conflict(say("opponents_fixed"))
        if match and {team_of(change.white), team_of(change.black)} != {match.first_id, match.second_id}:
            raise Conflict(say("opponents_fixed.teams"))


def _check_games(row: Round, changes: Sequence[SeatChange]) -> None:
    section = row.section
    if RatingCorrection.objects.filter(pairing__in=[change.paired for change in changes]).exists():
        raise Conflict(say("correction_too_late.boards"))
    for board, game in _annulled(changes):
        place = {"board": board}
        if game.phase not in (GamePhase.PENDING, GamePhase.FINISHED):
            raise Conflict(say("game_in_progress", **place), **place)
        if game.tracking == TrackingLevel.LIVE and state_of(game).ply:
            raise Conflict(say("recorded_live", **place), **place)
        if PointAdjustment.objects.filter(game=game, undone_at=None).exists():
            raise Conflict(say("points_changed", **place), **place)
    later = section.system.from_results and section.rounds.filter(number__gt=row.number or 0).exists()
    missing = [change.paired.board for change in changes if change.black and not change.result and not change.moved]
    if missing and (later or row.status == RoundStatus.CLOSED):
        raise Conflict(say("results_missing", boards=", ".join(map(str, missing))), boards=missing)


def _annulled(changes: Sequence[SeatChange]) -> list[tuple[int, Game]]:
    """Return the games that were not played so, with their boards, in the order in which games are locked."""
    sources = [change.source for change in changes if change.source is not None and not change.moved]
    games = [(source.board, source.game) for source in sources if source.game is not None]
    return sorted(games, key=lambda board_and_game: board_and_game[1].pk)


def _seat(row: Round, changes: Sequence[SeatChange], *, actor: Actor, now: datetime, reason: str) -> list[Pairing]:
    boards = row.pairings.in_bulk([change.paired.pk for change in changes])
    rows = row.pairings.filter(pk__in=boards)
    moves = {change.paired.pk: _moves(change) for change in changes}
    # Clear the boards first: at every step a player and a game may have only one board of the round.
    rows.update(in_schedule=True, game=None, result="")
    seated = [entry.pk for change in changes for entry in (change.white, change.black) if entry]
    row.pairings.exclude(pk__in=boards).filter(white__in=seated).delete()  # requested byes
    ResultReport.objects.filter(pairing__in=boards).delete()
    for _board, game in _annulled(changes):
        annul(actor=actor, now=now, game_id=game.pk, reason=reason)
    fields = ["white", "black", "bye", "version", *(name.removesuffix("_id") for name in _OF_GAME)]
    for change in changes:
        board = boards[change.paired.pk]
        board.white, board.black, board.version = change.white, change.black, board.version + 1
        board.bye = Bye.PAIRING_ALLOCATED if change.black is None else ""
        board.public_result, board.public_from = "", None
        board.second_result, board.second_by, board.second_at = "", None, None
        if change.source is not None and (change.moved or change.turned):
            for name in _OF_GAME if change.moved else _POSITION:
                setattr(board, name, getattr(change.source, name))
        if change.black is not None and not change.moved:
            board.game = _open_game(change, moves[board.pk], actor=actor, now=now, reason=reason)
            board.result = board.game.result
    Pairing.objects.bulk_update(boards.values(), fields)
    rows.update(in_schedule=row.kind == RoundKind.SCHEDULE)
    Provenance.objects.filter(round=row).update(version=F("version") + 1)
    return list(boards.values())


def _moves(change: SeatChange) -> tuple[str, ...]:
    """Return the recorded moves of players who had exchanged colours: the score sheet remains right."""
    if not change.turned or change.source is None or change.source.game is None:
        return ()
    line = state_of(change.source.game).line.plies
    return () if any(ply.irregular for ply in line) else tuple(ply.text for ply in line)


def _open_game(change: SeatChange, moves: Sequence[str], *, actor: Actor, now: datetime, reason: str) -> Game:
    """Open the game of a board as it was played, with its result.  It has no board yet, so no listener hears of it."""
    assert change.black is not None
    replaced = change.source.game if change.source else None
    former = replaced if change.turned else change.paired.game or replaced
    terms = former or change.paired.round.section
    start = former.start_position if former else "start"
    game = open_games(
        actor=actor,
        now=now,
        game=terms.game,
        rules=terms.rules,
        regime=terms.regime,
        control=terms.control,
        tracking=terms.tracking,
        broadcast_delay=terms.broadcast_delay,
        boards=[NewBoard(change.white.player.full_name, change.black.player.full_name, start)],
    )[0]
    if replaced is not None:
        game.replaces = replaced
        game.save(update_fields=["replaces"])
    common: dict[str, Any] = {"actor": actor, "now": now, "game_id": game.pk, "result": change.result or None}
    common["termination"] = replaced.termination if replaced and change.turned else ""
    if moves:
        return import_moves(**common, moves=moves)
    return record_result(**common, reason=reason) if change.result else game
