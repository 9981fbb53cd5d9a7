"""Team events of Olga's, for the tests."""

from collections.abc import Callable, Iterable

from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import play, publish  # noqa: F401  (of players and of teams)
from tournaments.models.pairing import Pairing
from tournaments.models.player import Team, TeamMatch
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.team_requests import add_team
from tournaments.services.team_rounds import pair_teams, set_line_up


def make_teams(world: World, teams: int, players: int, **fields: object) -> Section:
    """A section of teams `Team 1` … with so many players each, `T1P1` …; none paired."""
    options: dict[str, object] = fields.pop("options", {})
    fields = {"format": "teams", **fields}
    if fields["format"] == "teams":
        options = {"boards": 2, **options}
    section = world.section(**fields, options=options)
    for team in range(1, teams + 1):
        names = (f"{section.slug} T{team}P{player}" for player in range(1, players + 1))
        keys = [registration.pk for registration in world.enter(section, *names)]
        world.do(add_team, section_id=section.pk, name=f"Team {team}", members=keys)
    return section


def team(section: Section, number: int) -> Team:
    return section.teams.get(number=number)


def member(section: Section, number: int, place: int) -> int:
    """Return the key of a team member's registration."""
    return team(section, number).members.get(place=place).registration_id


def line_up(world: World, section: Section, match: TeamMatch, number: int, places: Iterable[int | None]) -> None:
    """Hand in the line-up of a team: its members by their places."""
    seats = [place and member(section, number, place) for place in places]
    key = team(section, number).pk
    set_line_up(actor=world.ana, now=NOW, match_id=match.pk, team_id=key, seats=seats)


def pair(world: World, section: Section) -> list[Round]:
    return pair_teams(actor=world.olga, now=NOW, section_id=section.pk)


def wins_of(star: int) -> Callable[[Pairing], str]:
    """One player wins, all other games are drawn."""
    return lambda pairing: "1-0" if pairing.white_id == star else "0-1" if pairing.black_id == star else "1/2-1/2"
