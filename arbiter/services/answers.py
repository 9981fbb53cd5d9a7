"""Answers to players' calls, to questions of electronic boards, and to score sheets that differ from the record."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.sheet_findings import DECIDES, STANDS, SheetFinding, findings_at
from arbiter.services.ruling import rule
from arbiter.services.rulings import apply_remedy, lock_state
from games.models.game import Game
from games.services.following import follow_board
from games.services.moves import play_move
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.law import claims as law
from tavleya.law.facts import UNKNOWN
from tavleya.law.pieces import RESTORED_KIND
from tavleya.permissions import Action
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.merging import ListRelation, hold_against
from tournaments import access
from tournaments.models.boards import BoardQuestion, Feed, GameSource, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.services.exclusion import board_of, change_source, note_answer
from tournaments.services.results import enter_result

# Acts of an arbiter on a difference between the record and an electronic board or program at the venue.

#: Questions whose board state can be entered with one tap.
TO_BE_TAKEN = frozenset({QuestionCode.DIFFERS, QuestionCode.ILLEGAL_MOVE, QuestionCode.RESULT})


@transaction.atomic
def answer_board_question(
    *,
    actor: Actor,
    now: datetime,
    board_question_id: int,
    answer: BoardQuestion.Answer,
    expected: int | None = None,
    note: str = "",
) -> BoardQuestion:
    """Answer an open question: enter the board's state, keep the record, or enter the moves by hand from now on.

    The board's state is a proposed result, an illegal move (to be ruled on), or other moves, entered after a ruling
    that restores the last common position; `note` is its reason. `expected` is the entry of the record that the page
    showed. The user is logged.
    Raises: NotFound ("no_such_board_question"); Conflict ("stale", "not_to_be_taken"); the errors of the services used.
    """
    question = BoardQuestion.objects.select_related("game").filter(pk=board_question_id).first()
    if question is None or not question.waits:
        raise NotFound(say("no_such_board_question"))
    board = board_of(question.game_id)
    of_result = question.code == QuestionCode.RESULT
    access.require(actor, board.round.section.event, Action.ENTER_RESULT if of_result else Action.RULE)
    check_expected(question.game, expected)
    if answer is BoardQuestion.Answer.TAKEN:
        _take(board, question, actor, now, note)
    lock_game(question.game_id)
    question = BoardQuestion.objects.select_for_update().get(pk=question.pk)
    if not question.waits:
        raise NotFound(say("no_such_board_question"))
    if answer is BoardQuestion.Answer.BY_HAND:
        change_source(board, Feed.HAND, actor=actor, now=now)
    note_answer(board, question, answer, actor=actor, now=now)
    return question


def _take(board: Pairing, question: BoardQuestion, actor: Actor, now: datetime, note: str) -> None:
    code, moves = QuestionCode(question.code), [str(move) for move in question.shown.get("moves") or ()]
    if code is QuestionCode.RESULT:
        enter_result(actor=actor, now=now, pairing_id=board.pk, result=question.mark)
    elif code is QuestionCode.DIFFERS:
        _take_moves(question.game, moves, actor, now, note)
    elif code is QuestionCode.ILLEGAL_MOVE and moves:
        if hold_against(state_of(question.game), moves[:-1]).held is not ListRelation.SAME:
            raise Conflict(say("not_to_be_taken"))
        play_move(actor=actor, now=now, game_id=question.game_id, text=moves[-1], irregular=True)
    else:
        raise Conflict(say("not_to_be_taken"))


def _take_moves(game: Game, moves: Sequence[str], actor: Actor, now: datetime, note: str) -> None:
    """Restore by a ruling the last position on which both agree, and play the board's moves from there."""
    comparison = hold_against(state_of(game), moves)
    if comparison.held is not ListRelation.DIFFERS:
        raise Conflict(say("not_to_be_taken"))
    facts = {
        "ply": comparison.ply - 1,
        "cause": UNKNOWN,
        "resume": True,
        "reason": note or say("board_shows_other_moves").render(),
    }
    rule(actor=actor, now=now, game_id=game.pk, kind=RESTORED_KIND.key, facts=facts)
    outcome = follow_board(actor=actor, now=now, game_id=game.pk, moves=moves)
    if outcome.refused is not None:
        raise outcome.refused


@transaction.atomic
def set_game_source(*, actor: Actor, now: datetime, game_id: int, feed: Feed) -> GameSource:
    """Set the only source of a game's moves; reports of other sources are only compared.

    Raises: NotFound ("no_such_pairing").
    """
    board = board_of(game_id)
    access.require(actor, board.round.section.event, Action.RULE)
    lock_game(game_id)
    return change_source(board, feed, actor=actor, now=now)


# Acts of an arbiter on a score sheet that differs from the record.


def open_finding(game: Game, key: str) -> SheetFinding:
    """Return the open finding with this key at the board. Raises: NotFound ("no_such_finding")."""
    for sheet_finding in findings_at(game):
        if sheet_finding.finding.key == key and not sheet_finding.settled:
            return sheet_finding
    raise NotFound(say("no_such_finding"))


@transaction.atomic
def let_stand(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    key: str,
    note: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Accept the record despite the sheet; the record has the user and the reason.

    Raises: NotFound ("no_such_finding"); Conflict ("stale").
    """
    game, state = lock_state(actor, game_id, Action.RULE, expected)
    finding = open_finding(game, key).finding
    data = {
        "decides": DECIDES,
        "outcome": STANDS,
        "findings": [finding.key],
        "found": finding.message.to_json(),
        **({"note": note} if note else {}),
    }
    drafts = [EntryDraft(EntryKind.DECISION, data=data)]
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


@transaction.atomic
def answer_call(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    call: int,
    upheld: bool,
    note: str = "",
    resume: bool = True,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Close the call of entry `call`; another ruling may close it too, this one changes nothing but the clocks.

    `resume`: the clock is started again once no call is open. `expected` is the entry that the arbiter's page showed.
    Raises: Conflict ("stale" if the game has changed, "call_not_open").
    """
    game, state = lock_state(actor, game_id, Action.RULE, expected)
    remedy = law.answer_call(state, call, upheld=upheld, note=note.strip(), resume=resume)
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note.strip(), idempotency_key=idempotency_key)
