"""Answers to questions of electronic boards, and the source of a game's moves; each is logged."""

from datetime import datetime

from tavleya.actors import Actor
from tavleya.errors import NotFound
from tournaments.activity import happened
from tournaments.kinds import BOARD_QUESTION_ANSWERED, BOARD_SOURCE_CHANGED
from tournaments.messages import say
from tournaments.models.boards import BoardQuestion, Feed, GameSource
from tournaments.models.pairing import Pairing
from tournaments.registry import Kind


def board_of(game_id: int) -> Pairing:
    """The board at which a game is played.  NotFound `no_such_pairing`."""
    board = Pairing.objects.filter(game=game_id).select_related("game", "round__section__event").first()
    if board is None:
        raise NotFound(say("no_such_pairing"))
    return board


def change_source(board: Pairing, feed: Feed, *, actor: Actor, now: datetime) -> GameSource:
    """From now on the game, which is locked, goes by `feed` alone; what the others report is read and compared."""
    assert board.game_id is not None
    row = GameSource.objects.filter(game=board.game_id).first()
    before = row.feed if row else ""
    if row is None:
        row = GameSource.objects.create(game_id=board.game_id, feed=feed)
    elif before != feed:
        row.feed = feed
        row.save(update_fields=["feed"])
    if before != feed:
        happened(
            BOARD_SOURCE_CHANGED,
            board,
            actor=actor,
            now=now,
            before={"source": before},
            after={"source": feed.value},
        )
    return row


def note_answer(
    board: Pairing, row: BoardQuestion, answer: BoardQuestion.Answer, *, actor: Actor, now: datetime
) -> None:
    """Write down who answered a question and how; what follows from it is the caller's."""
    row.answer, row.answered_by, row.answered_at = answer, actor.key, now
    row.save(update_fields=["answer", "answered_by", "answered_at"])
    log_question(board, row, BOARD_QUESTION_ANSWERED, actor=actor, now=now, answer=answer.value)


def log_question(
    board: Pairing, row: BoardQuestion, kind: Kind, *, actor: Actor, now: datetime, **more: object
) -> None:
    """Log what happened to a question, with `more` details."""
    after = {"board": board.board, "code": row.code, "ply": row.ply, "source": row.source, **more}
    happened(kind, board, actor=actor, now=now, after=after)
