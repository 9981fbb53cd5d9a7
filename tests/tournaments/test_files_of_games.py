"""Files of games and lists of players: bad input gives a stable code and a place, and changes nothing."""

import json

import pytest

from arbiter.selectors.boards import boards_of
from games.models.game import Game
from games.models.record import Move
from ratings.services.player_lists import import_players
from tavleya.errors import BadInput, Conflict, DomainError, ImportRefused
from tavleya.messages import Message
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.files import read_game_file
from tavleya.rules.pgn import write_pgn
from tavleya.rules.tavreli import TavreliRules
from tests.paths import DATA
from tests.refusals import refused
from tests.tournaments.conftest import NOW
from tests.tournaments.counting import counts
from tests.tournaments.team_events import make_teams, pair
from tournaments.models.activity import Job
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.services.events import create_event
from tournaments.services.jobs import request_import
from tournaments.services.players import add_player
from tournaments.services.section_settings import edit_section
from tournaments.services.uploads import import_games

pytestmark = pytest.mark.django_db

RECORDED = DATA / "tavreli" / "games.json"


def recorded_tavreli() -> tuple[str, tuple[str, ...]]:
    """A recorded game that ended in mate, as PGN, and its moves."""
    rules = TavreliRules()
    games = json.loads(RECORDED.read_text(encoding="utf-8"))["games"]
    record = next(game for game in games if game["final_status"] == "checkmate")
    position, moves = rules.start(), []
    for text in record["moves"]:
        moves.append(rules.read(position, text))
        position = position.play(moves[-1])
    result = "1-0" if position.turn.value == "black" else "0-1"
    tags = {"White": "Андерсон", "Black": "Жмуров", "Round": "1"}
    return write_pgn(rules, LineOfPlay.of(rules.start(), moves), tags=tags, result=result), tuple(record["moves"])


def test_a_tavreli_file_is_imported_with_its_moves(world) -> None:
    section = world.section(game="tavreli", regime="tavreli-1997")
    text, moves = recorded_tavreli()
    report = import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=read_game_file("tavreli", text))
    assert (report.games, report.plies) == (1, len(moves))
    assert tuple(Move.objects.order_by("seq").values_list("move", flat=True)) == moves


def game(white: str, black: str, moves: str, result: str = "1/2-1/2", round_: str = "1") -> str:
    return f'[White "{white}"]\n[Black "{black}"]\n[Round "{round_}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'


GOOD = game("Alpha, A", "Beta, B", "1. e4 e5 2. Nf3 Nc6")


DRAUGHTS = {"game": "draughts", "regime": "draughts64"}


def refused_import(world, text: str, code: str = "games_refused", read_as: str = "", **fields):
    section = world.section(**fields)
    before = counts()
    reading = read_game_file(read_as or section.game, text)
    with refused(ImportRefused, code) as excinfo:
        import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=reading)
    assert counts() == before
    return excinfo.value.problems


@pytest.mark.parametrize(
    ("text", "fields", "place"),
    [
        (GOOD + game("C, C", "D, D", "1. e4 e5 2. Ke3 Nc6") + game("E, E", "F, F", "1. d4 d5"), {}, (2, 3)),
        (game("Альфа А.", "Бета Б.", "1. c3-d4 b6-c5 2. a3-b4", round_=""), DRAUGHTS, (1, 3)),
        (GOOD + game("Gamma, C", "Delta, D", "1. e4 Xy9"), {}, (2, 2)),
    ],
    ids=["chess", "draughts", "unreadable"],
)
def test_an_illegal_move_in_the_middle_names_line_game_and_ply(world, text, fields, place):
    problem = refused_import(world, text, **fields)[0]
    assert (problem.game, problem.ply) == place
    assert text.splitlines()[problem.line - 1].startswith("1. ")


def test_games_of_another_kind_and_a_section_with_rounds_are_refused(world):
    problems = refused_import(world, GOOD, read_as="chess", **DRAUGHTS)
    assert [problem.message.code for problem in problems] == ["other_game"]
    section = world.round_robin("Alekhine", "Botvinnik")
    before = counts()
    with refused(Conflict, "section_not_empty"):
        import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=read_game_file("chess", GOOD))
    assert counts() == before


@pytest.mark.parametrize(("format_", "status"), [("round_robin", "playing"), ("exhibition", "closed")])
def test_an_unfinished_game_stays_unfinished_and_that_of_an_exhibition_is_a_record(world, format_, status):
    section = world.section(format=format_, tiebreaks=[])
    reading = read_game_file("chess", game("Alpha, A", "Beta, B", "1. e4 e5", result="*"))
    report = import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=reading)
    assert (report.unfinished, Pairing.objects.get().result, Round.objects.get().status) == (1, "", status)
    assert Game.objects.get().phase == "pending"
    assert len(boards_of(world.event, 0)) == (status == "playing"), "the console of the arbiters has no record"


