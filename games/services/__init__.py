"""What people do to games: one function each, keyword arguments, one transaction, `actor` and `now` given."""

from games.services.bulk import ADJOURNED, record_results
from games.services.following import Followed, are_off, follow_board
from games.services.moves import Once, play_ordinary_move
from games.services.opening import NewBoard, open_game, open_games
from games.services.play import (
    answer_draw,
    call_arbiter,
    offer_draw,
    play_move,
    press_clock,
    resign,
    resume_play,
    start_game,
    stop_clocks,
)
from games.services.results import (
    annul,
    correct_result,
    import_moves,
    record_result,
    retype_result,
    withdraw_result,
)

__all__ = [
    "ADJOURNED",
    "Followed",
    "NewBoard",
    "Once",
    "annul",
    "answer_draw",
    "are_off",
    "call_arbiter",
    "correct_result",
    "follow_board",
    "import_moves",
    "offer_draw",
    "open_game",
    "open_games",
    "play_move",
    "play_ordinary_move",
    "press_clock",
    "record_result",
    "record_results",
    "resign",
    "resume_play",
    "retype_result",
    "start_game",
    "stop_clocks",
    "withdraw_result",
]
