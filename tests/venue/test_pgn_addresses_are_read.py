"""Addresses of PGN are read while a round is played: only what changed, never too often, a failing host left alone."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounts.http_client import HttpClient, is_public
from games.services.moves import resume_play, stop_clocks
from games.states import state_of
from tavleya.errors import BadInput, NotFound
from tests.venue.pgn_server import NAME, PgnServer
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.boards import BoardQuestion, PgnAddress
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round
from venue.services.pgn import LARGEST, forget_pgn_address, pull_due, set_pgn_address

pytestmark = pytest.mark.django_db

GAMES = '[Event "Open"]\n[Board "1"]\n\n1. e4 e5 *\n'


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


@pytest.fixture
def server() -> Iterator[PgnServer]:
    pgn_server = PgnServer()
    yield pgn_server
    pgn_server.close()


def set_up(world: World, server: PgnServer, path: str = "round{round}.pgn", **more: Any) -> PgnAddress:
    return set_pgn_address(
        actor=world.olga, now=NOW, section_id=world.section.pk, address=f"https://{NAME}:{server.port}/{path}", **more
    )


def ply(world: World) -> int:
    return state_of(world.board).ply


def row() -> PgnAddress:
    return PgnAddress.objects.get()


def test_the_round_that_is_played_is_read_and_only_what_changed_is_taken(world, server):
    set_up(world, server)
    server.files["/round1.pgn"] = GAMES
    assert pull_due(NOW, server.here) == 1
    assert (ply(world), row().read_at, row().problem, row().answers) == (2, NOW, "", [])
    assert pull_due(later(seconds=14), server.here) == 0, "every 15 seconds"
    assert pull_due(later(seconds=15), server.here) == 1
    assert server.requests == [("/round1.pgn", 200), ("/round1.pgn", 304)]
    server.files["/round1.pgn"] = GAMES.replace("*", "2. Nf3 *")
    assert pull_due(later(seconds=30), server.here) == 1
    assert ply(world) == 3 and row().read_at == later(seconds=30)


def test_a_refused_game_is_reported_and_tried_again(world, server):
    set_up(world, server)
    world.started()
    stop_clocks(actor=world.artur, now=NOW, game_id=world.board.pk, reason="a fall")
    server.files["/round1.pgn"] = GAMES + '\n[Event "Open"]\n[Board "7"]\n\n1. d4 *\n'
    pull_due(NOW, server.here)
    answers = [(answer["number"], answer["code"]) for answer in row().answers]
    assert answers == [(1, "stopped"), (2, "no_board")]
    resume_play(actor=world.artur, now=later(seconds=5), game_id=world.board.pk)
    pull_due(later(seconds=15), server.here)
    assert ply(world) == 2 and [answer["code"] for answer in row().answers] == ["no_board"]


def test_a_failing_host_is_left_alone_longer_and_longer(world, server):
    set_up(world, server, seconds=5)
    server.status = 503
    at, waits = NOW, []
    for _ in range(4):
        assert pull_due(at, server.here) == 1
        waits.append(((row().next_at or NOW) - at).total_seconds())
        at = row().next_at or NOW
    assert waits == [10, 20, 40, 80] and row().problem == "HTTP 503" and row().failures == 4
    server.status, server.wait = 429, 300
    pull_due(at, server.here)
    assert row().next_at == at + timedelta(seconds=300)
    server.status = 200
    server.files["/round1.pgn"] = GAMES
    pull_due(at + timedelta(seconds=300), server.here)
    assert (row().failures, row().problem, ply(world)) == (0, "", 2)


def test_addresses_of_one_host_wait_together(world, server):
    other = World(game="chess", regime="fide-2023", control="60", slug="autumn-cup")
    server.status = 500
    set_up(world, server)
    set_up(other, server)
    assert pull_due(NOW, server.here) == 1, "the second is not asked after the first has failed"
    assert len(server.requests) == 1


def test_a_file_that_is_not_pgn_or_too_large_is_reported(world, server):
    set_up(world, server)
    server.files["/round1.pgn"] = "\n\n"
    pull_due(NOW, server.here)
    assert row().problem == "There are no games in this PGN."
    server.files["/round1.pgn"] = " " * (LARGEST + 10)
    pull_due(later(seconds=15), server.here)
    assert row().problem == "more than 4 MB"


def test_nothing_inside_a_network_is_read(world, server):
    set_up(world, server)
    strict = HttpClient(resolve=lambda host, port: ["127.0.0.1"], allowed=is_public)
    pull_due(NOW, strict)
    assert row().problem == "not a public address" and server.requests == []
    plain = HttpClient(resolve=lambda host, port: ["127.0.0.1"], allowed=lambda _: True)
    pull_due(later(minutes=10), plain)
    assert "certificate" in row().problem.lower(), "only by TLS with a certificate that holds"


def test_nothing_is_read_where_it_is_off_or_no_round_is_played(world, server):
    server.files["/round1.pgn"] = GAMES
    set_up(world, server, active=False)
    assert pull_due(NOW, server.here) == 0
    set_up(world, server)
    for pairing in world.rounds[0].pairings.all():
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    close_round(actor=world.artur, now=NOW, round_id=world.rounds[0].pk)
    assert pull_due(NOW, server.here) == 0 and server.requests == []
    assert not BoardQuestion.objects.exists()


def test_an_address_is_set_and_removed_by_an_organiser(world, server):
    for wrong in ("http://example.org/a.pgn", "example.org", "https://", "https://u:p@example.org/a.pgn"):
        with pytest.raises(BadInput, match="https"):
            set_pgn_address(actor=world.olga, now=NOW, section_id=world.section.pk, address=wrong)
    for seconds in (4, 61):
        with pytest.raises(BadInput, match="5 to 60"):
            set_up(world, server, seconds=seconds)
    set_up(world, server)
    forget_pgn_address(actor=world.olga, now=NOW, section_id=world.section.pk)
    with pytest.raises(NotFound):
        forget_pgn_address(actor=world.olga, now=NOW, section_id=world.section.pk)
    assert [log.action for log in Log.objects.filter(action__startswith="pgn.").order_by("pk")] == [
        "pgn.set", "pgn.forgotten",
    ]  # fmt: skip