NAMELESS = game("?", "Beta, B", "1. e4") + game("Beta, B", "Beta, B", "1. e4", round_="2")
TWO_IDS = '[WhiteFideId "101"]\n' + GOOD + '[WhiteFideId "102"]\n' + game("Alpha, A", "Gamma, C", "1. e4", round_="2")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", [("no_games", None)]),
        (NAMELESS, [("name_missing", 1), ("pairing_with_oneself", 2)]),
        (GOOD + game("Alpha, A", "Gamma, C", "1. e4"), [("seated_twice", 2)]),
        (GOOD + game("Gamma, C", "Delta, D", "1. e4", round_="?"), [("round_missing", 2)]),
        (TWO_IDS, [("two_fide_ids", 2)]),
    ],
    ids=["no games", "no name or one name twice", "two boards in a round", "one without a round", "two numbers"],
)
def test_each_problem_names_its_game(world, text, problems):
    assert [(problem.message.code, problem.game) for problem in refused_import(world, text)] == problems


@pytest.mark.parametrize(("white", "black"), [
    ("John Smith", "Mary Ann Jones"), ("Smith John", "Jones Mary Ann"), ("Smith, John", "Jones, Mary Ann"),
])  # fmt: skip
def test_names_of_a_file_of_games_are_read_in_the_order_that_they_show(world, white, black):
    section = world.section()
    reading = read_game_file("chess", game(white, black, "1. e4 e5", result="1-0"))
    import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=reading)
    names = [player.full_name for player in Player.objects.order_by("family_name")]
    assert names == ["Jones, Mary Ann", "Smith, John"]


def test_duplicates_are_refused_by_number_and_by_name(world):
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
    add_player(**common, family_name="Ёлкин", given_name="Пётр", fide_id=1)
    for fields in (
        {"family_name": "Другой", "fide_id": 1},
        {"family_name": "елкин", "given_name": "петр"},
        {"family_name": " ЁЛКИН ", "given_name": "Пётр"},
    ):
        before = counts()
        with refused(Conflict, "duplicate_player"):
            add_player(**common, **fields)
        assert counts() == before
    add_player(**common, family_name="Ёлкин", given_name="Пётр", birth_year=1990)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"family_name": " "}, "name_missing"),
        ({"family_name": "A" * 81}, "bad_field"),
        ({"family_name": "Alpha", "federation": "ukr"}, "bad_field"),
        ({"family_name": "Alpha", "birth_year": 92}, "bad_field"),
        ({"family_name": "Alpha", "fide_id": -1}, "bad_field"),
        ({"family_name": "Alpha", "sex": "x"}, "bad_field"),
        ({"family_name": "Alpha", "ratings": {"standard": 2700.5}}, "bad_rating"),
        ({"family_name": "Alpha", "ratings": {"bullet": 2700}}, "bad_rating"),
        ({"family_name": "Alpha", "names": {"xx": "A"}}, "unknown_language"),
    ],
)
def test_bad_fields_of_a_player_are_refused(world, fields, code):
    before = counts()
    with refused(BadInput, code):
        add_player(actor=world.olga, now=NOW, event_id=world.event.pk, **fields)
    assert counts() == before


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"slug": "Бад"}, "bad_field"),
        ({"slug": "a--b"}, "bad_field"),
        ({"names": {}}, "no_name"),
        ({"names": {"en": " "}}, "no_name"),
        ({"game": "go"}, "unknown_game"),
        ({"rules": {"no_such": True}}, "unknown_option"),
        ({"control": "when I feel like it"}, None),
        ({"format": "swiss-ish"}, "bad_field"),
        ({"tiebreaks": ["BH/C9"]}, "bad_tiebreak"),
        ({"tiebreaks": ["NOPE"]}, "unknown_tiebreak"),
        ({"scoring": {"win": 1, "draw": 1}}, "bad_scoring_order"),
        ({"tracking": "deep"}, "bad_field"),
        ({"format": "simul", "options": {"colours": "green"}}, "bad_option"),
        ({"format": "simul", "options": {"table": 3}}, "bad_option"),
        ({"game": "chess960", "rules": {"start_position": "960"}}, "no_start_position"),
        ({"rounds_planned": 10_000}, "bad_field"),
    ],
)
def test_bad_fields_of_a_section_are_refused(world, fields, code):
    before = world.event.sections.count()
    with pytest.raises(BadInput) as excinfo:
        world.section(**fields)
    assert code is None or excinfo.value.code == code
    assert world.event.sections.count() == before


def test_an_address_is_taken_once(world):
    world.section(slug="open")
    with refused(Conflict, "slug_taken"):
        world.section(slug="open")
    with refused(Conflict, "slug_taken"):
        create_event(actor=world.sam, now=NOW, slug="spring-open", names={"en": "Other"})


