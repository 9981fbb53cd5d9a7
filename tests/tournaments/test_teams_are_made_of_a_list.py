"""A column of teams in a list of players: the teams, and their players in the order of the list."""

import pytest

from ratings.services.player_lists import import_players
from tavleya.errors import ImportRefused
from tests.tournaments.conftest import NOW
from tests.tournaments.team_events import make_teams, pair

pytestmark = pytest.mark.django_db


def import_list(world, section, text: str):
    return import_players(
        actor=world.olga, now=NOW, event_id=world.event.pk, section_id=section.pk, data=text
    )


def teams(section) -> dict[str, list[str]]:
    return {
        team.name: list(
            team.members.order_by("place").values_list("registration__player__family_name", flat=True)
        )
        for team in section.teams.order_by("number")
    }


@pytest.mark.parametrize("heading", ["Team", "Команда", "team name", "Назва команди"])
def test_teams_are_entered_with_their_board_order(world, heading):
    section = world.section(format="teams", options={"boards": 2})
    rows = "A1;Lions;Kyiv\nB1;Bears;\nA2;Lions;\nB2;Bears;\nB3;Bears;\n"
    done = import_list(world, section, f"Name;{heading};Club\n{rows}")
    assert teams(section) == {"Lions": ["A1", "A2"], "Bears": ["B1", "B2", "B3"]}
    assert done.warnings == ()
    assert section.registrations.get(number=1).player.club == "Kyiv"
    assert section.registrations.get(number=2).player.club == ""


def test_a_team_that_is_there_gets_more_players(world):
    section = make_teams(world, 1, 1)
    done = import_list(world, section, "Name;Team\nNew;Team 1\nAlone;\n")
    assert len(teams(section)["Team 1"]) == 2 and teams(section)["Team 1"][1] == "New"
    (warning,) = done.warnings
    assert warning.message.code == "no_team_on_lines"
    assert str(warning.message) == "No team is named on these lines: 3."


def test_no_team_joins_once_the_rounds_are_paired(world):
    section = make_teams(world, 2, 2)
    pair(world, section)
    with pytest.raises(ImportRefused) as excinfo:
        import_list(world, section, "Name;Team\nNew;Others\n")
    assert [(problem.message.code, problem.line) for problem in excinfo.value.problems] == [
        ("already_paired", 2)
    ]


def test_a_section_without_teams_warns_how_it_uses_the_team_column(world):
    section = world.section(format="round_robin")
    done = import_list(world, section, "Name;Team\nOne;Lions\n")
    assert [warning.message.code for warning in done.warnings] == ["team_as_club"]
    assert section.registrations.get().player.club == "Lions"
    done = import_list(world, section, "Name;Team;Club\nTwo;Lions;Kyiv\n")
    assert [warning.message.code for warning in done.warnings] == ["team_left_out"]
    assert section.registrations.get(number=2).player.club == "Kyiv"
