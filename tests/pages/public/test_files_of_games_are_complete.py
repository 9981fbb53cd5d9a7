"""The file of a round says what relays and programs of electronic boards need to know, board by board."""

import io
from datetime import UTC, datetime
from typing import Any

import chess.pgn
import pytest
from django.test import Client

from games.services.play import play_move
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.player import Player, Registration
from tournaments.models.team import Team, TeamMember
from tournaments.services.results import set_forfeit
from tournaments.services.sections import create_section

OF_ALICE = {"title": "WGM", "fide_id": 4100018, "federation": "NED"}


@pytest.fixture
def open_(db: None) -> World:
    """Chess with clocks; Alice, who has White at board 1, is known in full, and plays for a team."""
    world = World(
        game="chess", regime="fide-2023", control="40/90+30:30+30", others=("dora", "emil"), tracking="live"
    )
    Player.objects.filter(event=world.event, family_name="Alice").update(**OF_ALICE)
    alice = Registration.objects.get(section=world.section, player__family_name="Alice")
    Registration.objects.filter(pk=alice.pk).update(rating=2412)
    team = Team.objects.create(section=world.section, number=1, name="Rooks")
    TeamMember.objects.create(team=team, registration=alice, place=1)
    world.event.place, world.event.federation, world.event.time_zone = "Lviv", "UKR", "Europe/Kyiv"
    world.event.save()
    return world


def read(visitor: Client, address: str = "/events/spring-cup/open/rounds/1.pgn") -> list[chess.pgn.Game]:
    answer: Any = visitor.get(address)
    assert answer.status_code == 200
    file = io.StringIO(b"".join(answer.streaming_content).decode())
    games = []
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        games.append(game)
    return games


@pytest.mark.long
@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Event", "Spring Cup: Open"),
        ("Site", "Lviv, UKR"),
        ("Date", "2026.11.20"),
        ("Round", "1.1"),
        ("White", "Alice"),
        ("Black", "Emil"),
        ("Result", "*"),
        ("WhiteTitle", "WGM"),
        ("WhiteElo", "2412"),
        ("WhiteFideId", "4100018"),
        ("WhiteTeam", "Rooks"),
        ("WhiteFed", "NED"),
        ("Board", "1"),
        ("TimeControl", "40/5400+30:1800+30"),
    ],
)
def test_the_head_of_a_game_says(open_: World, visitor: Client, tag: str, value: str) -> None:
    assert read(visitor)[0].headers[tag] == value


def test_unknown_data_of_a_player_are_left_out(open_: World, visitor: Client) -> None:
    head = read(visitor)[0].headers
    assert not [name for name in head if name.startswith("Black") and name != "Black"]


def test_boards_come_in_order_and_without_moves_are_their_tags_alone(open_: World, visitor: Client) -> None:
    games = read(visitor)
    assert [game.headers["Board"] for game in games] == ["1", "2"]
    assert not any(list(game.mainline_moves()) for game in games)


def test_a_game_is_known_by_the_same_key_as_long_as_it_is_played(open_: World, visitor: Client) -> None:
    before = read(visitor)
    open_.started()
    open_.play("e4", "e5")
    after = read(visitor)
    names = ("Event", "Site", "Round", "Board", "GameId", "White", "Black")
    assert [[game.headers[name] for name in names] for game in before] == [
        [game.headers[name] for name in names] for game in after
    ]
    assert len({game.headers["GameId"] for game in after}) == 2


def test_another_section_leaves_the_name_of_the_event_as_it_is(open_: World, visitor: Client) -> None:
    create_section(
        actor=open_.olga,
        now=NOW,
        event_id=open_.event.pk,
        slug="blitz",
        names={"en": "Blitz"},
        game="chess",
        rules={},
        regime="fide-2023",
        format="round_robin",
    )
    assert read(visitor)[0].headers["Event"] == "Spring Cup: Open"


def test_clock_times_stand_behind_the_moves(open_: World, visitor: Client) -> None:
    open_.started()
    open_.play("e4", "e5", seconds=20)
    nodes = list(read(visitor)[0].mainline())
    assert [round(node.clock() or 0) for node in nodes] == [5440, 5440]


def test_the_day_is_that_of_the_place_where_the_round_begins(open_: World, visitor: Client) -> None:
    row = open_.rounds[0]
    row.starts_at = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
    row.save(update_fields=["starts_at"])
    assert read(visitor)[0].headers["Date"] == "2026.11.22"


def test_a_planned_day_is_given_until_the_hour_is_set(open_: World, visitor: Client) -> None:
    open_.section.planned_starts = ["2026-11-25T09:00:00+00:00"]
    open_.section.save()
    assert read(visitor)[0].headers["Date"] == "2026.11.25"


def test_a_forfeit_has_a_result_and_no_moves(open_: World, visitor: Client) -> None:
    set_forfeit(actor=open_.artur, now=NOW, pairing_id=open_.pairing.pk, result="-/+", reason="absent")
    (game, _) = read(visitor)
    assert (game.headers["Result"], game.headers["Termination"]) == ("0-1", "unplayed")


def test_the_game_goes_on_as_a_chapter_after_an_irregular_move(open_: World, visitor: Client) -> None:
    open_.started()
    open_.play("e4", "e5")
    play_move(actor=SYSTEM, now=later(seconds=9), game_id=open_.board.pk, text="a1a5", irregular=True)
    play_move(actor=SYSTEM, now=later(seconds=12), game_id=open_.board.pk, text="Nf6")
    first, second, other = read(visitor)
    assert [move.uci() for move in first.mainline_moves()] == ["e2e4", "e7e5"]
    assert [move.uci() for move in second.mainline_moves()] == ["g8f6"]
    assert second.headers["GameId"] == f"{first.headers['GameId']}-2"
    assert other.headers["Board"] == "2"
