"""States of the boards of a hall's open: one played, one under appeal, one adjourned, one called, one sealing."""

from __future__ import annotations

import io
from functools import partial
from typing import TYPE_CHECKING

from PIL import Image

from arbiter.models import Appeal
from arbiter.services import adjournment, appeals
from arbiter.services.appeals import appoint_member, set_appeal_regulation
from arbiter.services.clock_readings import adjust_time
from arbiter.services.ruling import claim_flag
from games.models.game import Game
from games.services.moves import call_arbiter, play_move, start_game
from games.services.sheets import Picture, hand_in, void_photo, write_sheet
from tavleya.actors import Actor
from tavleya.record.merging import Keeper
from tavleya.sides import Side
from venue.services.pgn import set_pgn_address
from venue.services.reports import assign_board, report_boards

if TYPE_CHECKING:
    from tests.security.hall import Hall


def picture(colour: str = "white") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(file, "PNG")
    return file.getvalue()


def play_boards(hall: Hall) -> Appeal:
    """Play boards 1 to 5 of round 1; return the appeal that is heard."""
    _live_board(hall)
    appeal = _appealed_board(hall)
    _adjourned_board(hall)
    _called_board(hall)
    _sealing_board(hall)
    _reported(hall)
    return appeal


def _reported(hall: Hall) -> None:
    """Put an electronic board with another move at table 1; add a PGN source."""
    of_section = {**hall.by(minutes=5), "section_id": hall.open.pk}
    assign_board(**of_section, serial=hall.write("24017"), table=1)
    set_pgn_address(**of_section, address=f"https://example.org/{hall.slug}.pgn")
    report_boards(
        **hall.by(minutes=5), round_id=hall.open.rounds.get(number=1).pk, source="hall",
        reports=[{"board": 1, "moves": ["e2e4", "c7c5"]}],
    )  # fmt: skip


def _live_board(hall: Hall) -> None:
    """Board 1: being played."""
    common = {"game_id": hall.game(1).pk}
    start_game(**hall.by("ana", minutes=10), **common)
    move = partial(play_move, **common, actor=Actor.of_system("tests"))
    move(now=hall.ago(minutes=9), text="e4")
    move(now=hall.ago(minutes=8), text="e5")


def _called_board(hall: Hall) -> None:
    """Board 4: a ruling corrected its clock, and the arbiter has been called since."""
    game = hall.game(4)
    start_game(**hall.by("ana", minutes=10), game_id=game.pk)
    play_move(actor=Actor.of_system("tests"), now=hall.ago(minutes=9), game_id=game.pk, text="c4")
    adjust_time(
        **hall.by("ana", minutes=7), game_id=game.pk, add={Side.WHITE: 60_000}, article="fide-2023:6.12.2",
        reason=hall.write("The clock was set wrongly"),
    )  # fmt: skip
    appeal = appeals.file_appeal(
        actor=hall.seat(4, "black"), now=hall.ago(minutes=6), ruling_id=game.rulings.get().pk,
        grounds=hall.write("It was right"), deposit_paid=True,
    )  # fmt: skip
    appeals.set_hearing(**hall.by(minutes=6), appeal_id=appeal.pk, at=hall.ago(minutes=5))
    appeals.decide_appeal(
        **hall.by("judge", minutes=4), appeal_id=appeal.pk, outcome=Appeal.Outcome("upheld"),
        decision=hall.write("The ruling stands"),
    )  # fmt: skip
    appeals.publish_decision(**hall.by(minutes=3), appeal_id=appeal.pk)
    call_arbiter(
        actor=hall.seat(4, "black"), now=hall.ago(minutes=2), game_id=game.pk, reason="other",
        said={"text": hall.write("Noise")},
    )  # fmt: skip


def _appealed_board(hall: Hall) -> Appeal:
    """Board 2: lost by a flag against which the loser has appealed; its sheet was photographed."""
    game, loser = hall.game(2), hall.seat(2, "black")
    start_game(**hall.by("ana", hours=3), game_id=game.pk)
    play_move(actor=Actor.of_system("tests"), now=hall.ago(minutes=178), game_id=game.pk, text="d4")
    for side in ("white", "black"):
        hand_in(
            actor=hall.seat(2, side), now=hall.ago(minutes=100), game_id=game.pk, keeper=Keeper(side),
            text=hall.write("1. d4 "), photos=[Picture(picture(), hall.write("sheet.png"))],
        )  # fmt: skip
    void_photo(
        actor=hall.seat(2, "white"), now=hall.ago(minutes=99), game_id=game.pk,
        photo_id=_second_photo(hall, game), reason=hall.write("Blurred"),
    )  # fmt: skip
    write_sheet(
        **hall.by("ana", minutes=98), game_id=game.pk, keeper=Keeper.ARBITER, text="1. d4",
        file_name=hall.write("sheet.pgn"),
    )  # fmt: skip
    claim_flag(**hall.by("ana", minutes=30), game_id=game.pk, side=Side.BLACK)
    appoint_member(**hall.by(hours=5), event_id=hall.event.pk, user_id=hall.people["judge"].user_id, chair=True)
    set_appeal_regulation(**hall.by(hours=5), event_id=hall.event.pk, seats=1, deposit=hall.write("50 UAH"))
    ruling = game.rulings.get()
    appeal = appeals.file_appeal(
        actor=loser, now=hall.ago(minutes=15), ruling_id=ruling.pk, grounds=hall.write("It had not fallen"),
        deposit_paid=True,
    )  # fmt: skip
    appeals.set_hearing(**hall.by(minutes=14), appeal_id=appeal.pk, at=hall.ago(minutes=5), place=hall.write("Room"))
    return appeal


def _second_photo(hall: Hall, game: Game) -> int:
    hand_in(
        actor=hall.seat(2, "white"), now=hall.ago(minutes=100), game_id=game.pk, keeper=Keeper.WHITE,
        text=hall.write("1. d4 "), photos=[Picture(picture("grey"), "second.png")],
    )  # fmt: skip
    return game.sheet_photos.latest("pk").pk


def _adjourned_board(hall: Hall) -> None:
    """Board 3: a sealed move lies in its envelope until tomorrow."""
    common = {"game_id": hall.game(3).pk}
    start_game(**hall.by("ana", minutes=40), **common)
    play_move(actor=Actor.of_system("tests"), now=hall.ago(minutes=39), **common, text="e4")
    adjournment.call_to_seal(**hall.by("ana", minutes=19), **common)
    adjournment.seal_move(actor=hall.seat(3, "black"), now=hall.ago(minutes=18), **common, move="e5")
    adjournment.adjourn(**hall.by("ana", minutes=17), **common, holder=hall.write("Ana"), place=hall.write("Safe"))


def _sealing_board(hall: Hall) -> None:
    """Board 5: White must seal a move."""
    game = hall.game(5)
    start_game(**hall.by("ana", minutes=40), game_id=game.pk)
    adjournment.call_to_seal(**hall.by("ana", minutes=19), game_id=game.pk)