def test_rules_of_existing_games_do_not_change(world):
    section = world.round_robin("Alekhine", "Botvinnik")
    with refused(Conflict, "section_has_games"):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"game": "tavreli"})
    with refused(BadInput, "unknown_field"):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"event_id": 1})
    section.refresh_from_db()
    assert section.game == "chess"
    values = {"changes": {"tiebreaks": ["sb", "de"]}, "confirmed": ["tiebreaks"]}
    edited = edit_section(actor=world.olga, now=NOW, section_id=section.pk, **values)
    assert edited.tiebreaks == ["SB", "DE"]


def test_a_refused_job_keeps_the_problems_and_nothing_else(world, django_capture_on_commit_callbacks):
    section = world.section()
    before = counts()
    with django_capture_on_commit_callbacks(execute=True):
        data = (GOOD + game("Gamma, C", "Delta, D", "1. e4 e5 2. Ke3")).encode()
        job = request_import(actor=world.ana, now=NOW, section_id=section.pk, data=data)
    job.refresh_from_db()
    assert (job.state, job.report["error"]["code"]) == ("failed", "games_refused")
    (problem,) = job.report["problems"]
    assert (problem["game"], problem["ply"]) == (2, 3)
    assert str(Message.from_json(problem))
    assert counts() == before


@pytest.mark.parametrize(("data", "code"), [(b" \n", "empty_file"), (b"x" * (5 * 1024 * 1024 + 1), "file_too_large")])
def test_a_file_that_cannot_be_one_makes_no_job(world, data, code):
    with refused(DomainError, code):
        request_import(actor=world.ana, now=NOW, section_id=world.section().pk, data=data)
    assert not Job.objects.exists()


@pytest.mark.parametrize(("encoding", "warnings"), [("utf-8", []), ("utf-8-sig", []), ("cp1251", ["guessed_encoding"])])
def test_a_file_of_games_is_read_in_the_encodings_people_have(
    world, django_capture_on_commit_callbacks, encoding, warnings
):
    section = world.section(game="draughts", regime="draughts64")
    text = game("Куперман И.", "Коган М.", "1. c3-d4 b6-a5", round_="")
    with django_capture_on_commit_callbacks(execute=True):
        job = request_import(actor=world.ana, now=NOW, section_id=section.pk, data=text.encode(encoding))
    job.refresh_from_db()
    assert (job.state, job.report["games"], job.report["plies"]) == ("done", 1, 2)
    assert [warning["code"] for warning in job.report["warnings"]] == warnings
    assert {player.full_name for player in Player.objects.all()} == {"Куперман И.", "Коган М."}


def test_a_player_who_is_already_in_the_event_is_not_created_twice(world):
    section = world.section()
    alpha = {"family_name": "Alpha", "given_name": "A", "birth_year": 1990}
    existing = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, **alpha)
    import_games(actor=world.ana, now=NOW, section_id=section.pk, reading=read_game_file("chess", GOOD))
    assert Player.objects.count() == 2
    assert section.registrations.filter(player=existing).exists()


def import_list(world, data, section=None):
    key = section and section.pk
    return import_players(actor=world.olga, now=NOW, event_id=world.event.pk, data=data, section_id=key)


def refused_list(world, data, section=None):
    before = counts()
    with refused(ImportRefused, "players_refused") as excinfo:
        import_list(world, data, section)
    assert counts() == before
    return [(problem.message.code, problem.line) for problem in excinfo.value.problems]


