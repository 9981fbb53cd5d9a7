"""Flags by correspondence, called by the sweep at their instant; flags while a move is sealed."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arbiter.models import Ruling
from arbiter.services.adjournment import call_fallen_flags
from games.models.game import Game
from games.services.moves import play_move, resume_play, start_game, stop_clocks
from games.verification import verify
from tavleya.errors import Conflict
from tavleya.law import adjournment as law
from tavleya.law import resumption
from tavleya.law.clock_faults import call_flag
from tavleya.law.library import regime
from tavleya.record import commands
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tests.refusals import refused
from tests.tavleya.law.adjourning import (
    BOOK,
    DUE,
    HOUR,
    MINUTE,
    SECOND,
    B,
    W,
    do,
    playing,
    resumed,
    sealed,
    stop,
    unseal_all,
)
from tests.tavleya.record.build import START
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.players import issue_player_links, secret_of

DAYS = timedelta(days=1)
MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="3 days per move", tracking="live")


def test_a_flag_is_called_at_its_instant_once_and_not_before(world):
    assert world.section.control == world.board.control == "3 days/move"
    game = world.started()
    assert call_fallen_flags(NOW + 3 * DAYS - MOMENT) == []
    assert call_fallen_flags(NOW + 3 * DAYS) == [game.pk]
    game = Game.objects.get(pk=game.pk)
    assert (game.result, game.termination) == ("0-1", "time")
    flag = game.entries.get(kind="flag")
    assert flag.actor == "system:correspondence"
    assert not [check for check in verify(Game.objects.filter(pk=game.pk)) if check.broken]
    entries = game.entries.count()
    assert call_fallen_flags(NOW + 4 * DAYS) == []
    assert (game.entries.count(), Ruling.objects.count()) == (entries, 1)


def test_each_move_restarts_the_days(world):
    world.started()
    play_move(actor=world.alice, now=NOW + 2 * DAYS, game_id=world.board.pk, text="e4")
    assert call_fallen_flags(NOW + 5 * DAYS - MOMENT) == []
    play_move(actor=world.bob, now=NOW + 5 * DAYS - MOMENT, game_id=world.board.pk, text="e5")
    assert call_fallen_flags(NOW + 8 * DAYS - 2 * MOMENT) == []
    assert len(call_fallen_flags(NOW + 8 * DAYS - MOMENT)) == 1


def test_clocks_that_the_arbiter_stopped_do_not_run_out(world):
    world.started()
    stop_clocks(actor=world.artur, now=NOW + DAYS, game_id=world.board.pk, reason="illness")
    assert call_fallen_flags(NOW + 30 * DAYS) == []
    resume_play(actor=world.artur, now=NOW + 30 * DAYS, game_id=world.board.pk)
    assert call_fallen_flags(NOW + 32 * DAYS - MOMENT) == []
    assert len(call_fallen_flags(NOW + 32 * DAYS)) == 1


@pytest.mark.parametrize(("game", "regime"), [("tavreli", "tavreli-1997"), ("draughts", "draughts64")])
def test_the_other_games_are_played_by_correspondence_too(db, game, regime):
    World(game=game, regime=regime, control="2 дня на ход", tracking="live").started()
    assert call_fallen_flags(NOW + 2 * DAYS - MOMENT) == []
    assert len(call_fallen_flags(NOW + 2 * DAYS)) == 1


def test_games_of_a_hall_are_left_to_the_hall(db):
    hall = World(game="chess", regime="fide-2023", control="60", tracking="live")
    hall.started()
    assert call_fallen_flags(NOW + 3 * DAYS) == []


def test_the_players_page_tells_the_deadline_by_the_clock_of_the_event(world):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Asia/Tokyo"})
    start = timezone.now().replace(microsecond=0)
    start_game(actor=world.artur, now=start, game_id=world.board.pk)
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    until = (start + 3 * DAYS).astimezone(ZoneInfo("Asia/Tokyo"))
    for name, words in (("alice", "It is your move. Make your move before"), ("bob", "The opponent has until")):
        player = Player.objects.get(event=world.event, family_name__iexact=name)
        address = reverse("my", args=[secret_of(PlayerLink.objects.get(player=player))])
        page = Client(headers={"accept-language": "en"}).get(address)
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))
        assert words in text
        assert f"{until:%H:%M}" in text
        assert "Asia/Tokyo" in text


# Black has 115 of 120 minutes left when the game is resumed.
FALLEN = DUE + 116 * MINUTE


@pytest.mark.article("tavreli:A.7", "tavreli:A.9", "tavreli:6.9")
def test_the_flag_of_who_must_reply_is_ruled_on_once_the_envelope_is_open() -> None:
    board, sealing = resumed()
    board.do(resumption.start_clock_of_absent, at=DUE)
    with refused(Conflict, "flag_up"):
        call_flag(board.state, BOOK, B, START + DUE + MINUTE, caller=None)
    for caller in (None, W):
        with refused(Conflict, "envelope_closed"):
            call_flag(board.state, BOOK, B, START + FALLEN, caller=caller)
    state = do(board, FALLEN, resumption.open_envelope, BOOK, unseal_all(sealing), present=(W,))
    assert state.result is None
    remedy = call_flag(state, BOOK, B, START + FALLEN + SECOND, caller=None)
    assert (remedy.result, remedy.article) == (Result.WHITE_WINS, "tavreli-1997:6.9")


@pytest.mark.article("tavreli:A.8")
def test_an_illegal_sealed_move_loses_though_the_opponent_s_flag_is_down() -> None:
    board, sealing = resumed("e1-e5")
    board.do(resumption.start_clock_of_absent, at=DUE)
    do(board, FALLEN, resumption.open_envelope, BOOK, unseal_all(sealing), present=(W,))
    assert board.state.sealed[0].outcome == "illegal"
    with pytest.raises(Conflict) as excinfo:
        call_flag(board.state, BOOK, B, START + FALLEN + SECOND, caller=None)
    assert excinfo.value.code == "envelope_closed", "the sealed move is ruled on first"
    remedy = resumption.rule_sealed_move(board.state, BOOK)
    assert (remedy.result, remedy.article) == (Result.BLACK_WINS, "tavreli-1997:A.8")


@pytest.mark.article("chess:I.8", "chess:I.10", "chess:6.9")
def test_a_sealed_mate_has_ended_the_game_before_the_flag_fell() -> None:
    book = regime("fide-2023")
    board = playing(game="chess", start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "Ra8#")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    board.do(resumption.start_clock_of_absent, at=DUE)
    late = DUE + 121 * MINUTE
    with refused(Conflict, "envelope_closed"):
        call_flag(board.state, book, B, START + late, caller=None)
    state = do(board, late, resumption.open_envelope, book, unseal_all(sealing), present=(W,))
    assert (state.result, state.termination) == (Result.WHITE_WINS, "checkmate")


@pytest.mark.article("tavreli:B.7")
def test_a_flag_is_called_with_the_clocks_stopped_for_the_claim() -> None:
    rapid = regime("tavreli-1997-rapid")
    board = playing("15")
    board.do(commands.pause, "flag", at=16 * MINUTE)
    assert board.state.phase is GamePhase.PAUSED
    assert call_flag(board.state, rapid, W, START + 17 * MINUTE, caller=B).result is Result.BLACK_WINS
    early = playing("15")
    early.do(commands.pause, "flag", at=14 * MINUTE)
    with pytest.raises(Conflict) as excinfo:
        call_flag(early.state, rapid, W, START + 17 * MINUTE, caller=B)
    assert excinfo.value.code == "flag_up", "a clock that stands does not fall"
