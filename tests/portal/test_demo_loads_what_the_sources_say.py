"""The demonstration is loaded through the services, once, with nothing made up; in a simulated open each round
is legal, and the report agrees."""

import io
import json
import re
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models.game import Game
from games.models.record import Move
from portal.demo import events
from portal.demo.events import start_visitors_board, visitors_board
from portal.demo.open_run import ACCOUNTS, ARBITER, PLAYER, IllegalRound, OpenRun, actor_of, make_accounts
from tavleya.actors import Actor
from tavleya.pairing.simulation import Chances
from tavleya.record.entries import GamePhase
from tests.paths import ROOT
from tests.world import NOW
from tournaments import access
from tournaments.models.activity import Job, Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db

DATA = ROOT / "portal" / "demo_data"
TAVRELI = json.loads((DATA / "tavreli-games.json").read_text("utf-8"))["games"]


@pytest.mark.long
def test_the_demo_loads_three_events_and_the_second_time_nothing():
    errors = io.StringIO()
    call_command("demo", load_only=True, stderr=errors)
    assert "3 events loaded" in errors.getvalue()
    assert {event.slug: event.sections.count() for event in Event.objects.all()} == {
        "tata-steel-masters-2022": 1,
        "ussr-draughts-championship-10": 1,
        "tavreli": 2,
    }
    assert Game.objects.count() == 91 + 153 + 22 + 4
    _nothing_made_up()
    _names_are_in_the_reader_s_script()
    _the_visitor_has_their_board()
    rows, moves = Log.objects.count(), Move.objects.count()
    call_command("demo", load_only=True, stderr=(errors := io.StringIO()))
    assert "loaded already" in errors.getvalue()
    assert (Log.objects.count(), Move.objects.count()) == (rows, moves)
    assert not Job.objects.exists()


def _nothing_made_up() -> None:
    """A tavreli result is from the file or from a mate on the board; the sample tournament has no results."""
    expected = {}
    for game in TAVRELI:
        mated = game["final_status"] == "checkmate"
        win = "1-0" if game["plies"] % 2 else "0-1"
        expected[tuple(game["moves"])] = game["result"][:3] or (win if mated else "")
    section = Section.objects.get(slug="recorded-games")
    results = {}
    for pairing in Pairing.objects.filter(round__section=section).select_related("game"):
        moves = Move.objects.filter(game=pairing.game).order_by("seq").values_list("move", flat=True)
        results[tuple(moves)] = pairing.result
    assert results == expected
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


# An open with everything that happens in one, through the services.


def run(**options: object) -> str:
    out = StringIO()
    call_command("run_open", stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def boards(slug: str) -> list[tuple[object, ...]]:
    rows = Pairing.objects.filter(round__section__event__slug=slug).order_by("round__number", "board")
    return list(rows.values_list("round__number", "white__number", "black__number", "bye", "result"))


@pytest.mark.long
def test_every_round_of_an_open_is_legal_and_its_report_pairs_the_same(tmp_path) -> None:
    report = tmp_path / "open.trf"
    output = run(players=40, rounds=5, seed="spring", trf=report)
    assert "5 rounds checked, 0 differ" in output
    section = Section.objects.get(event__slug="open-spring")
    assert [row.status for row in section.rounds.all()] == ["closed"] * 5
    assert not section.event.published
    assert report.read_bytes().count(b"\r\n001 ") == section.registrations.count()
    # No points are lost: those of the standings are those of the games and byes.
    points = sum(row.row.points for row in standings_of(section).rows)
    games = [row for row in boards("open-spring") if not row[3]]
    game_points = sum(0 if row[4] == "-/-" else 2 for row in games)
    byes = {"pairing_allocated": 2, "full": 2, "half": 1, "zero": 0}
    assert points == game_points + sum(byes[str(row[3])] for row in boards("open-spring") if row[3])


@pytest.mark.long
def test_the_same_seed_brings_the_same_tournament() -> None:
    for slug in ("one", "two"):
        run(players=24, rounds=3, seed="again", slug=slug)
    run(players=24, rounds=3, seed="otherwise", slug="three")
    assert boards("one") == boards("two") != boards("three")


@pytest.mark.long
def test_people_come_late_leave_ask_for_byes_and_do_not_appear() -> None:
    often = Chances(forfeit=0.2, half_bye=0.1, zero_bye=0.1, full_bye=0.05, withdrawal=0.5, late=0.2)
    section = OpenRun(Actor.of_system("tests"), NOW, slug="busy", players=30, rounds=4, seed="3", chances=often).run()
    assert Registration.objects.filter(section=section, from_round__gt=1).exists()
    assert Registration.objects.filter(section=section, status="withdrawn").exists()
    assert set(RequestedBye.objects.values_list("kind", flat=True)) == {"half", "zero", "full"}
    assert {"+/-", "-/+"} & {str(row[4]) for row in boards("busy")}


def test_a_round_that_is_not_legal_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    open_run = OpenRun(Actor.of_system("tests"), NOW, slug="wrong", players=8, rounds=2, seed="1", chances=Chances())
    check = OpenRun._check

    def seat_the_same_again(run: OpenRun, round_: object) -> None:
        if round_.number == 2:
            first = Pairing.objects.filter(round__number=1, round__section=run.section, bye="").first()
            Pairing.objects.filter(round=round_).delete()
            Pairing.objects.create(round=round_, board=1, white=first.black, black=first.white)
        check(run, round_)

    monkeypatch.setattr(OpenRun, "_check", seat_the_same_again)
    with pytest.raises(IllegalRound, match="have met before"):
        open_run.run()


@pytest.mark.long
def test_publishing_and_results_take_no_more_queries_where_there_are_more_boards() -> None:
    """The command prints its queries per round, independent of the number of boards, and per result."""

    def figures(players: int) -> dict[str, float]:
        printed = run(players=players, rounds=2, seed="9", quiet_players=True, slug=f"q{players}")
        lines = re.findall(r"^(round published|round paired|result entered) .* (\S+)$", printed, re.MULTILINE)
        return {name: float(count) for name, count in lines}

    few, many = figures(10), figures(80)
    assert many["round published"] <= few["round published"] + 6
    assert many["round paired"] <= few["round paired"] + 6
    assert many["result entered"] == few["result entered"] <= 17


def test_invalid_options_are_refused_with_a_message() -> None:
    with pytest.raises(CommandError, match="From 2 to"):
        run(players=1, rounds=3)
    run(players=6, rounds=2, seed="x")
    with pytest.raises(CommandError, match="“open-x”"):
        run(players=6, rounds=2, seed="x")
    assert Event.objects.filter(slug="open-x").count() == 1
