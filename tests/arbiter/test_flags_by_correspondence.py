"""Games by correspondence: the sweep calls a flag at its instant, once, and never one that stands."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arbiter.models.ruling import Ruling
from arbiter.services.sweep import call_fallen_flags
from games.models.game import Game
from games.services.play import play_move, resume_play, start_game, stop_clocks
from games.verification import verify
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.models.self_service import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.player_links import issue_player_links, secret_of

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=1)
MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="3 days per move", tracking="live")


def test_a_section_keeps_the_canonical_text_of_its_control(world):
    assert world.section.control == "3 days/move"
    assert world.board.control == "3 days/move"


def test_a_flag_is_called_at_its_instant_and_not_before(world):
    game = world.started()
    assert call_fallen_flags(NOW + 3 * DAYS - MOMENT) == []
    assert call_fallen_flags(NOW + 3 * DAYS) == [game.pk]
    game = Game.objects.get(pk=game.pk)
    assert (game.result, game.termination) == ("0-1", "time")
    flag = game.entries.get(kind="flag")
    assert flag.actor == "system:correspondence"
    assert not [item for item in verify(Game.objects.filter(pk=game.pk)) if item.broken]


def test_a_second_sweep_does_nothing(world):
    world.started()
    assert len(call_fallen_flags(NOW + 4 * DAYS)) == 1
    entries = world.board.entries.count()
    assert call_fallen_flags(NOW + 4 * DAYS) == []
    assert (world.board.entries.count(), Ruling.objects.count()) == (entries, 1)


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
    for name, words in (
        ("alice", "It is your move. Make your move before"),
        ("bob", "The opponent has until"),
    ):
        player = Player.objects.get(event=world.event, family_name__iexact=name)
        address = reverse("my", args=[secret_of(PlayerLink.objects.get(player=player))])
        page = Client(headers={"accept-language": "en"}).get(address)
        sub = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))
        assert words in sub
        assert f"{until:%H:%M}" in sub
        assert "Asia/Tokyo" in sub
