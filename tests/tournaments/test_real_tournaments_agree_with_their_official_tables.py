"""Two real tournaments, imported with every move: standings, crosstable, Sonneborn-Berger, forfeits.

The expected values are computed here from the tags of the files, by code that is independent of the program.
"""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from games.models.game import Game
from games.models.record import Move
from tavleya.rules.files import read_game_file
from tests.paths import ROOT
from tests.tournaments.conftest import NOW, World, made_once
from tournaments.models.pairing import Pairing
from tournaments.selectors.events import players_by_name
from tournaments.selectors.persons import player_card
from tournaments.selectors.rounds import round_view
from tournaments.selectors.standings import crosstable_of, standings_of
from tournaments.services.uploads import import_games

FILES = ROOT / "portal" / "demo_data"
pytestmark = [pytest.mark.django_db, pytest.mark.long]

TATA = FILES / "chess-tata-steel-masters-2022.pgn"
USSR = FILES / "draughts-ussr-18-player-round-robin.pdn"
HALF = Fraction(1, 2)
POINTS = {"1-0": (Fraction(1), Fraction(0)), "0-1": (Fraction(0), Fraction(1)), "1/2-1/2": (HALF, HALF)}


def tags_of(path: Path) -> list[dict[str, str]]:
    """Return the tags of each game, from the text alone."""
    games: list[dict[str, str]] = []
    for name, value in re.findall(r'^\[(\w+) "(.*)"\]', path.read_text("utf-8"), re.MULTILINE):
        if not games or name in games[-1]:
            games.append({})
        games[-1][name] = value
    return games


def scores_and_berger(games: list[dict[str, str]]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    scores: dict[str, Fraction] = defaultdict(Fraction)
    for game in games:
        for side, points in zip(("White", "Black"), POINTS[game["Result"]], strict=True):
            scores[game[side]] += points
    berger: dict[str, Fraction] = defaultdict(Fraction)
    for game in games:
        white, black = POINTS[game["Result"]]
        berger[game["White"]] += white * scores[game["Black"]]
        berger[game["Black"]] += black * scores[game["White"]]
    return scores, berger


def number(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5") if not text.startswith("½") else "0.5")


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    """Both tournaments, loaded once."""
    with django_db_blocker.unblock(), made_once(load) as tournaments:
        yield tournaments


def load() -> dict[str, object]:
    world = World()
    tata = world.section(slug="masters")
    ussr = world.section(slug="final", game="draughts", regime="draughts64", tiebreaks=["SB", "DE", "WIN"])
    reports = {}
    for section, path in ((tata, TATA), (ussr, USSR)):
        reading = read_game_file(section.game, path.read_text("utf-8"))
        reports[section.slug] = import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=reading)
    return {"tata": tata, "ussr": ussr, "reports": reports}


def test_every_game_move_and_player_is_there(loaded):
    tata, ussr = loaded["reports"]["masters"], loaded["reports"]["final"]
    assert (tata.games, tata.players, tata.rounds, tata.forfeits, tata.unfinished) == (91, 14, 13, 4, 0)
    assert (ussr.games, ussr.players, ussr.rounds, ussr.forfeits, ussr.unfinished) == (153, 18, 0, 0, 0)
    assert Game.objects.filter(phase="finished").count() == 244
    assert Move.objects.count() == tata.plies + ussr.plies
    (schedule,) = loaded["ussr"].rounds.all()  # rounds that were not recorded are not made up
    assert (schedule.kind, schedule.number, schedule.status) == ("schedule", None, "closed")
    assert crosstable_of(loaded["ussr"]).rounds == 0


def test_carlsen_won_with_nine_and_a_half_of_thirteen_and_kuperman_with_eleven_and_a_half_of_seventeen(loaded):
    first = standings_of(loaded["tata"]).rows[0]
    assert (first.place, first.registration.player.full_name, first.points) == ("1", "Carlsen, Magnus", "9½")
    assert len(player_card(first.registration).lines) == 13
    first, *_ = rows = standings_of(loaded["ussr"]).rows
    assert (first.place, first.registration.player.full_name, first.points) == ("1", "Куперман И.", "11½")
    keys = [(-row.row.points, -row.values[0].units) for row in rows]
    assert keys == sorted(keys)
    results = Counter(Pairing.objects.filter(round__section=loaded["ussr"]).values_list("result", flat=True))
    assert results == {"1-0": 22, "1/2-1/2": 111, "0-1": 20}


@pytest.mark.parametrize(("name", "path"), [("tata", TATA), ("ussr", USSR)])
def test_scores_and_sonneborn_berger_are_those_counted_from_the_file(loaded, name, path):
    scores, berger = scores_and_berger(tags_of(path))
    view = standings_of(loaded[name])
    index = view.tiebreaks.index("SB")
    assert {row.registration.player.full_name: number(row.points) for row in view.rows} == scores
    assert {row.registration.player.full_name: Fraction(row.values[index].text) for row in view.rows} == berger


@pytest.mark.parametrize(("name", "path"), [("tata", TATA), ("ussr", USSR)])
def test_the_crosstable_has_every_game_in_both_its_cells(loaded, name, path):
    table = crosstable_of(loaded[name])
    names = [row.standing.registration.player.full_name for row in table.rows]
    assert [row.standing.row.points for row in table.rows] == sorted(
        (row.standing.row.points for row in table.rows), reverse=True
    )
    marks = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("½", "½")}
    expected = {}
    for game in tags_of(path):
        white, black = marks[game["Result"]]
        expected[game["White"], game["Black"]] = white
        expected[game["Black"], game["White"]] = black
    forfeit = {"+": "1", "−": "0"}
    cells_by_names = {
        (names[row.line - 1], names[index]): forfeit.get(cell.mark, cell.mark)
        for row in table.rows
        for index, cells in enumerate(row.against)
        for cell in cells
    }
    assert cells_by_names == expected
    assert all(not row.against[row.line - 1] for row in table.rows)


