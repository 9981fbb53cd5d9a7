"""Lists of players, taken whole or not at all: a bad line gives a code and a place; a column of teams."""

import pytest

from ratings.services.player_lists import import_players
from tavleya.errors import ImportRefused
from tests.tournaments.conftest import NOW, raises_code
from tests.tournaments.counting import counts
from tests.tournaments.team_events import make_teams, pair

pytestmark = pytest.mark.django_db


def import_list(world, data, section=None):
    key = section and section.pk
    return import_players(actor=world.olga, now=NOW, event_id=world.event.pk, data=data, section_id=key)


def refused_list(world, data, section=None):
    before = counts()
    with raises_code(ImportRefused, "players_refused") as excinfo:
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
    done = import_teams(world, section, f"Name;{heading};Club\n{rows}")
    assert teams(section) == {"Lions": ["A1", "A2"], "Bears": ["B1", "B2", "B3"]}
    assert done.warnings == ()
    assert section.registrations.get(number=1).player.club == "Kyiv"
    assert section.registrations.get(number=2).player.club == ""


def test_a_team_that_is_there_gets_more_players(world):
    section = make_teams(world, 1, 1)
    done = import_teams(world, section, "Name;Team\nNew;Team 1\nAlone;\n")
    assert len(teams(section)["Team 1"]) == 2 and teams(section)["Team 1"][1] == "New"
    (warning,) = done.warnings
    assert warning.message.code == "no_team_on_lines"
    assert str(warning.message) == "No team is named on these lines: 3."


def test_no_team_joins_once_the_rounds_are_paired(world):
    section = make_teams(world, 2, 2)
    pair(world, section)
    with pytest.raises(ImportRefused) as excinfo:
        import_teams(world, section, "Name;Team\nNew;Others\n")
    assert [(one.message.code, one.line) for one in excinfo.value.problems] == [("already_paired", 2)]


def test_a_section_without_teams_warns_how_it_uses_the_team_column(world):
    section = world.section(format="round_robin")
    done = import_teams(world, section, "Name;Team\nOne;Lions\n")
    assert [warning.message.code for warning in done.warnings] == ["team_as_club"]
    assert section.registrations.get().player.club == "Lions"
    done = import_teams(world, section, "Name;Team;Club\nTwo;Lions;Kyiv\n")
    assert [warning.message.code for warning in done.warnings] == ["team_left_out"]
    assert section.registrations.get(number=2).player.club == "Kyiv"
