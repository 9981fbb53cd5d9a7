"""Rounds go to a broadcast of lichess while they are played: changed games, public data only, and the response."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from games.models.game import Game
from games.services.moves import play_move
from tavleya.errors import BadInput
from tests.tournaments.lichess import TOKEN, Lichess, Server
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.activity import Log
from tournaments.models.boards import Broadcast, BroadcastRound
from tournaments.services.events import edit_event
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import edit_section
from venue.services.broadcasting import PAUSE, push_due, send_again, set_broadcast, stop_broadcast

pytestmark = pytest.mark.django_db

ROUND = "abcdefgh"


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", others=("dora", "emil"), tracking="live")


@pytest.fixture
def lichess() -> Lichess:
    return Lichess({ROUND: {}})


@pytest.fixture
def server(lichess: Lichess) -> Iterator[Server]:
    result = Server(lichess)
    yield result
    result.close()


def set_up(world: World, token: str = TOKEN, **rounds: str) -> Broadcast:
    keys = {int(name[1:]): key for name, key in rounds.items()} or {1: ROUND}
    return set_broadcast(actor=world.olga, now=NOW, section_id=world.section.pk, rounds=keys, token=token)


def sent() -> BroadcastRound:
    return BroadcastRound.objects.get(number=1)


def test_a_round_is_sent_whole_and_again_only_after_something_changed(world, lichess, server):
    set_up(world)
    assert push_due(NOW, server.here) == 1
    assert sorted(map(len, lichess.rounds[ROUND].values())) == [0, 0]
    assert push_due(later(seconds=5), server.here) == 0
    world.started()
    world.play("e4", "e5", "Nf3")
    assert push_due(later(seconds=10), server.here) == 1
    key = str(world.board.key)
    assert lichess.rounds[ROUND][key] == ["e2e4", "e7e5", "g1f3"]
    assert len(lichess.pushes) == 2 and len(lichess.rounds[ROUND]) == 2
    assert lichess.tags[key]["Event"] == "Spring Cup: Open"
    assert (sent().sent_at, sent().status, sent().problem) == (later(seconds=10), 200, "")
    assert sorted(sent().answers, key=lambda item: item["board"]) == [
        {"board": "1", "moves": 3, "error": ""}, {"board": "2", "moves": 0, "error": ""},
    ]  # fmt: skip


def test_moves_after_an_irregular_move_become_a_separate_game(world, lichess, server):
    set_up(world)
    world.started()
    world.play("e4", "e5")
    play_move(actor=SYSTEM, now=later(seconds=9), game_id=world.board.pk, text="a1a5", irregular=True)
    play_move(actor=SYSTEM, now=later(seconds=12), game_id=world.board.pk, text="Nf6")
    push_due(later(seconds=15), server.here)
    key = str(world.board.key)
    assert (lichess.rounds[ROUND][key], lichess.rounds[ROUND][f"{key}-2"]) == (["e2e4", "e7e5"], ["g8f6"])


def test_nothing_is_sent_before_the_delay_has_passed(world, lichess, server):
    edit_section(actor=world.olga, now=NOW, section_id=world.section.pk, changes={"broadcast_delay": 5})
    set_up(world)
    world.started()
    world.play("e4", "e5")
    key = str(world.board.key)
    push_due(later(minutes=2), server.here)
    assert lichess.rounds[ROUND][key] == []
    push_due(later(minutes=5, seconds=1), server.here)
    assert lichess.rounds[ROUND][key] == ["e2e4"]


def test_a_game_that_is_refused_in_an_answer_of_200_is_kept_with_its_board(world, lichess, server, monkeypatch):
    set_up(world)
    take = lichess._take

    def refusing(key, game):
        result = take(key, game)
        if game.headers["Board"] != "2":
            return result
        return {"tags": result["tags"], "error": "the round has a source"}

    monkeypatch.setattr(lichess, "_take", refusing)
    assert push_due(NOW, server.here) == 1
    errors = {answer["board"]: answer["error"] for answer in sent().answers}
    assert errors == {"1": "", "2": "the round has a source"}


def test_after_too_many_requests_the_token_waits_a_minute(world, lichess, server):
    lichess.rounds["secondrd"] = {}
    set_up(world, r1=ROUND, r2="secondrd")
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    lichess.full = True
    assert push_due(NOW, server.here) == 0
    assert len(lichess.pushes) == 1
    assert Broadcast.objects.get().paused_until == NOW + PAUSE
    lichess.full = False
    assert push_due(NOW + PAUSE - timedelta(seconds=1), server.here) == 0
    assert push_due(NOW + PAUSE, server.here) == 2
    assert lichess.most_at_once == 1


@pytest.mark.parametrize(("token", "key", "status"), [("lip_wrong", ROUND, 401), (TOKEN, "nosuchrd", 404)])
def test_a_refusal_is_stored_and_the_push_is_retried_later(world, lichess, server, token, key, status):
    set_up(world, token, r1=key)
    push_due(NOW, server.here)
    push_due(later(seconds=5), server.here)
    assert len(lichess.pushes) == 1
    assert (sent().status, sent().sent_at, bool(sent().problem)) == (status, None, True)
    push_due(later(seconds=30), server.here)
    assert len(lichess.pushes) == 2


def test_a_push_without_a_response_is_retried(world, lichess):
    server = Server(lichess)
    server.close()
    set_up(world)
    assert push_due(NOW, server.here) == 0
    assert (sent().status, sent().next_at) == (None, later(seconds=30))
    assert sent().problem


def test_another_sweep_sends_nothing_while_one_is_at_it(world, lichess, server):
    set_up(world)
    Broadcast.objects.update(busy_until=later(minutes=1))
    assert push_due(NOW, server.here) == 0
    assert push_due(later(minutes=1), server.here) == 1


def test_drafts_and_private_events_are_not_sent(world, lichess, server):
    lichess.rounds["secondrd"] = {}
    set_up(world, r2="secondrd")
    assert push_due(NOW, server.here) == 0
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert push_due(NOW, server.here) == 0
    assert lichess.pushes == []


def test_the_token_is_kept_encrypted_and_in_no_log(world):
    row = set_up(world)
    assert TOKEN not in row.token and TOKEN not in row.token_key
    assert TOKEN not in str(list(Log.objects.values_list("before", "after")))


def test_a_round_is_named_by_its_address_and_others_are_forgotten(world):
    set_up(world, r1=f"https://lichess.org/broadcast/spring-cup/round-1/{ROUND}", r2="secondrd")
    set_up(world, "", r1=ROUND)
    assert list(BroadcastRound.objects.values_list("number", "key")) == [(1, ROUND)]
    with pytest.raises(BadInput, match="eight letters"):
        set_up(world, r1="no address")
    stop_broadcast(actor=world.olga, now=NOW, section_id=world.section.pk)
    assert not Broadcast.objects.exists()
    with pytest.raises(BadInput, match="token"):
        set_up(world, "", r1=ROUND)


def test_only_games_of_chess_can_be_shown_there(db):
    with pytest.raises(BadInput, match="chess"):
        set_up(World(game="tavreli", slug="tavreli-cup"))


def test_everything_can_be_sent_again(world, lichess, server):
    set_up(world)
    push_due(NOW, server.here)
    lichess.rounds[ROUND].clear()  # the round was emptied there
    send_again(actor=world.olga, now=later(seconds=5), section_id=world.section.pk)
    assert push_due(later(seconds=5), server.here) == 1
    assert len(lichess.rounds[ROUND]) == Game.objects.filter(pairing__round=world.rounds[0]).count()