def test_the_four_forfeits_have_no_moves_and_are_not_games_played(loaded):
    forfeits = Pairing.objects.filter(round__section=loaded["tata"], result__in=["+/-", "-/+"])
    result = {
        (pairing.round.number, pairing.game.white_name, pairing.game.black_name, pairing.result)
        for pairing in forfeits.select_related("game", "round")
    }
    assert result == {
        (7, "Giri, Anish", "Dubov, Daniil", "+/-"),
        (11, "Rapport, Richard", "Dubov, Daniil", "+/-"),
        (12, "Dubov, Daniil", "Praggnanandhaa, R", "-/+"),
        (13, "Carlsen, Magnus", "Dubov, Daniil", "+/-"),
    }
    assert not Move.objects.filter(game__pairing__in=forfeits).exists()
    played = {row.registration.player.full_name: row.row.played for row in standings_of(loaded["tata"]).rows}
    assert played["Dubov, Daniil"] == 9 and played["Carlsen, Magnus"] == 12 and played["Caruana, Fabiano"] == 13


def test_the_starting_numbers_are_those_that_the_berger_tables_give_away(loaded):
    registrations = {
        registration.number: registration.player.family_name
        for registration in loaded["tata"].registrations.select_related("player")
    }
    # The rounds were drawn by the tables: round 1 pairs numbers that sum to 15.
    first = Pairing.objects.filter(round__section=loaded["tata"], round__number=1).select_related("white", "black")
    assert {pairing.white.number + pairing.black.number for pairing in first} == {15}
    assert (registrations[1], registrations[14]) == ("Vidit", "Shankland")


def test_pages_cost_few_queries(loaded, django_assert_max_num_queries):
    section = loaded["ussr"]
    with django_assert_max_num_queries(4):
        standings_of(section)
    with django_assert_max_num_queries(2):
        standings_of(section)
    with django_assert_max_num_queries(4):
        crosstable_of(section)
    with django_assert_max_num_queries(3):
        round_view(loaded["tata"], 5)
    registration = section.registrations.select_related("section").first()
    with django_assert_max_num_queries(4):
        player_card(registration)


@pytest.mark.parametrize(
    ("query", "family"),
    [
        ("Карлсен", "Carlsen"),
        ("carl", "Carlsen"),
        ("magnus carlsen", "Carlsen"),
        ("Мамедьяров", "Mamedyarov"),
        ("Крякин", None),
        ("Kuperman", "Куперман"),
        ("купер", "Куперман"),
        ("Shmidt", "Шмидт"),
        ("Schmidt", "Шмидт"),
        ("Tsitsenovetsky", "Циценоветский"),
    ],
)
def test_a_player_is_found_in_whatever_script_the_name_is_typed(loaded, query, family):
    family_names = [player.family_name for player in players_by_name(loaded["tata"].event.players.all(), query)]
    assert family_names == ([family] if family else [])
