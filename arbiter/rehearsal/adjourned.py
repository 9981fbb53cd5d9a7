"""A game that is adjourned with a sealed move and resumed in the evening (tavreli app. A)."""

from datetime import datetime

from arbiter.rehearsal.boards import RehearsalBoard
from arbiter.services import adjournment, resumption
from games.states import state_of
from tavleya.sides import Side


def adjourn_and_resume(table: RehearsalBoard, resumes: datetime) -> None:
    """Adjourn and resume a game: White seals within a minute, after five minutes of play and 25 more of the session."""
    day, game_id, chief = table.day, table.game.pk, table.arbiter
    white = table.players[Side.WHITE]
    day.title("The adjourned game of round 1")
    table.wait(minutes=25)
    adjournment.call_to_seal(actor=chief, now=table.now, game_id=game_id)
    day.say(table.now, "The session is over: White is asked to seal.")
    table.wait(minutes=1)
    sealing = adjournment.seal_move(actor=white, now=table.now, game_id=game_id, move="f1-b5")
    envelope = adjournment.adjourn(actor=chief, now=table.now, game_id=game_id, holder="the chief arbiter")
    day.say(table.now, f"White has sealed; the envelope is with {envelope.holder}.")
    table.expect_clocks("62:00", "86:00")
    table.expect("due", envelope.due_at, resumes)
    cards = list(sealing.cards.values())

    def open_it(*present: Side) -> None:
        resumption.open_envelope(
            actor=chief, now=table.now, game_id=game_id, cards=cards, present=present or tuple(Side)
        )

    day.refused(table.now, "Opening the envelope early", "not_set_up", open_it)
    table.now = resumes
    resumption.set_up(actor=chief, now=table.now, game_id=game_id)
    day.refused(table.now, "Opening it without Black", "reply_player_absent", lambda: open_it(Side.WHITE))
    open_it()
    table.expect("the sealed move on the board", state_of(table.game).plies[-1].text, "f1-b5")
    table.wait(minutes=1).expect_clocks("62:00", "85:00")
    table.resign(Side.BLACK).expect_result("1-0")