TWICE = [("duplicate_in_file", 3), ("bad_cell", 4), ("duplicate_in_file", 4)]
BAD_CELLS = [("bad_cell", 2)] * 5
HEAD = "Name;FIDE ID;Rating;Birth year;Sex;Federation\n"


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        ("", [("empty_file", None)]),
        ("\n \n", [("empty_file", None)]),
        ("Name;Rating\n", [("no_players", 1)]),
        ("Rating;Country\n2000;UKR\n", [("no_header", 1)]),
        (HEAD + "Alpha;12x;;;;\nBeta;;2000;;;\n", [("bad_cell", 2)]),
        (HEAD + "Alpha;;9000;;;\n", [("bad_cell", 2)]),
        (HEAD + "Alpha;;;1492;;\n", [("bad_cell", 2)]),
        (HEAD + "Alpha;;;;x;\n", [("bad_cell", 2)]),
        (HEAD + "Alpha;;;;;Ukraine\n", [("bad_cell", 2)]),
        (HEAD + ";1;;;;\n", [("name_missing", 2)]),
        (HEAD + "Alpha;;;;;;;extra\n", [("too_many_cells", 2)]),
        (HEAD + "Alpha;7;;;;\n\nBeta;7;;;;\n", [("duplicate_in_file", 4)]),
        (HEAD + "Alpha;;;;;\nALPHA;;;;;\nAlpha;x;;;;\n", TWICE),
        (HEAD + "Alpha;12x;9000;1492;x;WALES\n;;2x4;;;\n", [*BAD_CELLS, ("name_missing", 3), ("bad_cell", 3)]),
        (HEAD + '"Alpha\nBeta";;;;;\nGamma;x;;;;\n', [("bad_cell", 4)]),
    ],
)
def test_a_bad_list_names_its_lines(world, data, problems):
    assert refused_list(world, data) == problems


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("Name;Born\nBotvinnik;1911\nalekhine;1892\n", ("already_entered", 3)),
        ("Name\nBotvinnik\nalekhine\n", ("same_name", 3)),  # it leaves open who is meant
        ("No;Name\n1;Botvinnik\n2;Capablanca\n", ("number_taken", 2)),
    ],
)
def test_a_list_that_does_not_fit_the_section_is_refused_completely(world, data, problem):
    section = world.section()
    import_list(world, "Name;Born\nAlekhine;1892\n", section)
    assert refused_list(world, data, section) == [problem]


CYRILLIC = (
    "Фамилия;Имя;Отчество;Год рождения;Пол;Рейтинг;Город\n"
    "Куперман;Исер;;1922;м;;Киев\n"
    "Ёлкина;Анна;Петровна;12.05.1990;ж;2100;Львов\n"
)


def test_a_list_is_read_in_the_encodings_people_have(world):
    imported = import_list(world, CYRILLIC.encode("cp1251"), world.section())
    assert [warning.message.code for warning in imported.warnings] == ["guessed_encoding"]
    kuperman, yolkina = (
        (e.number, e.player.full_name, e.player.birth_year, e.player.sex, e.rating) for e in imported.registrations
    )
    assert kuperman == (1, "Куперман Исер", 1922, "m", None)
    assert yolkina == (2, "Ёлкина Анна Петровна", 1990, "f", 2100)


def test_names_alone_one_a_line_are_a_list(world):
    imported = import_list(world, "Carlsen, Magnus\nКуперман Исер Иосифович\n")
    assert [player.full_name for player in imported.players] == ["Carlsen, Magnus", "Куперман Исер Иосифович"]


def import_teams(world, section, text: str):
    return world.do(import_players, event_id=world.event.pk, section_id=section.pk, data=text)


def teams(section) -> dict[str, list[str]]:
    return {
        team.name: list(team.members.order_by("place").values_list("registration__player__family_name", flat=True))
        for team in section.teams.order_by("number")
    }


@pytest.mark.parametrize("heading", ["Team", "Команда", "team name", "Назва команди"])
def test_teams_are_entered_with_their_board_order(world, heading):
    section = world.section(format="teams", options={"boards": 2})
    rows = "A1;Lions;Kyiv\nB1;Bears;\nA2;Lions;\nB2;Bears;\nB3;Bears;\n"
    imported = import_teams(world, section, f"Name;{heading};Club\n{rows}")
    assert teams(section) == {"Lions": ["A1", "A2"], "Bears": ["B1", "B2", "B3"]}
    assert imported.warnings == ()
    assert section.registrations.get(number=1).player.club == "Kyiv"
    assert section.registrations.get(number=2).player.club == ""


def test_a_team_that_is_there_gets_more_players(world):
    section = make_teams(world, 1, 1)
    imported = import_teams(world, section, "Name;Team\nNew;Team 1\nAlone;\n")
    assert len(teams(section)["Team 1"]) == 2 and teams(section)["Team 1"][1] == "New"
    (warning,) = imported.warnings
    assert warning.message.code == "no_team_on_lines"
    assert str(warning.message) == "No team is named on these lines: 3."


def test_no_team_joins_once_the_rounds_are_paired(world):
    section = make_teams(world, 2, 2)
    pair(world, section)
    with pytest.raises(ImportRefused) as excinfo:
        import_teams(world, section, "Name;Team\nNew;Others\n")
    assert [(problem.message.code, problem.line) for problem in excinfo.value.problems] == [("already_paired", 2)]


def test_a_section_without_teams_warns_how_it_uses_the_team_column(world):
    section = world.section(format="round_robin")
    imported = import_teams(world, section, "Name;Team\nOne;Lions\n")
    assert [warning.message.code for warning in imported.warnings] == ["team_as_club"]
    assert section.registrations.get().player.club == "Lions"
    imported = import_teams(world, section, "Name;Team;Club\nTwo;Lions;Kyiv\n")
    assert [warning.message.code for warning in imported.warnings] == ["team_left_out"]
    assert section.registrations.get(number=2).player.club == "Kyiv"
