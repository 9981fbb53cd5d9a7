"""The server accepts the requests of the program."""

import asyncio

import pytest

from games.states import state_of
from tavleya.boards.frames import Frame
from tavleya.boards.machine import feed, tick
from tavleya.boards.placements import START
from tavleya.boards.reports import report_of
from tavleya.boards.state import BoardState
from tests.boards.conftest import in_a_loop
from tests.client.conftest import Server, server  # noqa: F401  (the fixture)
from tests.world import NOW, World
from tournaments.services.tokens import issue_token

from tavleya_boards.service import Refused, Round, Service  # isort: skip


@pytest.mark.long
def test_a_report_of_the_program_is_played_by_the_server(server: Server) -> None:  # noqa: F811
    world = World(game="chess", regime="fide-2023", control="60+30", tracking="live")
    _, key = issue_token(
        actor=world.olga, now=NOW, event_id=world.event.pk, name="hall", scopes=["report_boards"]
    )
    state = feed(BoardState("24017"), Frame(placement=START), 0)
    state = feed(state, Frame(placement="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", battery="9%"), 1_000)
    data = {"board": 1, **report_of(tick(state, 5_000), 5_000).as_json()}
    section = world.rounds[0].section
    answers = []

    async def work() -> None:
        place = Round(section.event.slug, section.slug, world.rounds[0].number)
        service, stranger = (
            Service(server.url, key, place, "hall 1"),
            Service(server.url, "tvl_x", place, "x"),
        )
        answers.extend(await service.report([data], "one key"))
        with pytest.raises(Refused):
            await stranger.report([], "another key")
        await asyncio.gather(service.close(), stranger.close())

    in_a_loop(work)
    assert (answers[0]["code"], answers[0]["taken"]) == ("taken", 1)
    assert answers[0]["question"]["code"] == "battery_low"
    world.board.refresh_from_db()
    assert [ply.text for ply in state_of(world.board).line.plies] == ["e2e4"]
