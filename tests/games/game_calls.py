"""Services of games, called so that they succeed, and the action that each requires."""

from typing import Any

from games import hooks
from games.models.game import Game
from games.models.sheet import SheetPhoto
from games.services.checking import enter_reconstruction
from games.services.following import follow_board
from games.services.moves import (
    Once,
    answer_draw,
    call_arbiter,
    offer_draw,
    play_move,
    play_ordinary_move,
    press_clock,
    resign,
    resume_play,
    start_game,
    stop_clocks,
)
from games.services.results import annul, correct_result, import_moves, record_result, retype_result, withdraw_result
from games.services.sheets import hand_in, void_photo, write_sheet
from tavleya.actors import Actor
from tavleya.permissions import Action
from tavleya.record.merging import Keeper
from tavleya.sides import Side
from tests.tournaments.conftest import LATER, NOW, World
from tests.uploads import png_file
from tests.who_may import Row, Table
from tournaments.models.pairing import Pairing
from tournaments.services.players import add_player
from tournaments.services.rounds import pair_round_robin, publish_round, start_round
from tournaments.services.sections import enter_player


class BoardWorld(World):
    """Two boards at which Pia has White: `live`, of which no clock runs yet, and `paper`."""

    def __init__(self) -> None:
        super().__init__()
        self.players = [
            add_player(actor=self.olga, now=NOW, event_id=self.event.pk, family_name=name, user_id=user_id)
            for name, user_id in (("Polgar", self.pia.user_id), ("Rubinstein", None))
        ]
        self.live = self.board(slug="live", tracking="live", control="60+30")
        self.paper = self.board(slug="paper")

    def board(self, **fields: object) -> int:
        """The key of the game at the one board of a new section, whose round has begun."""
        section = self.section(**fields)
        for player in self.players:
            enter_player(actor=self.olga, now=NOW, section_id=section.pk, player_id=player.pk)
        for round_ in pair_round_robin(actor=self.olga, now=NOW, section_id=section.pk):
            publish_round(actor=self.olga, now=NOW, round_id=round_.pk)
            start_round(actor=self.olga, now=NOW, round_id=round_.pk)
        return Pairing.objects.get(round__section=section).game_id

    def play(self, *moves: str, press: bool = True) -> None:
        start_game(actor=self.chen, now=NOW, game_id=self.live)
        for move in moves:
            play_move(actor=self.chen, now=NOW, game_id=self.live, text=move, press=press)


def at(world: Any, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "now": LATER, "game_id": world.live}


def on_paper(world: Any, actor: Actor) -> dict[str, Any]:
    return {**at(world, actor), "game_id": world.paper}


def _ordinary(world: BoardWorld, actor: Actor) -> object:
    game = Game.objects.get(pk=world.live)
    return play_ordinary_move(
        game=game, standing=hooks.standing_of(actor, game), actor=actor, now=LATER, text="e2e4",
        side=Side.WHITE, expected=game.seq, press=True, offer=False, language="",
        once=Once("", ""), answer=lambda game, entries: b"{}",
    )  # fmt: skip


def _finished(world: BoardWorld) -> None:
    record_result(**on_paper(world, world.chen), result="1-0")


def _photographed(world: BoardWorld) -> None:
    hand_in(**on_paper(world, world.pia), keeper=Keeper.WHITE, photos=[png_file()])


_PIA = {"side": Side.WHITE}
CALLS: Table = {
    "start_game": Row(Action.START_GAME, lambda w, a: start_game(**at(w, a)), also=Action.PLAY),
    "play_move": Row(Action.PLAY, lambda w, a: play_move(**at(w, a), text="e2e4"), BoardWorld.play),
    "play_ordinary_move": Row(Action.PLAY, _ordinary, BoardWorld.play),
    "press_clock": Row(
        Action.PLAY, lambda w, a: press_clock(**at(w, a), **_PIA), lambda w: w.play("e2e4", press=False)
    ),
    "offer_draw": Row(Action.PLAY, lambda w, a: offer_draw(**at(w, a), **_PIA), lambda w: w.play("e2e4")),
    "answer_draw": Row(
        Action.PLAY,
        lambda w, a: answer_draw(**at(w, a), **_PIA, accept=True),
        lambda w: (w.play("e2e4", "e7e5", "g1f3"), offer_draw(**at(w, w.chen), side=Side.BLACK)),
    ),
    "resign": Row(Action.PLAY, lambda w, a: resign(**at(w, a), **_PIA), BoardWorld.play),
    "call_arbiter": Row(
        Action.CALL_ARBITER,
        lambda w, a: call_arbiter(**at(w, a), **_PIA, reason="disturbance"),
        BoardWorld.play,
        also=Action.PLAY,
    ),
    "stop_clocks": Row(
        Action.STOP_CLOCKS, lambda w, a: stop_clocks(**at(w, a), reason="noise"), BoardWorld.play, also=Action.PLAY
    ),
    "resume_play": Row(
        Action.STOP_CLOCKS,
        lambda w, a: resume_play(**at(w, a)),
        lambda w: (w.play(), stop_clocks(**at(w, w.chen), reason="noise")),
        also=Action.PLAY,
    ),
    "follow_board": (Action.REPORT_BOARDS, lambda w, a: follow_board(**at(w, a), moves=["e2e4"])),
    "record_result": (Action.ENTER_RESULT, lambda w, a: record_result(**on_paper(w, a), result="1-0")),
    "correct_result": Row(
        Action.CORRECT_RESULT,
        lambda w, a: correct_result(**on_paper(w, a), result="0-1", reason="a wrong slip"),
        _finished,
    ),
    "withdraw_result": Row(Action.CORRECT_RESULT, lambda w, a: withdraw_result(**on_paper(w, a)), _finished),
    "retype_result": Row(Action.CORRECT_RESULT, lambda w, a: retype_result(**on_paper(w, a), result="0-1"), _finished),
    "import_moves": (Action.IMPORT_GAMES, lambda w, a: import_moves(**on_paper(w, a), moves=["e2e4"])),
    "annul": (Action.RULE, lambda w, a: annul(**on_paper(w, a), reason="the pieces were set up wrongly")),
    "enter_reconstruction": (
        Action.RECONSTRUCT,
        lambda w, a: enter_reconstruction(**on_paper(w, a), moves=["e2e4"], reason="both sheets"),
    ),
    # A key with this scope alone is not one of the staff, and its owner has no side.
    "write_sheet": Row(
        Action.WRITE_SHEET,
        lambda w, a: write_sheet(**on_paper(w, a), keeper=Keeper.WHITE, text="1. e4"),
        also=Action.SEE_DESK,
    ),
    "hand_in": Row(
        Action.WRITE_SHEET,
        lambda w, a: hand_in(**on_paper(w, a), keeper=Keeper.WHITE, text="1. e4"),
        also=Action.SEE_DESK,
    ),
    "void_photo": Row(
        Action.WRITE_SHEET,
        lambda w, a: void_photo(
            **on_paper(w, a), photo_id=SheetPhoto.objects.get(game=w.paper).pk, reason="another board"
        ),
        _photographed,
        also=Action.SEE_DESK,
    ),
}
