"""The demonstration: loaded through the services, once, with nothing made up."""

import io
import json

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models.game import Game
from games.models.record import Move
from portal.demo import events
from portal.demo.events import start_visitors_board, visitors_board
from portal.demo.open_run import ACCOUNTS, ARBITER, PLAYER, actor_of, make_accounts
from tavleya.record.entries import GamePhase
from tests.paths import ROOT
from tournaments import access
from tournaments.models.activity import Job, Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

DATA = ROOT / "portal" / "demo_data"
TAVRELI = json.loads((DATA / "tavreli-games.json").read_text("utf-8"))["games"]


@pytest.mark.django_db
@pytest.mark.long
def test_the_demo_loads_three_events_and_the_second_time_nothing():
    errors = io.StringIO()
    call_command("demo", load_only=True, stderr=errors)
    assert "3 events loaded" in errors.getvalue()
    assert {e.slug: e.sections.count() for e in Event.objects.all()} == {
        "tata-steel-masters-2022": 1,
        "ussr-draughts-championship-10": 1,
        "tavreli": 2,
    }
    assert Game.objects.count() == 91 + 153 + 22 + 4
    _nothing_made_up()
    _names_are_in_the_reader_s_script()
    _the_visitor_has_their_board()
    rows, moves = Log.objects.count(), Move.objects.count()
    call_command("demo", load_only=True, stderr=(string_io := io.StringIO()))
    assert "loaded already" in string_io.getvalue()
    assert (Log.objects.count(), Move.objects.count()) == (rows, moves)
    assert not Job.objects.exists()


def _nothing_made_up() -> None:
    """A tavreli result is from the file or from a mate on the board; the sample tournament has no results."""
    expected = {}
    for game in TAVRELI:
        mated = game["final_status"] == "checkmate"
        mater = "1-0" if game["plies"] % 2 else "0-1"
        expected[tuple(game["moves"])] = game["result"][:3] or (mater if mated else "")
    section = Section.objects.get(slug="recorded-games")
    result = {}
    for pairing in Pairing.objects.filter(round__section=section).select_related("game"):
        moves = Move.objects.filter(game=pairing.game).order_by("seq").values_list("move", flat=True)
        result[tuple(moves)] = pairing.result
    assert result == expected
    sample = Pairing.objects.filter(round__section__slug="sample-tournament")
    assert sample.count() == 28 and not sample.exclude(result="").exists()
    assert not Move.objects.filter(game__pairing__in=sample).exists()
    standings = standings_of(Section.objects.get(slug="sample-tournament"))
    people = {row.registration.player.full_name for row in standings.rows}
    assert people == {f"Sample participant {number}" for number in range(1, 9)}


def _names_are_in_the_reader_s_script() -> None:
    players = Event.objects.get(slug="ussr-draughts-championship-10").players.all()
    assert len(players) == 18 and all(player.name_in("en").isascii() for player in players)
    assert "Куперман И." in {player.name_in("ru") for player in players}
    assert "Куперман І." in {player.name_in("uk") for player in players}


def _the_visitor_has_their_board() -> None:
    users = make_accounts()
    game = visitors_board()
    assert game.tracking == "live" and game.phase == GamePhase.PENDING
    standing = access.standing_of_game(actor_of(users[PLAYER]), game)
    assert {side.value for side in standing.sides} == {"white", "black"}
    for _ in range(2):
        start_visitors_board(actor=actor_of(users[ARBITER]), now=timezone.now())
    assert visitors_board().phase == GamePhase.PLAYING
    assert visitors_board().entries.filter(kind="started").count() == 1
    for account in ACCOUNTS:
        assert authenticate(None, username=account.username, password=account.password) == users[account]


def test_the_demo_is_refused_in_production(settings):
    settings.MODE = "production"
    with pytest.raises(CommandError):
        call_command("demo", load_only=True)


def test_an_illegal_move_in_the_recorded_games_is_a_problem_with_its_place(tmp_path):
    games = [dict(TAVRELI[0]), {**TAVRELI[1], "moves": [*TAVRELI[1]["moves"][:4], "e1-e8", "e7-e5"]}]
    path = tmp_path / "games.json"
    path.write_text(json.dumps({"games": games}), "utf-8")
    reading = events.read(path)
    assert [(problem.game, problem.ply) for problem in reading.problems] == [(2, 5)]


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("У.Андерсон - В.Жмуров, Москва, 1997 год", ("Андерсон У.", "Жмуров В.")),
        ("Ларцева С. – Овчинникова Ю., Рязань 2002г.", ("Ларцева С.", "Овчинникова Ю.")),
        ("Рогова. Т – Ларцева С., Рязань 2002г.", ("Рогова Т.", "Ларцева С.")),
        ("Антропов – Журавлев (lae1965/tavrely-react; f8-e9 read as f8-e7)", ("Антропов", "Журавлев")),
    ],
)
def test_one_person_has_one_name_however_it_was_written(tmp_path, players, names):
    path = tmp_path / "games.json"
    path.write_text(json.dumps({"games": [{"players": players, "moves": [], "result": ""}]}), "utf-8")
    (game,) = events.read(path).games
    assert (game.tags["White"], game.tags["Black"]) == names
